import { type CivilDate, endOfDay, startOfDay } from '../../../base/time/civil-day.ts';
import { HOUR_MS, type Instant, type Zone } from '../../../base/time/zone.ts';
import { simpleTouPeriodsOn } from '../../../sites/tou-windows/tou-periods-by-window.ts';
import { type DayConsumption, emptySeries } from '../../../telemetry/intervals/totals.ts';
import { consolidateDays } from '../consolidate.ts';

/** Days of a meter that consumes equally in every hour, from its installation until now. */
export function daysOfEvenUse(of: {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly zone: Zone;
  readonly since: Instant;
  readonly now: Instant;
  readonly perHour: number;
}): DayConsumption[] {
  const from = Math.ceil(Math.max(of.since, startOfDay(of.first, of.zone)) / HOUR_MS);
  const to = Math.floor(Math.min(of.now, endOfDay(of.last, of.zone)) / HOUR_MS);
  const series = emptySeries(Math.max(0, to - from), 60);
  for (const slot of series.start.keys()) {
    series.start[slot] = (from + slot) * HOUR_MS;
    series.consumedA[slot] = of.perHour;
    series.quarters[slot] = 4;
  }
  return consolidateDays(series, { ...of, kind: 'electric', touPeriodsOn: simpleTouPeriodsOn });
}
