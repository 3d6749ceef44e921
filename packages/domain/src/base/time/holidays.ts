import { addDays, type CivilDate, civilDate, daysFrom, weekdayOf } from './civil-day.ts';

interface HolidayOptions {
  /** First year in which 20 November is a holiday (Lei 14.759/2023); null: never. Whether it has peak hours is not confirmed. */
  readonly blackAwarenessFrom?: number | null;
}

const BLACK_AWARENESS_FROM = 2024;
const FIRST_GREGORIAN_YEAR = 1583;

/** Fixed holidays of the table of peak-exempt days (REN ANEEL 1.000/2021, art. 2). */
const FIXED: readonly (readonly [day: string, name: string])[] = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['12-25', 'Natal'],
];

/** Days from Easter Sunday. Carnival Monday and Ash Wednesday are ordinary days for peak hours. */
const MOVABLE: readonly (readonly [days: number, name: string])[] = [
  [-47, 'Terça-feira de Carnaval'],
  [-2, 'Sexta-feira da Paixão'],
  [60, 'Corpus Christi'],
];

/** Easter of the Gregorian calendar, by Meeus, Jones and Butcher. @throws RangeError before 1583. */
export function easterSunday(year: number): CivilDate {
  if (!Number.isInteger(year) || year < FIRST_GREGORIAN_YEAR) throw new RangeError(`no Easter in ${year}`);
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leapShift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + leapShift + 15) % 30;
  const moon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0);
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  return addDays(civilDate(`${year}-03-22`), moon + weekday);
}

/** The holidays of each year, with and without 20 November. */
const yearsWith = new Map<number, ReadonlyMap<CivilDate, string>>();
const yearsWithout = new Map<number, ReadonlyMap<CivilDate, string>>();

function computeHolidays(year: number, withBlackAwareness: boolean): ReadonlyMap<CivilDate, string> {
  const easter = easterSunday(year);
  const fixed = FIXED.map(([day, name]): [CivilDate, string] => [civilDate(`${year}-${day}`), name]);
  const movable = MOVABLE.map(([days, name]): [CivilDate, string] => [addDays(easter, days), name]);
  const optional: [CivilDate, string][] = withBlackAwareness
    ? [[civilDate(`${year}-11-20`), 'Zumbi e Consciência Negra']]
    : [];
  return new Map([...fixed, ...movable, ...optional].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The national holidays of a year with their names, in order. They have no peak hours. @throws RangeError before 1583. */
export function nationalHolidays(year: number, options: HolidayOptions = {}): ReadonlyMap<CivilDate, string> {
  const { blackAwarenessFrom = BLACK_AWARENESS_FROM } = options;
  const withBlackAwareness = blackAwarenessFrom !== null && year >= blackAwarenessFrom;
  const years = withBlackAwareness ? yearsWith : yearsWithout;
  const cached = years.get(year);
  if (cached) return cached;
  const holidays = computeHolidays(year, withBlackAwareness);
  years.set(year, holidays);
  return holidays;
}

/** Whether a day is a national holiday; it may fall on a weekend. @throws RangeError before 1583. */
export function isNationalHoliday(date: CivilDate, options: HolidayOptions = {}): boolean {
  return nationalHolidays(Number(date.slice(0, 4)), options).has(date);
}

/** Weekends and national holidays have no peak hours (REN ANEEL 1.000/2021, art. 2). @throws RangeError before 1583. */
export function isPeakExempt(date: CivilDate, options: HolidayOptions = {}): boolean {
  return isWeekend(date) || isNationalHoliday(date, options);
}

export function isWeekend(date: CivilDate): boolean {
  const weekday = weekdayOf(date);
  return weekday === 0 || weekday === 6;
}

/** Number of working days from the first to the last, both included: neither weekends nor national holidays. */
export function workingDaysIn(first: CivilDate, last: CivilDate): number {
  return daysFrom(first, last).filter((date) => !isPeakExempt(date)).length;
}
