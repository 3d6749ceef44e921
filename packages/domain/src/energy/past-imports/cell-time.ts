import { parseLocalTime } from '../../base/time/local-clock.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, offsetMsAt } from '../../base/time/zone.ts';
import type { FileReading, PastTime } from './file-reading.ts';

/** The parts of a cell with a date, a time of day, or both. */
export interface Moment {
  /** Midnight of the date as epoch ms, as if local time were UTC; null without a date. */
  readonly day: number | null;
  /** Time of day in milliseconds, up to 24:00; null without a time. */
  readonly clock: number | null;
  /** Minutes east of UTC, if the cell states an offset. */
  readonly offset: number | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const PORTUGUESE: Readonly<Record<string, string>> = {
  fev: 'feb',
  abr: 'apr',
  mai: 'may',
  ago: 'aug',
  set: 'sep',
  out: 'oct',
  dez: 'dec',
};
const ZONES: Readonly<Record<string, number>> = { Z: 0, UTC: 0, GMT: 0, BRT: -180, AMT: -240 };
const MINUTES_AN_HOUR = 60;
const NOON = 12;
/** Added to years of two digits: no meter data are older. */
const CENTURY = 2_000;
const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 80_000;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

const WEEKDAY = /^(?:dom|seg|ter|qua|qui|sex|s[áa]b|sun|mon|tue|wed|thu|fri|sat)[a-zç-]*\.?,?\s+/i;
/** The end of an interval after its start: `00:00 - 00:15`, `00:00 às 00:15`, `… 00:00 to 2025-03-04 00:15`. */
const RANGE_END =
  /(\d[:h]\d{2}(?::\d{2})?(?:\s?[ap]m)?)\s+(?:[-–]|[aà]s?|até|to|hasta)\s+(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}[\sT])?\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]m)?$/i;
/** A cell with two times of day and no date. After a date, `00:00-03:00` is a time with its offset from UTC. */
const CLOCK_RANGE =
  /^(\d{1,2}(?:[:h]\d{0,2})?)(?::\d{2})?\s*(?:[-–/]|[aà]s?|até)\s*(\d{1,2}(?:[:h]\d{0,2})?)(?::\d{2})?$/;
const MINUTES_A_DAY = 1_440;
const RANGE_MINUTES = [5, 10, 15, 30, 60];
const OFFSET =
  /\s*(?:(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?|(Z|UTC|GMT|BRT|AMT))(?:\s?(?:\[[\w/]+\]|\([^()]+\)))?$/i;
/** A time as a fraction of a day, in a column beside the day's serial number. */
const FRACTION = /^0?[.,]\d+$|^0$/;
const MINUTE_TOLERANCE = 0.01;
const CLOCK = /^(\d{1,2})(?:[:h](\d{2})(?:[:m](\d{2})(?:[.,]\d+)?)?(?:min|s)?|h)?\s*([ap])?\.?\s?m?\.?$/i;
/** `15.30` after a date. */
const DOTTED_CLOCK = /^(\d{1,2})\.(\d{2})(?=$|\.)/;
const HAS_CLOCK = /[:h]|[ap]\.?\s?m\.?$/i;
const STARTS_COMPACT = /^\d{8}/;
const COMPACT = /^(\d{2})(\d{2})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2}):?(\d{2})?)?$/;
const NUMERIC = /^(\d{1,4})([/. -])(\d{1,2})\2(\d{1,4})(?=$|[\sT,-])/;
const NAMED = /^(\d{1,2})(?:[\s./-]|\sde\s)+([a-zç]{3,9})\.?(?:[\s./-]|\sde\s)+(\d{4}|\d{2})(?=$|[\sT,-])/i;
const NAME_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?=$|[\sT,-])/i;
const SECONDS = /^\d{9,11}(?:[.,]\d+)?$/;
const MILLISECONDS = /^\d{13}$/;
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;

