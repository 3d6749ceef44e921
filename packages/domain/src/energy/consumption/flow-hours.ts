import type { CivilDate } from '../../base/time/civil-day.ts';
import type { HourConsumption } from '../../telemetry/intervals/totals.ts';

/** Of a day of a water meter, what leaks are looked for in. */
export interface DayOfFlow {
  readonly date: CivilDate;
  readonly hours: readonly Pick<HourConsumption, 'hour' | 'total' | 'presentQuarters'>[];
}

/**
 * Only the hours that were measured whole. A board that sends all the time fills the four quarters of an hour, a
 * counter that is read once an hour fills one: whole is as many as the meter usually fills.
 */
export function wholeHours(days: readonly DayOfFlow[]): DayOfFlow[] {
  const filled = days.flatMap(({ hours }) =>
    hours.flatMap(({ presentQuarters }) => (presentQuarters > 0 ? [presentQuarters] : [])),
  );
  const usual = filled.length === 0 ? 0 : medianOf(filled);
  return days.map(({ date, hours }) => ({
    date,
    hours: hours.filter(({ presentQuarters }) => presentQuarters > 0 && presentQuarters >= usual),
  }));
}

/** The middle value, or the mean of the two middle ones. @param values at least one */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] as number;
  return (lower + upper) / 2;
}
