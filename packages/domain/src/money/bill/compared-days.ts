import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { addDays, type CivilDate, daysBetween, earlierDay } from '../../base/time/civil-day.ts';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '../../base/time/civil-month.ts';
import { type ReadingCalendar, readingCycleAt, readingCycleBefore } from '../../base/time/reading-cycles.ts';

/** Two periods of whole days to be compared. */
export interface ComparedDays {
  readonly before: BillingCycle;
  readonly after: BillingCycle;
  /** Whether `before` is only the first days of its period, as many as `after` has. */
  readonly isPart: boolean;
}

const WEEK_DAYS = 7;

/**
 * A period, and the one before it: of a cycle the cycle before, of a civil month the month before, of a day the same day of
 * the week before, else as many days before. Today is left out, as it is not over: a period that has not ended is compared
 * with as many first days of the one before; where it has no day that is over, the period before stands in its place.
 */
export function comparedDays(days: BillingCycle, today: CivilDate, calendar: ReadingCalendar): ComparedDays {
  const previous = periodBefore(days, calendar);
  if (days.first >= today) return comparedDays(previous, today, calendar);
  const after = { first: days.first, last: earlierDay(days.last, addDays(today, -1)) };
  if (after.last === days.last) return { before: previous, after, isPart: false };
  const count = daysBetween(after.first, after.last);
  const last = earlierDay(previous.last, addDays(previous.first, count));
  return { before: { first: previous.first, last }, after, isPart: last < previous.last };
}

function periodBefore(days: BillingCycle, calendar: ReadingCalendar): BillingCycle {
  const { first, last } = days;
  if (first === last) return { first: addDays(first, -WEEK_DAYS), last: addDays(first, -WEEK_DAYS) };
  if (readingCycleAt(first, calendar).first === first && readingCycleAt(first, calendar).last === last)
    return readingCycleBefore(days, calendar);
  const month = monthOf(first);
  if (first === firstDayOf(month) && last === lastDayOf(month)) {
    const before = addMonths(month, -1);
    return { first: firstDayOf(before), last: lastDayOf(before) };
  }
  return { first: addDays(first, -daysBetween(first, last) - 1), last: addDays(first, -1) };
}
