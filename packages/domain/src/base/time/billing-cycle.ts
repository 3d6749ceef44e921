import { addDays, type CivilDate, daysBetween } from './civil-day.ts';
import { addMonths, type CivilMonth, dayOfMonth, firstDayOf, lastDayOf, monthOf } from './civil-month.ts';

/** First and last day of one bill, both included. */
export interface BillingCycle {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** Day of the month on which the meter is read, 1 to 31; null for a bill by civil months. */
export type ReadDay = number | null;

const MAX_MONTH = 31;

export function isReadDay(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_MONTH;
}

/**
 * The cycle that begins in a month on `readDay`, or on the last day of a shorter month; the civil month if `readDay` is null.
 * @throws RangeError unless the read day is null or 1 to 31.
 */
export function billingCycleFrom(month: CivilMonth, readDay: ReadDay): BillingCycle {
  if (readDay === null) return { first: firstDayOf(month), last: lastDayOf(month) };
  if (!isReadDay(readDay)) throw new RangeError(`not a read day: ${readDay}`);
  return {
    first: dayOfMonth(month, readDay),
    last: addDays(dayOfMonth(addMonths(month, 1), readDay), -1),
  };
}

/** The cycle that contains a day (spec, section 4). @throws RangeError unless the read day is null or 1 to 31. */
export function billingCycleAt(today: CivilDate, readDay: ReadDay): BillingCycle {
  const month = monthOf(today);
  const cycle = billingCycleFrom(month, readDay);
  return cycle.first <= today ? cycle : billingCycleFrom(addMonths(month, -1), readDay);
}

/** The cycle that ends the day before this one begins. */
export function previousCycle(cycle: BillingCycle, readDay: ReadDay): BillingCycle {
  return billingCycleAt(addDays(cycle.first, -1), readDay);
}

export function daysInCycle(cycle: BillingCycle): number {
  return daysBetween(cycle.first, cycle.last) + 1;
}
