import { addDays, type CivilDate, civilDate, weekdayOf } from '@nascente/domain/base/time/civil-day';
import { easterSunday } from '@nascente/domain/base/time/holidays';

const MONDAY = 1;

const onOrAfter = (from: CivilDate, weekday: number): CivilDate =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

/** A bank holiday on a weekend moves to the next working day; those of Christmas move together. */
const workingDays = (from: CivilDate, count: number): CivilDate[] =>
  [0, 1, 2, 3]
    .map((days) => addDays(from, days))
    .filter((day) => weekdayOf(day) % 6 !== 0)
    .slice(0, count);

const holidaysOf = (year: number): readonly CivilDate[] => {
  const day = (monthAndDay: string) => civilDate(`${year}-${monthAndDay}`);
  const easter = easterSunday(year);
  return [
    ...workingDays(day('01-01'), 1),
    addDays(easter, -2),
    addDays(easter, 1),
    ...['05-01', '05-25', '08-25'].map((from) => onOrAfter(day(from), MONDAY)),
    ...workingDays(day('12-25'), 2),
  ];
};

const years = new Map<string, ReadonlySet<CivilDate>>();

/** Bank holidays of England (Banking and Financial Dealings Act 1971), of the years without a royal one. */
export const isBankHoliday = (date: CivilDate): boolean => {
  const year = date.slice(0, 4);
  const holidays = years.get(year) ?? new Set(holidaysOf(Number(year)));
  years.set(year, holidays);
  return holidays.has(date);
};
