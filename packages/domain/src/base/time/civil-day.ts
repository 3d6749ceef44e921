import type { Brand } from '../units/brand.ts';
import { DAY_MS, firstSecond, HOUR_MS, type Instant, offsetMsAt, type Zone } from './zone.ts';

/** A calendar day without a time zone, 'YYYY-MM-DD', in years 0001 to 9999. */
export type CivilDate = Brand<string, 'CivilDate'>;

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** One hour of the local clock, [start, end): 60 minutes, less where the clock jumps within it. */
export interface CivilHour {
  readonly hour: number;
  readonly start: Instant;
  readonly end: Instant;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const EPOCH_WEEKDAY = 4;
/** Greater than every offset from UTC in the IANA database, local mean times included. */
const MAX_OFFSET_MS = 16 * HOUR_MS;

/** Maximum number of cached dates, about a century. A full cache is cleared. Formatting a date costs 20 times a lookup. */
const MAX_DATES = 40_000;
const dates = new Map<number, CivilDate>();
/** The reverse cache: days since 1970-01-01 by date. */
const numbers = new Map<CivilDate, number>();

/** Days since 1970-01-01. */
export function dayNumber(date: CivilDate): number {
  return numbers.get(date) ?? Date.parse(date) / DAY_MS;
}

/** The day that is `day` days after 1970-01-01. @throws RangeError outside years 0001 to 9999. */
export function civilDateOf(day: number): CivilDate {
  const civilDate = dates.get(day);
  if (civilDate) return civilDate;
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) throw new RangeError(`no civil date: day ${day}`);
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10) as CivilDate;
  if (dates.size >= MAX_DATES) for (const cache of [dates, numbers]) cache.clear();
  dates.set(day, date);
  numbers.set(date, day);
  return date;
}

/** Whether a text is an existing day, written 'YYYY-MM-DD'. */
export function isCivilDate(text: string): text is CivilDate {
  if (!DATE.test(text)) return false;
  const day = Date.parse(text) / DAY_MS;
  return day >= FIRST_DAY && new Date(day * DAY_MS).toISOString().startsWith(text);
}

/** @throws RangeError unless the text is an existing day, written 'YYYY-MM-DD'. */
export function civilDate(text: string): CivilDate {
  if (!isCivilDate(text)) throw new RangeError(`not a civil date: '${text}'`);
  return text;
}

/** The local calendar day at an instant. */
export function civilDateAt(at: Instant, zone: Zone): CivilDate {
  return civilDateOf(Math.floor((at + offsetMsAt(at, zone)) / DAY_MS));
}

/** The time of day that the local clock shows, in milliseconds: 0 to 86,399,999. */
export function clockMsAt(at: number, zone: Zone): number {
  const local = at + offsetMsAt(at, zone);
  return local - Math.floor(local / DAY_MS) * DAY_MS;
}

/**
 * Returns a function like `clockMsAt` for instants of one local day [start, end). The function only subtracts if the offset from
 * UTC does not change within the day.
 */
export function clockWithin(start: Instant, end: Instant, zone: Zone): (at: number) => number {
  const isPlain = end - start === DAY_MS && offsetMsAt(start, zone) === offsetMsAt(end - 1, zone);
  return isPlain ? (at) => at - start : (at) => clockMsAt(at, zone);
}

/** The hour that the local clock shows at an instant, 0 to 23. */
export function civilHourAt(at: Instant, zone: Zone): number {
  return Math.floor(clockMsAt(at, zone) / HOUR_MS);
}

/**
 * The first instant of a local day. If the clock skips midnight, the day begins at the jump. A day that a zone skips starts and
 * ends at the same instant.
 */
export function startOfDay(date: CivilDate, zone: Zone): Instant {
  const midnight = dayNumber(date) * DAY_MS;
  const before = offsetMsAt(midnight - MAX_OFFSET_MS, zone);
  const after = offsetMsAt(midnight + MAX_OFFSET_MS, zone);
  const early = midnight - before;
  if (before === after || offsetMsAt(early, zone) === before) return early as Instant;
  const late = midnight - after;
  if (offsetMsAt(late, zone) === after) return late as Instant;
  return firstSecond(late, early, (at) => offsetMsAt(at, zone) !== before) as Instant;
}

/** The first instant after a local day. @throws RangeError for 9999-12-31. */
export function endOfDay(date: CivilDate, zone: Zone): Instant {
  return startOfDay(addDays(date, 1), zone);
}

/** @throws RangeError outside years 0001 to 9999. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return civilDateOf(dayNumber(date) + days);
}

/** Days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: CivilDate, b: CivilDate): number {
  return dayNumber(b) - dayNumber(a);
}

export function earlierDay(a: CivilDate, b: CivilDate): CivilDate {
  return daysBetween(a, b) >= 0 ? a : b;
}

export function laterDay(a: CivilDate, b: CivilDate): CivilDate {
  return daysBetween(a, b) >= 0 ? b : a;
}

export function weekdayOf(date: CivilDate): Weekday {
  return ((((dayNumber(date) + EPOCH_WEEKDAY) % 7) + 7) % 7) as Weekday;
}

/** The days from the first to the last, both included; none when the last is earlier. */
export function daysFrom(first: CivilDate, lastIncluded: CivilDate): CivilDate[] {
  const last = dayNumber(lastIncluded);
  const days: CivilDate[] = [];
  for (let day = dayNumber(first); day <= last; day++) days.push(civilDateOf(day));
  return days;
}

/** The hours of a day on the local clock, in order: a skipped hour is absent, a repeated one appears twice. */
export function hoursOfDay(date: CivilDate, zone: Zone): CivilHour[] {
  const end = endOfDay(date, zone);
  const hours: CivilHour[] = [];
  let start = startOfDay(date, zone);
  while (start < end) {
    const clock = clockMsAt(start, zone);
    const hour = Math.floor(clock / HOUR_MS);
    const offset = offsetMsAt(start, zone);
    let next = Math.min(start + (hour + 1) * HOUR_MS - clock, end);
    if (offsetMsAt(next - 1, zone) !== offset) {
      next = firstSecond(start, next, (at) => offsetMsAt(at, zone) !== offset);
    }
    hours.push({ hour, start, end: next as Instant });
    start = next as Instant;
  }
  return hours;
}
