import { type MeterPart, partsOf, type TimeSpan } from '@nascente/domain/consumption/meter-parts';
import type { PlaceMeter, Utility } from './place-facts.repository.ts';

/** A meter of a place, and when it counts. */
export type BilledPart = MeterPart<PlaceMeter>;

/** Of a place, such as those of the current cycle and of the one before. */
const SPANS_KEPT = 6;

const known = new WeakMap<readonly PlaceMeter[], Map<string, readonly BilledPart[]>>();

/** What measured a utility of a place: the same list while its meters are the same object, for each span of time. */
export const partsOfPlace = (
  meters: readonly PlaceMeter[],
  type: Utility,
  within: TimeSpan,
): readonly BilledPart[] => {
  const key = `${type} ${within.from} ${within.to}`;
  const ofMeters = known.get(meters) ?? new Map<string, readonly BilledPart[]>();
  const before = ofMeters.get(key);
  if (before !== undefined) return before;
  const parts = partsOf(
    meters.filter((meter) => meter.type === type),
    within,
  );
  if (ofMeters.size >= SPANS_KEPT) ofMeters.clear();
  known.set(meters, ofMeters.set(key, parts));
  return parts;
};
