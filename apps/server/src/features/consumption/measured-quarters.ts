import type { ConsumedQuarters } from '@nascente/domain/consumption/always-on';
import { completenessOf } from '@nascente/domain/consumption/totals';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { quarterStart, quartersBetween } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { type MeteredPlace, spanOf, utilityOf } from './consumption-reader.ts';
import type { QuartersRepository } from './quarters.repository.ts';

/** The finished quarter-hours of civil days. */
export interface MeasuredQuarters extends ConsumedQuarters {
  readonly completeness: number;
}

/** A quarter-hour that is still running would look like one of little consumption: it is left out. */
export const readMeasuredQuarters = async (
  quarters: QuartersRepository,
  meter: MeteredPlace,
  asked: { readonly first: CivilDate; readonly last: CivilDate; readonly now: Instant },
): Promise<MeasuredQuarters> => {
  const { from, to } = spanOf(meter, asked);
  const span = { from, to: instant(Math.max(from, Math.min(to, quarterStart(asked.now)))) };
  const found = await quarters.read(meter.installationId, utilityOf(meter.kind), span);
  const since = instant(Math.max(span.from, meter.installedAt));
  const expected = since < span.to ? quartersBetween(since, span.to) : 0;
  const completeness = completenessOf(Math.min(found.start.length, expected), expected);
  return { ...found, completeness };
};
