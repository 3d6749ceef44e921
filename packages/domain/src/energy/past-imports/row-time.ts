import { cellAt } from '../../base/sheet/row-cells.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../base/time/zone.ts';
import { instantOf, type Moment, parseMoment } from './cell-time.ts';
import type { FileReading } from './file-reading.ts';

const TOLERANCE = 0.1;
const HALF = 0.5;

const areAlike = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(one, other);

/** The instants of a file, ascending, each once. */
const sortedOf = (instants: Iterable<number>): Float64Array => {
  const sorted = Float64Array.from(instants).sort();
  let size = 0;
  for (const at of sorted) if (size === 0 || at !== sorted[size - 1]) sorted[size++] = at;
  return sorted.subarray(0, size);
};

/** The index of an instant that is in the list. */
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
 * The duration of each row of mean power: the distance to the next row, or to the previous one if instants are ends. In a file that
 * is mostly even, a row beside a gap takes the shortest of this distance, that of its other side and `usual`. An hour at most.
 * @param instants - ms, in any order @param usual - the most common distance, ms @param isEnd - whether the instants are ends
 */
export function createPowerDurations(
  instants: Iterable<number>,
  { usual, isEnd }: { readonly usual: number; readonly isEnd: boolean },
): (at: number) => number {
  const sorted = sortedOf(instants);
  /** NaN where there is no instant on one side. */
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
/** Intervals end at multiples of five minutes: 0:14 and 0:59 mean 0:15 and 1:00. */
const END_GRID_MS = 5 * MINUTE_MS;

/** The interval of a row, and the instant that the row states. */
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

/** The number of an interval of the day, as a cell such as `7`, `H7` or `7h` names it. */
export const hourNumber = (cell: string): number | null => {
  const number = HOUR_NUMBER.exec(cell)?.[1];
  return number === undefined ? null : Number(number);
};

const CLOCK_NUMBER = /^\d{1,2}[.,]\d+$|^\d{1,2}$/;

/** Whether a cell is a number of hours with decimals, or a fraction of a day. */
export const isClockNumber = (cell: string): boolean => CLOCK_NUMBER.test(cell);

/** Milliseconds since midnight of `15` (0:15), `0015`, `1530`, `15.30` or `153000`; seconds are dropped. */
export const compactClock = (text: string): number | null => {
  const cell = text.replace(/^(\d{1,2})[.,](\d{2})$/, '$1$2');
  if (!COMPACT_CLOCK.test(cell)) return null;
  const number = Number(cell.length > HOURS_AND_MINUTES ? cell.slice(0, -2) : cell);
  const [hours, minutes] = [Math.floor(number / 100), number % 100];
  const clock = hours * HOUR_MS + minutes * MINUTE_MS;
  return minutes < MINUTES_AN_HOUR && clock <= DAY_MS ? clock : null;
};

/** Milliseconds since midnight of a number; `null`: it is none, or the hours are of another kind. */
export const numberClock = (cell: string, hours: FileReading['hours']): number | null => {
  if (hours === 'hhmm') return compactClock(cell);
  if ((hours !== 'decimal' && hours !== 'fraction') || !isClockNumber(cell)) return null;
  const number = Number(cell.replace(',', '.'));
  // A number with few decimals is rounded to its minute.
  const minutes = Math.round(number * (hours === 'decimal' ? MINUTES_AN_HOUR : DAY_MINUTES));
  return minutes > DAY_MINUTES ? null : minutes * MINUTE_MS;
};

const isNumbered = ({ hours }: FileReading): boolean => hours === '1-24' || hours === '0-23';

/** Date and clock of one or two cells. */
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

/** A date without a time counts only where rows last a day or more. */
function instantAt(moment: Moment, reading: FileReading): Instant | null {
  const { day, clock, offset } = moment;
  const isWholeDayRow = clock === null && reading.intervalMinutes >= DAY_MINUTES;
  if (day === null || (clock === null && !isWholeDayRow)) return null;
  // Numbers of parts of an hour go on where clocks change: such a day has 46 or 50 half-hours.
  if (isNumbered(reading) && reading.intervalMinutes < MINUTES_AN_HOUR) {
    const midnight = instantOf(day, 0, null, reading);
    const at = midnight + Number(clock);
    return at > instantOf(day + DAY_MS, 0, null, reading) ? null : (at as Instant);
  }
  if (Number(clock) > DAY_MS) return null;
  const isLate = reading.lateMidnight && clock === 0;
  return instantOf(day, isLate ? DAY_MS : Number(clock), offset, reading);
}

/** Midnight after so many days, all as in UTC; rows of four weeks and more are months. */
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

/** The end that `0:14` or `23:59` stands for. */
function roundedEnd(end: number, from: number): Instant {
  const missing = (END_GRID_MS - ((end - from) % END_GRID_MS)) % END_GRID_MS;
  return (missing <= MINUTE_MS ? end + missing : end) as Instant;
}

/** @returns null when the row states no such instant, or one that does not exist */
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

/** Whether the cell of the instant has a time of day and no date. */
export const hasClockAlone = (cells: readonly string[], reading: FileReading): boolean =>
  parseMoment(cellAt(cells, reading.timeColumn ?? 0), reading.time)?.day === null;