function dayOf(year: number, month: number, day: number): number | null {
  const full = year < 100 ? CENTURY + year : year;
  const at = Date.UTC(full, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : null;
}

/** Parses `0:15`, `24:00`, `15h00` or `3:00:00 PM` to milliseconds since midnight; null: no time of day. */
export function parseClock(text: string): number | null {
  const parts = HAS_CLOCK.test(text) ? CLOCK.exec(text) : null;
  if (parts === null) return null;
  const [, hours, minutes = '0', seconds = '0', half] = parts;
  const hour = half === undefined ? Number(hours) : (Number(hours) % NOON) + (/p/i.test(half) ? NOON : 0);
  const clock = hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1_000;
  return Number(minutes) < MINUTES_AN_HOUR && Number(seconds) < MINUTES_AN_HOUR && clock <= DAY_MS
    ? clock
    : null;
}

/**
 * The start of a cell such as `00:00-00:15` or `0-1`, ms since midnight; null if its length is no usual interval
 * (`RANGE_MINUTES`).
 */
function rangeStart(text: string): number | null {
  const parts = CLOCK_RANGE.exec(text);
  if (parts === null) return null;
  const [start, end] = parts.slice(1).map((part) => parseClock(/[:h]/.test(part) ? part : `${part}h`));
  if (start == null || end == null) return null;
  const minutes = ((end - start) / MINUTE_MS + MINUTES_A_DAY) % MINUTES_A_DAY;
  return RANGE_MINUTES.some((each) => minutes === each || minutes === each - 1) ? start : null;
}

/** Whether a cell states the start and the end of an interval. */
export const isRange = (cell: string): boolean => RANGE_END.test(cell) || rangeStart(cell) !== null;

function fractionOf(text: string): Moment | null {
  const minutes = FRACTION.test(text) ? Number(text.replace(',', '.')) * MINUTES_A_DAY : Number.NaN;
  const rounded = Math.round(minutes);
  return Math.abs(minutes - rounded) < MINUTE_TOLERANCE
    ? { day: null, clock: rounded * MINUTE_MS, offset: null }
    : null;
}

const monthOf = (name: string): number => {
  const short = name.slice(0, 3).toLowerCase();
  return MONTHS.indexOf(PORTUGUESE[short] ?? short) + 1;
};

type Order = 'dmy' | 'mdy' | 'ymd';

/** Midnight of a day (`Moment.day`) from the three parts of its date; null if there is no such day. */
const dayByOrder = (parts: readonly [number, number, number], order: Order): number | null => {
  const [a, b, c] = parts;
  if (order === 'ymd') return dayOf(a, b, c);
  return order === 'dmy' ? dayOf(c, b, a) : dayOf(c, a, b);
};

/** Digits of a year in a date; the other parts have at most two. */
const YEAR_DIGITS = 4;

/** Splits a text into the date at its beginning and the rest; null without a date. `day` is null for an impossible date. */
function splitDate(text: string, order: Order): { day: number | null; rest: string } | null {
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [total, first, , second, third] = numeric.map(String) as [string, string, string, string, string];
    const isYearFirst = first.length === YEAR_DIGITS;
    if (order === 'ymd' && !isYearFirst && third.length > 2) return null;
    const parts = [Number(first), Number(second), Number(third)] as const;
    return { day: dayByOrder(parts, isYearFirst ? 'ymd' : order), rest: text.slice(total.length) };
  }
  if (order !== 'dmy') {
    const first = order === 'mdy' ? NAME_FIRST.exec(text) : null;
    if (first === null) return null;
    const [total, name, day, year] = first.map(String) as [string, string, string, string];
    return { day: dayOf(Number(year), monthOf(name), Number(day)), rest: text.slice(total.length) };
  }
  const named = NAMED.exec(text);
  if (named === null) return null;
  const [total, day, name, year] = named.map(String) as [string, string, string, string];
  return { day: dayOf(Number(year), monthOf(name), Number(day)), rest: text.slice(total.length) };
}

function offsetOf(text: string): { offset: number | null; rest: string } {
  const parts = OFFSET.exec(text);
  if (parts === null) return { offset: null, rest: text };
  const [total, sign, hours, minutes = '0', name] = parts;
  const offset =
    name === undefined
      ? (Number(hours) * MINUTES_AN_HOUR + Number(minutes)) * (sign === '-' ? -1 : 1)
      : (ZONES[name.toUpperCase()] as number);
  return { offset, rest: text.slice(0, text.length - total.length) };
}

