import { cellAt } from '../../../base/sheet/row-cells.ts';
import type { Instant } from '../../../base/time/zone.ts';
import { type Moment, momentsOf } from '../cell-time.ts';
import { namesHour } from '../column-names.ts';
import { candidate, type FileCandidate, type FileReading, type SheetRow } from '../file-reading.ts';

const WEEKDAY = /^(?:dom|seg|ter|qua|qui|sex|s[áa]b|sun|mon|tue|wed|thu|fri|sat)[a-zç-]*\.?$/i;
const MONTH_AND_DAY = /^(?:[a-z]{3,9}\.?,? )?[a-zç]{3,9}\.? \d{1,2}$/i;
const YEAR_FIRST = /^\d{4}(?=$|\s)/;

const isCut = (cell: string, next: string): boolean =>
  (WEEKDAY.test(cell) && /\d/.test(next)) || (MONTH_AND_DAY.test(cell) && YEAR_FIRST.test(next));

const DATE = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const CLOCK = /^\d{1,2}:\d{2}/;

/**
 * Joins a date that commas cut into several cells, or a date and its time of day if the row has one cell more than the header.
 */
export function joinDates(cells: readonly string[], header: readonly string[] = []): readonly string[] {
  const isOver = header.length > 0 && cells.length === header.length + 1;
  const at = cells.findIndex((cell, index) => {
    const next = cells[index + 1] ?? '';
    return (
      isCut(cell, next) ||
      (isOver && DATE.test(cell) && CLOCK.test(next) && !namesHour(String(header[index + 1])))
    );
  });
  if (at < 0) return cells;
  return joinDates([...cells.slice(0, at), `${cells[at]}, ${cells[at + 1]}`, ...cells.slice(at + 2)], header);
}

const HALF = 0.5;
const NO_DAY = [0, 0] as const;
const MAX_COLUMNS = 60;
const YEAR = /\b(20[0-5]\d)\b/g;
const REFERENCE = /\b(\d{1,2})[/-](20[0-5]\d)\b/;

/** Dates without a year, and the year in the lines before them. */
interface YearlessDates {
  readonly column: number;
  /** Day and month of the first row. */
  readonly firstDay: readonly [number, number];
  /** The year of the first row; `null`: the file does not say. */
  readonly year: number | null;
}

const columnOf = (rows: readonly SheetRow[]): number | null => {
  const width = Math.min(
    rows.reduce((maximum, { cells }) => Math.max(maximum, cells.length), 0),
    MAX_COLUMNS,
  );
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    columns.find(
      (column) =>
        rows.filter(({ cells }) => yearlessParts(cellAt(cells, column)) !== null).length > rows.length * HALF,
    ) ?? null
  );
};

/** Finds dates such as `16/06 00:15`; their year may stand before the table. */
export function yearlessDatesIn(rows: readonly SheetRow[]): YearlessDates | null {
  const column = columnOf(rows);
  if (column === null) return null;
  const first = rows.findIndex(({ cells }) => yearlessParts(cellAt(cells, column)) !== null);
  const before = rows.slice(0, first).map(({ cells }) => cells.join(' '));
  const years = new Set(before.flatMap((text) => text.match(YEAR) ?? []));
  const [year, another] = [...years].map(Number);
  const isOne = year !== undefined && another === undefined;
  const month = Number(before.map((text) => REFERENCE.exec(text)?.[1]).find((each) => each !== undefined));
  const [firstDay = NO_DAY] = rows.flatMap(({ cells }) => {
    const parts = yearlessParts(cellAt(cells, column));
    return parts === null ? [] : [parts];
  });
  // A bill of January begins in December.
  const isBefore = month > 0 && firstDay[1] > month;
  return {
    column,
    firstDay,
    year: isOne ? year - Number(isBefore) : null,
  };
}

const NAMED_YEARS = 3;

/**
 * The year of dates without a year, or the years from which a person chooses, beginning with the newest one that is not in the
 * future.
 */
