import type { Brand } from '../units/brand.ts';

const OFFSET = /GMT(?:([+\u2212-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * Parses the 'longOffset' of `Intl`, such as 'GMT-03:00', 'GMT-03:06:28' or 'GMT'. @returns milliseconds, positive east of UTC
 * @throws RangeError
 */
export function parseOffset(text: string): number {
  const match = OFFSET.exec(text);
  if (!match) throw new RangeError(`no offset in '${text}'`);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === undefined || sign === '+' ? size : -size;
}

/** A point in time: whole milliseconds since 1970-01-01T00:00Z. */
export type Instant = Brand<number, 'Instant'>;

/** A name of the IANA time zone database, such as 'America/Sao_Paulo', that `Intl` supports here. */
export type Zone = Brand<string, 'Zone'>;

/** The zone of an establishment without a zone of its own (spec, section 9). */
export const DEFAULT_ZONE = 'America/Sao_Paulo' as Zone;

/** The zone of stored instants. */
export const UTC = 'UTC' as Zone;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
/** A UTC day. A civil day is an hour longer or shorter when clocks change. */
export const DAY_MS = 86_400_000;

const FURTHEST_MS = 8.64e15;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
/** Maximum number of cached days of one zone, about a century. A full cache is cleared. */
const MAX_DAYS = 40_000;

/** @throws RangeError unless `epochMs` is a whole number within the range of `Date`. */
export function instant(epochMs: number): Instant {
  if (!Number.isInteger(epochMs) || Math.abs(epochMs) > FURTHEST_MS) {
    throw new RangeError(`not an instant: ${epochMs}`);
  }
  return epochMs as Instant;
}

/** Cached zones by exact name, some hundreds at most. `Intl` takes a quarter of a millisecond for each look-up. */
const exactNames = new Map<string, Zone>();

/**
 * The zone of a name in any letter case, in the letter case of the IANA database; null if there is none. An alias is returned as
 * it is.
 */
export function parseZone(text: string): Zone | null {
  const remembered = exactNames.get(text);
  if (remembered !== undefined) return remembered;
  if (!ZONE_NAME.test(text)) return null;
  try {
    const canonicalZone = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
    if (canonicalZone === text) exactNames.set(text, text as Zone);
    return (canonicalZone.toLowerCase() === text.toLowerCase() ? canonicalZone : text) as Zone;
  } catch {
    return null;
  }
}

/** Offset from UTC during one UTC day: constant, or `before` and `after` a change at `at`. In ms. */
type DayOffset = number | { readonly at: number; readonly before: number; readonly after: number };

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, DayOffset>;
}

const clocks = new Map<Zone, ZoneClock>();

function clockOf(zone: Zone): ZoneClock {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const clock: ZoneClock = { format, days: new Map() };
  clocks.set(zone, clock);
  return clock;
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  return parseOffset(format.format(at));
}

/** The first whole second in (from, to] at which `reached` is true. From there on it must stay true. */
export function firstSecond(from: number, to: number, reached: (at: number) => boolean): number {
  let low = Math.floor(from / SECOND_MS);
  let high = Math.ceil(to / SECOND_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reached(middle * SECOND_MS)) high = middle;
    else low = middle;
  }
  return high * SECOND_MS;
}

function readDay(format: Intl.DateTimeFormat, day: number): DayOffset {
  const start = day * DAY_MS;
  const end = Math.min(start + DAY_MS, FURTHEST_MS);
  const before = readOffset(format, start);
  const after = readOffset(format, end);
  if (before === after) return before;
  return { at: firstSecond(start, end, (at) => readOffset(format, at) !== before), before, after };
}

/** Milliseconds that a zone's clock is ahead of UTC at an instant; negative west of Greenwich. */
export function offsetMsAt(at: number, zone: Zone): number {
  const { format, days } = clockOf(zone);
  const day = Math.floor(at / DAY_MS);
  let offset = days.get(day);
  if (offset === undefined) {
    offset = readDay(format, day);
    if (days.size >= MAX_DAYS) days.clear();
    days.set(day, offset);
  }
  if (typeof offset === 'number') return offset;
  return at < offset.at ? offset.before : offset.after;
}

/** Minutes that a zone's clock is ahead of UTC: -180 in São Paulo. Local mean times of the past have fractions. */
export function offsetMinutesAt(at: Instant, zone: Zone): number {
  return offsetMsAt(at, zone) / MINUTE_MS;
}
