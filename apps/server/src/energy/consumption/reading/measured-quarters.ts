import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { quarterStart, quartersBetween } from '@nascente/domain/base/time/quarter';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { ConsumedQuarters } from '@nascente/domain/energy/consumption/always-on';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import { completenessOf } from '@nascente/domain/telemetry/intervals/totals';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { type MeteredEstablishment, spanOf } from './consumption-reader.ts';

/** The finished quarter-hours of civil days. */
export interface MeasuredQuarters extends ConsumedQuarters {
  readonly completeness: number;
}

/** What all phases consumed in each quarter-hour with data, mWh, or its volume, ml; ascending. */
export const readConsumedQuarters = async (
  { readEach }: Pick<MeterDays, 'readEach'>,
  { installationId, zone }: MeteredEstablishment,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<ConsumedQuarters> => {
  const [read] = await readEach([{ installationId, zone, ...span, stepMinutes: 15 }]);
  const { start, consumedA } = read as EnergySeries;
  return { start, consumed: consumedA };
};

/** A quarter-hour that is still running would look like one of little consumption: it is left out. */
export const readMeasuredQuarters = async (
  days: Pick<MeterDays, 'readEach'>,
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
