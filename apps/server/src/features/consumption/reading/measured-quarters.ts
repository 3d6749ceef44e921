import type { ConsumedQuarters } from '@nascente/domain/consumption/always-on';
import { clippedRuns, forEachPresent } from '@nascente/domain/consumption/clipped-runs';
import { completenessOf } from '@nascente/domain/consumption/totals';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { QUARTER_MS, quarterStart, quartersBetween } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { MeterDays } from '../../series/index.ts';
import { type MeteredEstablishment, spanOf, utilityOf } from './consumption-reader.ts';

/** The finished quarter-hours of civil days. */
export interface MeasuredQuarters extends ConsumedQuarters {
  readonly completeness: number;
}

/** What all phases consumed in each quarter-hour with data, mWh, or its volume, ml; ascending. */
export const readConsumedQuarters = async (
  days: Pick<MeterDays, 'read'>,
  { installationId, kind }: MeteredEstablishment,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<ConsumedQuarters> => {
  const column = utilityOf(kind) === 'water' ? 'volume' : 'consumed';
  const [runs = []] = await days.read([column], [{ installationId, ...span }]);
  const [start, consumed]: [number[], number[]] = [[], []];
  for (const clip of clippedRuns(span, runs))
    forEachPresent(clip, (index) => {
      start.push(clip.run.start + index * QUARTER_MS);
      consumed.push(clip.run[column]?.[index] ?? 0);
    });
  return { start: Float64Array.from(start), consumed: Float64Array.from(consumed) };
};

/** A quarter-hour that is still running would look like one of little consumption: it is left out. */
export const readMeasuredQuarters = async (
  days: Pick<MeterDays, 'read'>,
  meter: MeteredEstablishment,
  asked: { readonly first: CivilDate; readonly last: CivilDate; readonly now: Instant },
): Promise<MeasuredQuarters> => {
  const { from, to } = spanOf(meter, asked);
  const span = { from, to: instant(Math.max(from, Math.min(to, quarterStart(asked.now)))) };
  const found = await readConsumedQuarters(days, meter, span);
  const since = instant(Math.max(span.from, meter.installedAt));
  const expected = since < span.to ? quartersBetween(since, span.to) : 0;
  const completeness = completenessOf(Math.min(found.start.length, expected), expected);
  return { ...found, completeness };
};
