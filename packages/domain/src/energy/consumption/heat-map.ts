import type { CivilDate } from '../../base/time/civil-day.ts';
import type { DayConsumption } from '../../telemetry/intervals/totals.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Of each hour of a day what was consumed; null without data, estimated, or still to come. */
export function hourTotals({ hours }: DayConsumption): (number | null)[] {
  return HOURS.map((hour) => {
    const found = hours[hour];
    if (found === undefined || found.presentQuarters + found.total === 0) return null;
    return found.estimatedQuarters > found.presentQuarters ? null : found.total;
  });
}

/** The hour in which most was consumed, of equal ones the first; null where nothing was measured. */
export function highestHour(days: readonly DayConsumption[]) {
  let highest: { readonly date: CivilDate; readonly hour: number; readonly total: number } | null = null;
  for (const day of days)
    for (const [hour, total] of hourTotals(day).entries())
      if (total !== null && total > (highest?.total ?? -1)) highest = { date: day.date, hour, total };
  return highest;
}
