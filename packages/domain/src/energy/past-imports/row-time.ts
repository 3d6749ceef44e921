import { cellAt } from '../../base/sheet/row-cells.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../base/time/zone.ts';
import { instantOf, type Moment, parseMoment } from './cell-time.ts';
import type { FileReading } from './file-reading.ts';

const TOLERANCE = 0.1;
const HALF = 0.5;

const areAlike = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(one, other);

/** The distinct instants of a file, ascending. */
const sortedOf = (instants: Iterable<number>): Float64Array => {
  const sorted = Float64Array.from(instants).sort();
  let size = 0;
  for (const at of sorted) if (size === 0 || at !== sorted[size - 1]) sorted[size++] = at;
  return sorted.subarray(0, size);
};

/** Index of an instant that the list contains. */
const indexIn = (sorted: Float64Array, at: number): number => {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Returns a function that finds the duration of a row of mean power, at most an hour: the distance to the next row, or to the
 * previous one if instants are ends. In a mostly regular file, a row at a gap takes the shortest of the distances on both sides
 * and `usual`.
 * @param instants - ms, in any order @param usual - the most common distance, ms @param isEnd - whether the instants are ends
 */
export function createPowerDurations(
  instants: Iterable<number>,
  { usual, isEnd }: { readonly usual: number; readonly isEnd: boolean },
): (at: number) => number {
  const sorted = sortedOf(instants);
  /** Distance from an instant to the next one; NaN before the first and after the last instant. */
  const gapAfter = (index: number): number => Number(sorted[index + 1]) - Number(sorted[index]);
  let even = 0;
  for (let index = 1; index < sorted.length - 1; index++)
    if (areAlike(gapAfter(index - 1), gapAfter(index))) even++;
  const isEven = even >= (sorted.length - 2) * HALF;
  return (at) => {
    const index = indexIn(sorted, at);
    const gaps = [-2, -1, 0, 1].map((offset) => gapAfter(index + offset));
    const [nextToOwn, ownSide, otherSide] = (isEnd ? gaps : gaps.toReversed()) as [number, number, number];
    const distance = Number.isNaN(ownSide) ? otherSide : ownSide;
    const isInRun = areAlike(distance, otherSide) || areAlike(distance, nextToOwn);
    const distances = [distance, ...(isEven && !isInRun ? [otherSide, usual] : [])].filter(
      (gap) => !Number.isNaN(gap),
    );
    return Math.min(HOUR_MS, ...distances);
  };
}

const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 1_440;
const SHORTEST_MONTH = 28;
const MINUTES_AN_HOUR = 60;
/** Ends are rounded up to multiples of five minutes: 0:14 and 0:59 mean 0:15 and 1:00. */
const END_GRID_MS = 5 * MINUTE_MS;

/** The interval [from, to) of a row, and the instant `at` that the row states. */
export interface RowTime {
  readonly at: Instant;
  readonly from: Instant;
  readonly to: Instant;
  /** Whether the row names its offset from UTC. */
  readonly hasOffset: boolean;
}

const HOUR_NUMBER = /^(?:h|hora|q|p)?\s?(\d{1,3})\s?[hªº]?$/i;
const COMPACT_CLOCK = /^\d{1,6}$/;
const HOURS_AND_MINUTES = 4;

/** The number in a cell such as `7`, `H7` or `7h`, which numbers an interval of the day; null: no such number. */
export const hourNumber = (cell: string): number | null => {
  const number = HOUR_NUMBER.exec(cell)?.[1];
  return number === undefined ? null : Number(number);
};

const CLOCK_NUMBER = /^\d{1,2}[.,]\d+$|^\d{1,2}$/;

/** Whether a cell can be decimal hours or a fraction of a day. */
export const isClockNumber = (cell: string): boolean => CLOCK_NUMBER.test(cell);

/**
 * Parses `15` (0:15), `0015`, `1530`, `15.30` or `153000` to milliseconds since midnight, without seconds; null: no time of day.
 */
export const compactClock = (text: string): number | null => {
  const cell = text.replace(/^(\d{1,2})[.,](\d{2})$/, '$1$2');
  if (!COMPACT_CLOCK.test(cell)) return null;
  const number = Number(cell.length > HOURS_AND_MINUTES ? cell.slice(0, -2) : cell);
  const [hours, minutes] = [Math.floor(number / 100), number % 100];
  const clock = hours * HOUR_MS + minutes * MINUTE_MS;
  return minutes < MINUTES_AN_HOUR && clock <= DAY_MS ? clock : null;
};

/**
 * Parses a time of day written as a number to milliseconds since midnight; null if it is none, or if `hours` is no kind of
 * number.
 */
export const numberClock = (cell: string, hours: FileReading['hours']): number | null => {
  if (hours === 'hhmm') return compactClock(cell);
  if ((hours !== 'decimal' && hours !== 'fraction') || !isClockNumber(cell)) return null;
  const number = Number(cell.replace(',', '.'));
  // Few decimals do not define the exact time, so it is rounded to the minute.
  const minutes = Math.round(number * (hours === 'decimal' ? MINUTES_AN_HOUR : DAY_MINUTES));
  return minutes > DAY_MINUTES ? null : minutes * MINUTE_MS;
};

const isNumbered = ({ hours }: FileReading): boolean => hours === '1-24' || hours === '0-23';

/** Date and time of day from one or two cells. */
function momentAt(
  cells: readonly string[],
  date: number | null,
  clock: number | null,
  reading: FileReading,
): Moment | null {
  const day = parseMoment(cellAt(cells, date), reading.time);
  if (clock === null || day === null) return day;
  const cell = cellAt(cells, clock);
  if (reading.hours !== 'clock' && !isNumbered(reading)) {
    const number = numberClock(cell, reading.hours);
    return number === null ? null : { ...day, clock: number };
  }
  if (isNumbered(reading)) {
    const number = hourNumber(cell);
    return number === null ? null : { ...day, clock: number * reading.intervalMinutes * MINUTE_MS };
  }
  const time = parseMoment(cell, reading.time);
  return time?.clock == null ? null : { ...day, clock: time.clock, offset: time.offset };
}

/** The instant of a moment. A date without a time counts only if rows last a day or longer. */
function instantAt(moment: Moment, reading: FileReading): Instant | null {
  const { day, clock, offset } = moment;
  const isWholeDayRow = clock === null && reading.intervalMinutes >= DAY_MINUTES;
  if (day === null || (clock === null && !isWholeDayRow)) return null;
  // Interval numbers continue through a clock change: such a day has 46 or 50 half-hours.
  if (isNumbered(reading) && reading.intervalMinutes < MINUTES_AN_HOUR) {
    const midnight = instantOf(day, 0, null, reading);
    const at = midnight + Number(clock);
    return at > instantOf(day + DAY_MS, 0, null, reading) ? null : (at as Instant);
  }
  if (Number(clock) > DAY_MS) return null;
  const isLate = reading.lateMidnight && clock === 0;
  return instantOf(day, isLate ? DAY_MS : Number(clock), offset, reading);
}

/** The day after a number of days, as `Moment.day`; rows of four weeks or longer are months. */
function dayAfter(day: number, days: number): number {
  if (days < SHORTEST_MONTH) return day + Math.floor(days) * DAY_MS;
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function endOf(cells: readonly string[], start: Moment, from: Instant, reading: FileReading): Instant | null {
  const { endColumn, endClockColumn } = reading;
  if (endColumn === null && start.clock === null && start.day !== null)
    return instantOf(dayAfter(start.day, reading.intervalMinutes / DAY_MINUTES), 0, null, reading);
  if (endColumn === null) return (from + reading.intervalMinutes * MINUTE_MS) as Instant;
  const end = momentAt(cells, endColumn, endClockColumn, reading);
  if (end === null) return null;
  const to = instantAt({ ...end, day: end.day ?? start.day }, reading);
  if (to === null) return null;
  const next = end.day === null && to <= from ? to + DAY_MS : to;
  return roundedEnd(next, from);
}

/** The exact end of an interval that is stated as `0:14` or `23:59`. */
function roundedEnd(end: number, from: number): Instant {
  const missing = (END_GRID_MS - ((end - from) % END_GRID_MS)) % END_GRID_MS;
  return (missing <= MINUTE_MS ? end + missing : end) as Instant;
}

/** @returns the interval of a row; null if it states no instant, or one that does not exist */
export function rowTime(cells: readonly string[], reading: FileReading): RowTime | null {
  const start = momentAt(cells, reading.timeColumn, reading.clockColumn, reading);
  const at = start === null ? null : instantAt(start, reading);
  if (start === null || at === null) return null;
  const isFixed = start.offset !== null;
  if (reading.endColumn === null && reading.instant === 'end') {
    const interval = reading.intervalMinutes * MINUTE_MS;
    const rounded = roundedEnd(at, 0);
    const to = interval >= END_GRID_MS && rounded % interval === 0 ? rounded : at;
    return { at, from: (to - interval) as Instant, to, hasOffset: isFixed };
  }
  const to = endOf(cells, start, at, reading);
  return to === null || to <= at ? null : { at, from: at, to, hasOffset: isFixed };
}

/** Whether the time cell has a time of day but no date. */
export const hasClockAlone = (cells: readonly string[], reading: FileReading): boolean =>
  parseMoment(cellAt(cells, reading.timeColumn ?? 0), reading.time)?.day === null;
