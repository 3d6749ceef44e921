import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { quarterStart, quartersBetween } from '@nascente/domain/base/time/quarter';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { ConsumedQuarters } from '@nascente/domain/energy/consumption/always-on';
import { type EnergySeries, valueAt } from '@nascente/domain/telemetry/intervals/series';
import { completenessOf } from '@nascente/domain/telemetry/intervals/totals';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { type MeteredEstablishment, spanOf } from './consumption-reader.ts';

/** The finished quarter-hours of civil days. */
export interface MeasuredQuarters extends ConsumedQuarters {
  readonly completeness: number;
}

/** What all phases consumed in each quarter-hour with data, mWh, or its volume, ml; ascending. `quarters` is 0 of estimated ones. */
export const readConsumedQuarters = async (
  { readEach }: Pick<MeterDays, 'readEach'>,
  { installationId, zone }: MeteredEstablishment,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<ConsumedQuarters & Pick<EnergySeries, 'quarters'>> => {
  const [read] = await readEach([{ installationId, zone, ...span, stepMinutes: 15 }]);
  const { start, consumedA, quarters } = read as EnergySeries;
  return { start, consumed: consumedA, quarters };
};

/** Left out are estimated quarter-hours, and the one that is still running, which would look like one of little consumption. */
export const readMeasuredQuarters = async (
  days: Pick<MeterDays, 'readEach'>,
  meter: MeteredEstablishment,
  asked: { readonly first: CivilDate; readonly last: CivilDate; readonly now: Instant },
): Promise<MeasuredQuarters> => {
  const { from, to } = spanOf(meter, asked);
  const span = { from, to: instant(Math.max(from, Math.min(to, quarterStart(asked.now)))) };
  const { quarters, ...read } = await readConsumedQuarters(days, meter, span);
  const isMeasured = (_: number, slot: number): boolean => valueAt(quarters, slot) > 0;
  const found = { start: read.start.filter(isMeasured), consumed: read.consumed.filter(isMeasured) };
  const since = instant(Math.max(span.from, meter.installedAt));
  const expected = since < span.to ? quartersBetween(since, span.to) : 0;
  const completeness = completenessOf(Math.min(found.start.length, expected), expected);
  return { ...found, completeness };
};
