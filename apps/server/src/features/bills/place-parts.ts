import { type MeterPart, partsOf, type TimeSpan } from '@nascente/domain/consumption/meter-parts';
import type { PlaceMeter, Utility } from './place-facts.repository.ts';

/** A meter of a place, and when it counts. */
export type BilledPart = MeterPart<PlaceMeter>;

/** What measured a utility of a place in a span of time. */
export const partsOfPlace = (
  meters: readonly PlaceMeter[],
  type: Utility,
  within: TimeSpan,
): readonly BilledPart[] =>
  partsOf(
    meters.filter((meter) => meter.type === type),
    within,
  );
