import { type CivilDate, daysBetween } from './civil-day.ts';
import { addMonths, dayOfMonth, monthOf } from './civil-month.ts';

/** A day of every month, 1 to 31 (the last day of a shorter month), or a single date. */
export type Due = number | CivilDate;

/** The next due day, today included. A single date is returned even if it has passed. */
export function nextDueDate(due: Due, today: CivilDate): CivilDate {
  if (typeof due === 'string') return due;
  const thisMonth = dayOfMonth(monthOf(today), due);
  return thisMonth >= today ? thisMonth : dayOfMonth(addMonths(monthOf(today), 1), due);
}

/** Days until the due day; negative if a single date has passed. */
export function daysUntilDue(due: Due, today: CivilDate): number {
  return daysBetween(today, nextDueDate(due, today));
}
