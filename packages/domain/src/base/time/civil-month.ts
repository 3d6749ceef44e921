import type { Brand } from '../units/brand.ts';
import { type CivilDate, earlierDay, laterDay } from './civil-day.ts';

/** A month of the calendar, 'YYYY-MM', in years 0001 to 9999. */
export type CivilMonth = Brand<string, 'CivilMonth'>;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const MONTH_OF_YEAR = /^(0[1-9]|1[0-2])\/(\d{4})$/;

function monthNumber(month: CivilMonth): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

/** Whether a text is a month, written 'YYYY-MM'. */
export function isCivilMonth(text: string): text is CivilMonth {
  return MONTH.test(text) && !text.startsWith('0000');
}

/** @throws RangeError unless the text is a month, written 'YYYY-MM'. */
export function civilMonth(text: string): CivilMonth {
  if (!isCivilMonth(text)) throw new RangeError(`not a civil month: '${text}'`);
  return text;
}

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7) as CivilMonth;
}

/** A day of a month, 1 to 31, or the last day of a shorter month. */
export function dayOfMonth(month: CivilMonth, day: number): CivilDate {
  return `${month}-${String(Math.min(day, daysInMonth(month))).padStart(2, '0')}` as CivilDate;
}

export function firstDayOf(month: CivilMonth): CivilDate {
  return dayOfMonth(month, 1);
}

export function lastDayOf(month: CivilMonth): CivilDate {
  return dayOfMonth(month, daysInMonth(month));
}

/** 28 to 31. */
export function daysInMonth(month: CivilMonth): number {
  const year = Number(month.slice(0, 4));
  const ordinal = Number(month.slice(5));
  if (ordinal !== 2) return ordinal === 4 || ordinal === 6 || ordinal === 9 || ordinal === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** @throws RangeError outside years 0001 to 9999. */
export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const number = monthNumber(month) + months;
  const year = String(Math.floor(number / 12)).padStart(4, '0');
  return civilMonth(`${year}-${String((number % 12) + 1).padStart(2, '0')}`);
}

/** Months from `a` to `b`; negative when `b` is earlier. */
export function monthsBetween(a: CivilMonth, b: CivilMonth): number {
  return monthNumber(b) - monthNumber(a);
}

/** The `count` months that end with `last`, oldest first. */
export function lastMonths(last: CivilMonth, count: number): CivilMonth[] {
  return Array.from({ length: count }, (_, index) => addMonths(last, index - count + 1));
}

/** The days of consecutive months that lie within an interval of days; null if none does. */
export function daysOfMonths(
  months: readonly CivilMonth[],
  earliest: CivilDate,
  latest: CivilDate,
): { readonly first: CivilDate; readonly last: CivilDate } | null {
  const inOrder = months.toSorted();
  const first = laterDay(firstDayOf(inOrder[0] as CivilMonth), earliest);
  const last = earlierDay(lastDayOf(inOrder.at(-1) as CivilMonth), latest);
  return first > last ? null : { first, last };
}

/** Parses 'MM/YYYY', the format of the API; null if the text is no month. */
export function parseMonthOfYear(text: string): CivilMonth | null {
  const [, month, year] = MONTH_OF_YEAR.exec(text) ?? [];
  const read = `${year}-${month}`;
  return isCivilMonth(read) ? read : null;
}

/** @returns 'MM/YYYY', the format of the API. */
export function toMonthOfYear(month: CivilMonth): string {
  return `${month.slice(5)}/${month.slice(0, 4)}`;
}
