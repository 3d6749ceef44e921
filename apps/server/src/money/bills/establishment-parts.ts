import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type MeterPart, partsOf } from '@nascente/domain/energy/subjects/meter-parts';
import type { EstablishmentMeter, Utility } from '../../sites/establishments/index.ts';

/** A meter of an establishment, and when it counts. */
export type BilledPart = MeterPart<EstablishmentMeter>;

/** What measured a utility of an establishment in a span of time. */
export const partsOfEstablishment = (
  meters: readonly EstablishmentMeter[],
  type: Utility,
  within: TimeSpan,
): readonly BilledPart[] =>
  partsOf(
    meters.filter((meter) => meter.type === type),
    within,
  );
