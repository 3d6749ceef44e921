import type { ConsumedQuarters } from '@nascente/domain/consumption/always-on';
import { completenessOf } from '@nascente/domain/consumption/totals';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { quarterStart, quartersBetween } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { type MeteredPlace, spanOf, utilityOf } from './consumption-reader.ts';
import type { QuartersRepository, ReadQuarters } from './quarters.repository.ts';

/** The finished quarter-hours of civil days. */
export interface MeasuredQuarters extends ConsumedQuarters {
  readonly phases: ReadQuarters;
  readonly completeness: number;
}

/** Of each quarter-hour what all phases consumed, or its volume. */
export const totalOfQuarters = ({ volume, a, b, c }: ReadQuarters): Float64Array =>
  volume.map((litres, index) => litres + (a[index] ?? 0) + (b[index] ?? 0) + (c[index] ?? 0));

/** A quarter-hour that is still running would look like one of little consumption: it is left out. */
export const readMeasuredQuarters = async (
  quarters: QuartersRepository,
  meter: MeteredPlace,
  asked: { readonly first: CivilDate; readonly last: CivilDate; readonly now: Instant },
): Promise<MeasuredQuarters> => {
  const { from, to } = spanOf(meter, asked);
  const span = { from, to: instant(Math.max(from, Math.min(to, quarterStart(asked.now)))) };
  const phases = await quarters.read(meter.installationId, utilityOf(meter.kind), span);
  const consumed = totalOfQuarters(phases);
  const since = instant(Math.max(span.from, meter.installedAt));
  const expected = since < span.to ? quartersBetween(since, span.to) : 0;
  const completeness = completenessOf(Math.min(phases.start.length, expected), expected);
  return { start: phases.start, consumed, phases, completeness };
};
