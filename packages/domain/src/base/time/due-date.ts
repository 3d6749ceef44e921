import { type CivilDate, daysBetween } from './civil-day.ts';
import { addMonths, dayOfMonth, monthOf } from './civil-month.ts';

/** A day of every month, 1 to 31 (the last one where a month is shorter), or one date. */
export type Due = number | CivilDate;

/** The next day on which something is due, today included; of one date that date, even when it is over. */
export function nextDueDate(due: Due, today: CivilDate): CivilDate {
  if (typeof due === 'string') return due;
  const thisMonth = dayOfMonth(monthOf(today), due);
  return thisMonth >= today ? thisMonth : dayOfMonth(addMonths(monthOf(today), 1), due);
}

/** Days until something is due; negative when it was due before today. */
export function daysUntilDue(due: Due, today: CivilDate): number {
  return daysBetween(today, nextDueDate(due, today));
}