function compactOf(text: string, order: Order): Moment | null {
  const parts = COMPACT.exec(text);
  if (parts === null) return null;
  const [, first, second, third, fourth, hours, minutes, seconds = '00'] = parts;
  const [start, end] = [Number(`${first}${second}`), Number(`${third}${fourth}`)];
  const midnight =
    dayOf(start, Number(third), Number(fourth)) ??
    (order === 'ymd' ? null : dayByOrder([Number(first), Number(second), end], order));
  const clock = hours === undefined ? null : parseClock(`${hours}:${minutes}:${seconds}`);
  return midnight === null ? null : { day: midnight, clock, offset: null };
}

function serialOf(text: string): Moment | null {
  const days = SERIAL.test(text) ? Number(text.replace(',', '.')) : 0;
  if (days < FIRST_SERIAL || days > LAST_SERIAL) return null;
  // Serial numbers have about six decimals, a tenth of a second: they are rounded to the second.
  const seconds = Math.round((days % 1) * (DAY_MS / 1_000));
  return { day: SERIAL_EPOCH + Math.floor(days) * DAY_MS, clock: seconds * 1_000, offset: null };
}

const FIRST_EPOCH = Date.UTC(2000, 0, 1);
const LAST_EPOCH = Date.UTC(2060, 0, 1);

function epochOf(text: string): Moment | null {
  const at = MILLISECONDS.test(text)
    ? Number(text)
    : SECONDS.test(text)
      ? Math.floor(Number(text.replace(',', '.')) * 1_000)
      : null;
  if (at === null || at < FIRST_EPOCH || at > LAST_EPOCH) return null;
  const clock = at % DAY_MS;
  return { day: at - clock, clock, offset: 0 };
}

/** Possible meanings of a cell, one for each date. */
export const momentsOf = (cell: string): readonly Moment[] => {
  const all = (['ymd', 'dmy', 'mdy', 'epoch', 'serial'] as const).flatMap((time) => {
    const moment = parseMoment(cell, time);
    const isIn =
      moment !== null && moment.day !== null && moment.day >= FIRST_EPOCH && moment.day < LAST_EPOCH;
    return isIn ? [moment] : [];
  });
  return [...new Map(all.map((moment) => [moment.day, moment])).values()];
};

/** Parses a cell with a date, a time of day or both; `time` states how the date is written. Null: neither. */
export function parseMoment(cell: string, time: PastTime): Moment | null {
  if (time === 'changing') return momentsOf(cell)[0] ?? parseMoment(cell, 'ymd');
  if (time === 'epoch') return epochOf(cell);
  if (time === 'serial') return serialOf(cell) ?? fractionOf(cell);
  const text = cell.replace(WEEKDAY, '').replace(RANGE_END, '$1');
  const clockAlone = parseClock(text) ?? rangeStart(text);
  if (clockAlone !== null) return { day: null, clock: clockAlone, offset: null };
  const compact = STARTS_COMPACT.test(text) ? compactOf(offsetOf(text).rest, time) : null;
  if (compact !== null) return { ...compact, offset: compact.clock === null ? null : offsetOf(text).offset };
  const date = splitDate(text, time);
  if (date === null || date.day === null) return null;
  const behind = date.rest.replace(/^(?:T|[\s,-]+(?:[àa]s\s+)?)/i, '');
  if (behind === '') return { day: date.day, clock: null, offset: null };
  const { offset, rest } = offsetOf(behind.replace(DOTTED_CLOCK, '$1:$2'));
  const clock = parseClock(rest);
  return clock === null ? null : { day: date.day, clock, offset };
}

type ZoneRule = Pick<FileReading, 'zone'>;

/** The instant at which a zone has a local date and time. */
export function instantOf(day: number, clock: number, offset: number | null, { zone }: ZoneRule): Instant {
  const local = day + clock;
  if (offset !== null) return (local - offset * MINUTE_MS) as Instant;
  return parseLocalTime(new Date(local).toISOString().slice(0, -1), zone) as Instant;
}

/** The second instant at which the local clock shows the same time, if it is put back within a day; else null. */
export function whenShownAgain(at: Instant, { zone }: ZoneRule): Instant | null {
  const offset = offsetMsAt(at + DAY_MS, zone);
  const later = at + offsetMsAt(at, zone) - offset;
  return later > at && offsetMsAt(later, zone) === offset ? (later as Instant) : null;
}