export function yearsOf(
  { year, column, firstDay }: YearlessDates,
  newest: Instant,
): { readonly year: number; readonly column: number; readonly candidates: readonly FileCandidate[] } {
  if (year !== null) return { year, column, candidates: [] };
  const now = new Date(newest);
  const [day, month] = firstDay;
  const isAhead = Date.UTC(now.getUTCFullYear(), month - 1, day) > newest;
  const last = now.getUTCFullYear() - Number(isAhead);
  const candidates = Array.from({ length: NAMED_YEARS }, (_, back) =>
    candidate(`as datas são de ${last - back}`, { year: last - back }),
  );
  return { year: last, column, candidates };
}

/** How the dates of a table are written, and in which columns. */
export type WrittenDates = Pick<FileReading, 'time' | 'year' | 'firstDay' | 'timeColumn' | 'endColumn'>;

const YEARLESS = /^(\d{1,2})\/(\d{1,2})(?=$|[\sT,])/;
const DECEMBER = 12;
const JANUARY = 1;

/** Day and month of a date without a year, in the order of its cell; `null`: the cell has no such date. */
const yearlessParts = (cell: string): readonly [number, number] | null => {
  const [, first, second] = YEARLESS.exec(cell) ?? [];
  return first === undefined ? null : [Number(first), Number(second)];
};

const two = (number: number): string => String(number).padStart(2, '0');

/** A moment as ISO text, which every order of dates reads in the same way. */
function isoOf({ day, clock, offset }: Moment): string {
  const date = new Date(Number(day)).toISOString().slice(0, 10);
  if (clock === null) return date;
  const seconds = Math.floor(clock / 1_000);
  const time = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  if (offset === null) return `${date} ${time}`;
  const minutes = Math.abs(offset);
  return `${date} ${time}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The moment of a cell that is closest to a day; `null`: the cell has no date. */
const closestTo = (cell: string, day: number | null): Moment | null => {
  const moments = momentsOf(cell);
  const distance = (moment: Moment): number => Math.abs(Number(moment.day) - Number(day ?? moments[0]?.day));
  return moments.reduce<Moment | null>(
    (best, one) => (best === null || distance(one) < distance(best) ? one : best),
    null,
  );
};

function createClosestDates(firstDay: string | null): (cell: string) => string {
  let before = firstDay === null ? null : Date.parse(firstDay);
  return (cell) => {
    const closest = closestTo(cell, before);
    if (closest === null) return cell;
    before = closest.day;
    return isoOf(closest);
  };
}

/** The day of the first row, `YYYY-MM-DD`, inferred backwards from the first unambiguous date; null without such a date. */
export function firstDayIn(cells: readonly string[]): string | null {
  const sure = cells.findIndex((cell) => momentsOf(cell).length === 1);
  let day = sure < 0 ? null : Number(momentsOf(String(cells[sure]))[0]?.day);
  for (const cell of cells.slice(0, Math.max(0, sure)).reverse()) day = closestTo(cell, day)?.day ?? day;
  return day === null ? null : new Date(day).toISOString().slice(0, 10);
}

/** Returns a function that adds the year to dates; the year changes between December and January. */
function createYears(first: number, isMonthFirst: boolean): (cell: string) => string {
  let [year, before] = [first, 0];
  return (cell) => {
    const parts = yearlessParts(cell);
    if (parts === null) return cell;
    const month = parts[isMonthFirst ? 0 : 1];
    if (before === DECEMBER && month === JANUARY) year++;
    if (before === JANUARY && month === DECEMBER) year--;
    before = month;
    return cell.replace(YEARLESS, (date) => `${date}/${year}`);
  };
}

/** Returns a function that completes the dates of consecutive rows, if a cell alone does not define its date. */
export function createWrittenDates({
  time,
  year,
  firstDay,
  timeColumn,
  endColumn,
}: WrittenDates): (cells: readonly string[]) => readonly string[] {
  if (time !== 'changing' && year === null) return (cells) => cells;
  const create = (): ((cell: string) => string) =>
    year === null ? createClosestDates(firstDay) : createYears(year, time === 'mdy');
  const writers = new Map(
    [timeColumn, endColumn].flatMap((column) => (column === null ? [] : [[column, create()] as const])),
  );
  return (cells) => cells.map((cell, column) => writers.get(column)?.(cell) ?? cell);
}
