import { type CivilDate, daysBetween } from './civil-day.ts';
import { addMonths, type CivilMonth, daysInMonth, monthOf } from './civil-month.ts';

/** A day of every month, 1 to 31 (the last one where a month is shorter), or one date. */
export type Due = number | CivilDate;

/** The next day on which something is due, today included; of one date that date, even when it is over. */
export function nextDueDate(due: Due, today: CivilDate): CivilDate {
  if (typeof due === 'string') return due;
  const thisMonth = dueIn(monthOf(today), due);
  return thisMonth >= today ? thisMonth : dueIn(addMonths(monthOf(today), 1), due);
}

/** Days until something is due; negative when it was due before today. */
export function daysUntilDue(due: Due, today: CivilDate): number {
  return daysBetween(today, nextDueDate(due, today));
}

function dueIn(month: CivilMonth, day: number): CivilDate {
  return `${month}-${String(Math.min(day, daysInMonth(month))).padStart(2, '0')}` as CivilDate;
}
