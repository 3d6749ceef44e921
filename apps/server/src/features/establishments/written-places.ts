import type { ListedMeter } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { forMetersOnly, panelOf, toAnswer } from './establishment-answer.ts';

const alphabet = new Intl.Collator('pt-BR');

/** A place as it was last written, and of which meters. */
interface WrittenPlace {
  readonly meters: readonly ListedMeter[];
  readonly json: string;
}

const isSame = (some: readonly ListedMeter[], others: readonly ListedMeter[]): boolean =>
  some.length === others.length && some.every((meter, place) => meter === others[place]);

/** A list as it was last written, and of which meters. */
interface WrittenList {
  readonly meters: readonly ListedMeter[];
  readonly json: Buffer;
}

/** What is told of a place, and what was written of it. */
interface Telling {
  readonly shown: (place: Establishment) => Establishment;
  readonly places: WeakMap<Establishment, WrittenPlace>;
  readonly lists: WeakMap<readonly Establishment[], WrittenList>;
}

const createTelling = (shown: Telling['shown']): Telling => ({
  shown,
  places: new WeakMap(),
  lists: new WeakMap(),
});

/**
 * Writes places as JSON with those of their meters that somebody sees, by name descending, between two other texts. What
 * was written of the same places and the same meters is not written again, neither each nor all of them: they are other
 * objects as soon as anything of them has changed.
 */
export const createPlaceWriter = (
  refrigerationPanelUrl: string | null,
  [opening, closing]: readonly [string, string],
) => {
  const write = (
    { shown, places }: Telling,
    place: Establishment,
    meters: readonly ListedMeter[],
  ): string => {
    const known = places.get(place);
    if (known && isSame(known.meters, meters)) return known.json;
    const json = JSON.stringify(toAnswer(shown(place), meters, panelOf(place, refrigerationPanelUrl)));
    places.set(place, { meters, json });
    return json;
  };
  const telling = (shown: Telling['shown']) => {
    const told = createTelling(shown);
    return (places: readonly Establishment[], meters: readonly ListedMeter[]): Buffer => {
      const known = told.lists.get(places);
      if (known?.meters === meters) return known.json;
      const metersOf = Map.groupBy(meters, (meter) => meter.establishmentId);
      const answers = places
        .toSorted((a, b) => alphabet.compare(b.name, a.name) || a.id.localeCompare(b.id))
        .map((place) => write(told, place, metersOf.get(place.id) ?? []));
      const json = Buffer.from(`${opening}${answers.join(',')}${closing}`);
      told.lists.set(places, { meters, json });
      return json;
    };
  };
  return { whole: telling((place) => place), forMetersOnly: telling(forMetersOnly) };
};
