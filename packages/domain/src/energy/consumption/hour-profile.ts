import { isPeakExempt } from '../../base/time/holidays.ts';
import type { HourConsumption } from '../../telemetry/intervals/totals.ts';
import { measuredDays, type PastDay } from '../forecast/past-day.ts';

/** How many days a profile is taken of. */
const PROFILE_DAYS = 28;
const HOURS = 24;

/** Of a day, what its course is taken from. */
export interface DayByHour extends PastDay {
  readonly hours: readonly Pick<HourConsumption, 'hour' | 'total'>[];
}

/**
 * Share of a day's consumption that usually comes after a time of day, 0..1: by the hours of recent complete days of
 * the same sort as `date` (working day or not). Without any, what is left of the day by the clock.
 *
 * @param elapsed share of the day that has passed by the clock, 0..1
 */
export function shareToCome(days: readonly DayByHour[], date: DayByHour['date'], elapsed: number): number {
  const isRestDay = isPeakExempt(date);
  const alike = measuredDays(days)
    .filter((day) => day.total > 0 && isPeakExempt(day.date) === isRestDay)
    .slice(-PROFILE_DAYS);
  const whole = alike.reduce((sum, day) => sum + day.total, 0);
  if (whole === 0) return 1 - elapsed;
  const passedHours = elapsed * HOURS;
  const after = alike.reduce((sum, day) => sum + totalAfter(day, passedHours), 0);
  return after / whole;
}

/** What a day consumed after so many hours of the clock; the hour that is cut counts in part. */
function totalAfter(day: DayByHour, passedHours: number): number {
  return day.hours.reduce(
    (sum, { hour, total }) => sum + total * Math.min(1, Math.max(0, hour + 1 - passedHours)),
    0,
  );
}
