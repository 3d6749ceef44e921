import type { ListedMeter } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { forMetersOnly, toAnswer } from './establishment-answer.ts';

/** A place as it was last written, and of which meters. */
interface WrittenPlace {
  readonly meters: readonly ListedMeter[];
  readonly json: string;
}

const isSame = (some: readonly ListedMeter[], others: readonly ListedMeter[]): boolean =>
  some.length === others.length && some.every((meter, place) => meter === others[place]);

/**
 * Writes places as JSON with those of their meters that somebody sees. What was written of the same place and the same
 * meters is not written again: each is another object as soon as anything of it has changed.
 */
export const createPlaceWriter = (refrigerationPanelUrl: string | null) => {
  const writing = (shown: (place: Establishment) => Establishment) => {
    const written = new WeakMap<Establishment, WrittenPlace>();
    return (place: Establishment, meters: readonly ListedMeter[]): string => {
      const known = written.get(place);
      if (known && isSame(known.meters, meters)) return known.json;
      const json = JSON.stringify(toAnswer(shown(place), meters, refrigerationPanelUrl));
      written.set(place, { meters, json });
      return json;
    };
  };
  return { whole: writing((place) => place), forMetersOnly: writing(forMetersOnly) };
};
