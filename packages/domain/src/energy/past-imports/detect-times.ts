import { cellAt } from '../../base/sheet/row-cells.ts';
import { DAY_MS, MINUTE_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import { isRange, type Moment, parseMoment } from './cell-time.ts';
import { namesBeginning, namesEnd, namesHour, namesStart, zoneIn } from './column-names.ts';
import { rankDays, type TimeCells } from './dates/day-columns.ts';
import type { FileReading, PastTime } from './file-reading.ts';
import { compactClock, hourNumber, isClockNumber, numberClock, rowTime } from './row-time.ts';

type TimeMapping = Pick<
  FileReading,
  'timeColumn' | 'clockColumn' | 'endColumn' | 'endClockColumn' | 'time' | 'hours'
>;

type Rows = readonly (readonly string[])[];

const MAX_COLUMNS = 60;
const HALF = 0.5;
const NEARLY_ALL = 0.9;
/** Quarter-hours of a day in which the clock repeats an hour. */
const MAX_INTERVALS = 100;
const DAY_MINUTES = 1_440;
const MINUTES_AN_HOUR = 60;
const SPLITS = [60, 30, 15] as const;
/** Minutes: an hour, and some tolerance for rounded fractions of a day. */
const MAX_STEP = 62;
/** Interval length in minutes by the name of the column that numbers the intervals of a day. */
const NAMED_SPLITS: readonly (readonly [RegExp, number])[] = [
  [/settlement|half.?hour|meia.?hora/i, 30],
  [/quart/i, 15],
];
const EPOCH_FROM = Date.UTC(2000, 0, 1);
const EPOCH_TO = Date.UTC(2060, 0, 1);

const countOf = (cells: TimeCells, has: (moment: Moment) => boolean): number =>
  cells.moments.filter((moment) => moment !== null && has(moment)).length;
const hasDay = ({ day }: Moment): boolean => day !== null && day >= EPOCH_FROM && day < EPOCH_TO;
const hasClockOnly = ({ day, clock }: Moment): boolean => day === null && clock !== null;
const hasOffset = ({ offset }: Moment): boolean => offset !== null;

const cellsOf = (rows: Rows, column: number, time: PastTime): TimeCells => ({
  column,
  moments: rows.map((cells) => parseMoment(cellAt(cells, column), time)),
});

/** The column that numbers the intervals of a day, in a table with dates. */
function hourColumn(rows: Rows, names: readonly string[]): number | null {
  const column = names.findIndex(
    (name, index) =>
      namesHour(name) &&
      cellsIn(rows, index).filter(
        (cell) => hourNumber(cell) !== null || compactClock(cell) !== null || isClockNumber(cell),
      ).length >
        rows.length * HALF,
  );
  return column < 0 ? null : column;
}

/** Quarter-hours written with a point: `15.30`. */
const QUARTERS_OF_CLOCK = /^\d{1,2}[.,](?:00|15|30|45)$/;

/** The meaning of decimal numbers as times of day: `15.30` is 15:30, decimal hours, or a fraction of a day. */
function decimalHoursIn(cells: readonly string[]): FileReading['hours'] {
  const numbers = cells.filter(isClockNumber);
  if (
    numbers.every((cell) => QUARTERS_OF_CLOCK.test(cell)) &&
    numbers.some((cell) => /(?:15|45)$/.test(cell))
  )
    return 'hhmm';
  const values = numbers.map((cell) => Number(cell.replace(',', '.'))).sort((one, other) => one - other);
  const steps = values.map((value, index) => value - (values[index - 1] ?? value)).filter((step) => step > 0);
  const shortest = steps.reduce((minimum, step) => Math.min(minimum, step), 1) * DAY_MINUTES;
  return Number(values.at(-1)) < 1 && shortest < MAX_STEP ? 'fraction' : 'decimal';
}

/** The meaning of the numbers in a column of hours. */
function hoursIn(cells: readonly string[]): FileReading['hours'] {
  if (cells.some((cell) => /[.,]/.test(cell))) return decimalHoursIn(cells);
  const maximum = cells.reduce((highest, cell) => Math.max(highest, Number(cell) || 0), 0);
  if (maximum > MAX_INTERVALS || cells.some((cell) => /^0\d{3}/.test(cell))) return 'hhmm';
  return cells.some((cell) => hourNumber(cell) === 0) ? '0-23' : '1-24';
}

const NONE = {
  timeColumn: null,
  clockColumn: null,
  endColumn: null,
  endClockColumn: null,
  hours: 'clock',
} as const;

export const cellsIn = (rows: Rows, column: number): string[] => rows.map((cells) => cellAt(cells, column));
export const widthOf = (rows: Rows): number =>
  rows.reduce((width, cells) => Math.max(width, cells.length), 0);
export const nameAt = (names: readonly string[], column: number | null | undefined): string =>
  names[column ?? -1] ?? '';

interface TimeTable {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly days: readonly TimeCells[];
  readonly clocks: readonly TimeCells[];
  /** Number of dates in the column with most dates. */
  readonly max: number;
}

/** Date columns: those with more than half as many dates as the column with most dates (`max`). */
function dayCellsOf(
  rows: Rows,
  time: PastTime,
): { readonly all: readonly TimeCells[]; readonly days: readonly TimeCells[]; readonly max: number } {
  const width = Math.min(widthOf(rows), MAX_COLUMNS);
  const all = Array.from({ length: width }, (_, column) => cellsOf(rows, column, time));
  const maximum = all.reduce((count, cells) => Math.max(count, countOf(cells, hasDay)), 0);
  return {
    all,
    days: all.filter((cells) => maximum > 0 && countOf(cells, hasDay) > maximum * HALF),
    max: maximum,
  };
}

/** Columns that may hold the date of the measurement, the chosen one first; empty if there is no alternative to it. */
export function dayRivals(rows: Rows, names: readonly string[], chosen: TimeMapping): readonly number[] {
  const { days } = dayCellsOf(rows, chosen.time);
  const { rivals } = rankDays(days, (column) => nameAt(names, column));
  const zone = zoneIn(nameAt(names, chosen.timeColumn));
  const first = days.find(({ column }) => column === chosen.timeColumn);
  const others = rivals
    .filter((cells) => first !== undefined && !areStartAndEnd(first, cells, names))
    .map(({ column }) => column)
    .filter((column) => column !== chosen.endColumn && zoneIn(nameAt(names, column)) === zone);
  const isFixed = first !== undefined && countOf(first, hasOffset) > 0;
  return others.length === 0 || isFixed ? [] : [Number(chosen.timeColumn), ...others];
}

/**
 * The columns that define the instants of a table, with dates in the order `time`.
 * @param chosen - the date column that a person chose
 */
export function timeColumnsOf(
  rows: Rows,
  names: readonly string[],
  time: PastTime,
  chosen?: number,
): TimeMapping {
  const { all, days: unordered, max } = dayCellsOf(rows, time);
  const { ranked } = rankDays(unordered, (column) => nameAt(names, column));
  const days = ranked.toSorted(
    (one, other) => Number(other.column === chosen) - Number(one.column === chosen),
  );
  const clocks = withoutDurations(all.filter((cells) => countOf(cells, hasClockOnly) > rows.length * HALF));
  const [first] = days;
  if (first === undefined) return { ...NONE, time };
  const fixed = days.find((cells) => countOf(cells, hasOffset) > max * HALF);
  if (fixed !== undefined && days.some((cells) => countOf(cells, hasOffset) === 0))
    return { ...NONE, time, timeColumn: fixed.column };
  const table = { rows, names, days, clocks, max };
  return {
    ...NONE,
    time,
    timeColumn: first.column,
    ...(isDateOnly(first, max) ? clocksBeside(table) : endBeside(first, table)),
  };
}

/** Removes columns of constant times: besides a time of day, they state the duration of the interval. */
function withoutDurations(clocks: readonly TimeCells[]): readonly TimeCells[] {
  const changing = clocks.filter(({ moments }) => new Set(moments.map((moment) => moment?.clock)).size > 1);
  return changing.length > 0 ? changing : clocks;
}

/** Whether a column has dates without times of day, or all at midnight, as databases write them. */
const isDateOnly = (cells: TimeCells, maximum: number): boolean =>
  countOf(cells, ({ clock }) => clock !== null && clock !== 0) === 0 ||
  countOf(cells, ({ clock }) => clock !== null) < maximum * HALF;

/** The column with the end of the interval, for a start that has date and time in one column. */
function endBeside(first: TimeCells, { names, days, clocks }: TimeTable): Pick<TimeMapping, 'endColumn'> {
  const second = days[1];
  const name = nameAt(names, first.column);
  const isPair =
    second !== undefined &&
    areEnds(first, second) &&
    (namesEnd(nameAt(names, second.column)) || namesStart(name) || name === '');
  return { endColumn: isPair ? second.column : endClockBeside(first, clocks, names) };
}

/** The columns of times of day for a date column, and those of the end if there are any. */
function clocksBeside({ rows, names, days, clocks, max }: TimeTable): Partial<TimeMapping> {
  const [clock, endClock] = clocks;
  if (clock === undefined) {
    const hour = hourColumn(rows, names);
    return hour === null ? {} : { clockColumn: hour, hours: hoursIn(cellsIn(rows, hour)) };
  }
  if (endClock === undefined) return { clockColumn: clock.column };
  const second = days.find((cells, index) => index > 0 && isDateOnly(cells, max));
  if (second !== undefined)
    return { clockColumn: clock.column, endColumn: second.column, endClockColumn: endClock.column };
  const isEndFirst = namesEnd(nameAt(names, clock.column)) && namesBeginning(nameAt(names, endClock.column));
  const [first, last] = isEndFirst ? [endClock, clock] : [clock, endClock];
  return { clockColumn: first.column, endColumn: last.column };
}

const endClockBeside = (
  { column }: TimeCells,
  clocks: readonly TimeCells[],
  names: readonly string[],
): number | null =>
  clocks.find((cells) => cells.column > column && namesEnd(nameAt(names, cells.column)))?.column ?? null;

/** Whether the second column is later than the first in more than half of the rows. */
const areEnds = (first: TimeCells, second: TimeCells): boolean => {
  const lengths = first.moments.map((moment, index) => {
    const end = second.moments[index];
    return moment?.day == null || end?.day == null
      ? 0
      : end.day + Number(end.clock) - moment.day - Number(moment.clock);
  });
  return lengths.filter((length) => length > 0).length > lengths.length * HALF;
};

/** Whether two date columns are start and end of the interval, in either order, by their names and values. */
const areStartAndEnd = (one: TimeCells, other: TimeCells, names: readonly string[]): boolean => {
  const [first, second] = [nameAt(names, one.column), nameAt(names, other.column)];
  if (areEnds(one, other)) return namesEnd(second) || namesStart(first);
  return areEnds(other, one) && (namesEnd(first) || namesStart(second));
};

export const timesOf = (rows: Rows, reading: FileReading): number[] =>
  rows.flatMap((cells) => rowTime(cells, reading)?.at ?? []);

/** The most frequent step between instants, in whole minutes, or the step of numbered intervals; a day for a single instant. */
export function intervalOf(rows: Rows, reading: FileReading, names: readonly string[] = []): number {
  const name = nameAt(names, reading.clockColumn);
  if (reading.hours === '1-24' || reading.hours === '0-23') {
    const numbers = rows
      .map((cells) => Number(hourNumber(cellAt(cells, reading.clockColumn))))
      .filter((number) => number < MAX_INTERVALS);
    const maximum = numbers.reduce((highest, number) => Math.max(highest, number), 0);
    const split = SPLITS.find((minutes) => maximum <= (DAY_MINUTES + MINUTES_AN_HOUR) / minutes);
    return NAMED_SPLITS.find(([pattern]) => pattern.test(name))?.[1] ?? Number(split);
  }
  const times = timesOf(rows, reading).sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const [index, at] of times.entries()) {
    const step = Math.max(1, Math.round((at - (times[index - 1] ?? at)) / MINUTE_MS));
    if (index > 0 && at !== times[index - 1]) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [maximum] = [...counts].sort((a, b) => b[1] - a[1]);
  return Number(maximum?.[0] ?? DAY_MINUTES);
}

/** Whether nearly all rows are one interval apart. */
export const isRegular = (rows: Rows, reading: FileReading): boolean => {
  const times = timesOf(rows, reading);
  const regular = times.filter(
    (at, index) => Math.abs(at - (times[index - 1] ?? at)) === reading.intervalMinutes * MINUTE_MS,
  );
  return regular.length > times.length * NEARLY_ALL;
};

export const isNewestFirst = (rows: Rows, reading: FileReading): boolean => {
  const times = timesOf(rows, reading);
  return times.filter((at, index) => at < (times[index - 1] ?? at)).length > times.length * HALF;
};

/** Date and time of day in each row, as written. */
const clocksOf = (rows: Rows, reading: FileReading): { day: number; clock: number }[] =>
  rows.flatMap((cells) => {
    const date = parseMoment(cellAt(cells, reading.timeColumn), reading.time);
    const cell = cellAt(cells, reading.clockColumn);
    const clock =
      reading.clockColumn === null
        ? date?.clock
        : (numberClock(cell, reading.hours) ?? parseMoment(cell, reading.time)?.clock);
    return date?.day == null || clock == null ? [] : [{ day: date.day, clock }];
  });

/** Whether a row at 0:00 follows the last row of the same date: then it ends that day. */
export function isLateMidnight(rows: Rows, reading: FileReading): boolean {
  if (reading.endColumn !== null) return false;
  const clocks = clocksOf(rows, reading);
  const from = (DAY_MINUTES - reading.intervalMinutes) * MINUTE_MS;
  return clocks.some(({ day, clock }, index) => {
    const [before, after] = [clocks[index - 1], clocks[index + 1]];
    const isLast = clock === 0 && before?.day === day && before.clock >= from;
    return isLast && after?.day !== day;
  });
}

/** Time of day of the earliest and of the latest row, if the sample contains them. */
function extremesOf(
  clocks: readonly { clock: number }[],
  isNewest: boolean,
  isComplete: boolean,
): { earliest: number | undefined; latest: number | undefined } {
  const [first, last] = [clocks[0]?.clock, isComplete ? clocks.at(-1)?.clock : undefined];
  return isNewest ? { earliest: last, latest: first } : { earliest: first, latest: last };
}

/** Local time of day of each instant in a zone. */
const wallClocks = (rows: Rows, reading: FileReading, zone: Zone): { clock: number }[] =>
  timesOf(rows, { ...reading, instant: 'start', endColumn: null }).map((at) => ({
    clock: (((at + offsetMsAt(at, zone)) % DAY_MS) + DAY_MS) % DAY_MS,
  }));

/**
 * Whether instants are starts or ends of intervals; null: unknown.
 * @param home - zone of the meter; the file may hold complete days of this zone
 */
export function instantMeaning(
  rows: Rows,
  names: readonly string[],
  reading: FileReading,
  { isComplete, home }: { isComplete: boolean; home: Zone },
): FileReading['instant'] | null {
  if (reading.hours === '1-24') return 'end';
  if (reading.hours === '0-23') return 'start';
  const places = [reading.clockColumn, reading.timeColumn];
  const named = places.map((column) => nameAt(names, column));
  if (named.some(namesEnd)) return 'end';
  if (named.some(namesBeginning)) return 'start';
  if (rows.some((cells) => places.some((column) => isRange(cellAt(cells, column))))) return 'start';
  return (
    meaningOfClocks(clocksOf(rows, reading), rows, reading, isComplete) ??
    meaningOfClocks(wallClocks(rows, reading, home), rows, reading, isComplete)
  );
}

/** Decides by the times of day at which the first day begins and the last one ends. */
function meaningOfClocks(
  clocks: readonly { clock: number }[],
  rows: Rows,
  reading: FileReading,
  isComplete: boolean,
): FileReading['instant'] | null {
  const { earliest, latest } = extremesOf(clocks, isNewestFirst(rows, reading), isComplete);
  const [step, day] = [reading.intervalMinutes * MINUTE_MS, DAY_MINUTES * MINUTE_MS];
  if (clocks.some(({ clock }) => clock === day) || earliest === step) return 'end';
  return latest === day - step || (earliest === 0 && latest !== 0) ? 'start' : null;
}

/** The zone in the names of the time columns. */
export const zoneOfNames = (
  names: readonly string[],
  { timeColumn, clockColumn }: TimeMapping,
): Zone | null =>
  [timeColumn, clockColumn].map((column) => zoneIn(nameAt(names, column))).find((found) => found !== null) ??
  null;
