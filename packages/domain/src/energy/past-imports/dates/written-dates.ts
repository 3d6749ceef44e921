import { type Moment, momentsOf } from '../cell-time.ts';
import type { FileReading } from '../file-reading.ts';

/** How the dates of a table are written, and in which columns. */
export type WrittenDates = Pick<FileReading, 'time' | 'year' | 'firstDay' | 'timeColumn' | 'endColumn'>;

const YEARLESS = /^(\d{1,2})\/(\d{1,2})(?=$|[\sT,])/;
const DECEMBER = 12;
const JANUARY = 1;

/** Day and month of a date without a year, in the order of its cell; `null`: the cell has no such date. */
export const yearlessParts = (cell: string): readonly [number, number] | null => {
  const [, first, second] = YEARLESS.exec(cell) ?? [];
  return first === undefined ? null : [Number(first), Number(second)];
};

const two = (number: number): string => String(number).padStart(2, '0');

/** A moment as a text that every order of dates reads alike. */
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

/** Chooses the date that is closest to the one before. */
function createClosestDates(firstDay: string | null): (cell: string) => string {
  let before = firstDay === null ? null : Date.parse(firstDay);
  return (cell) => {
    const closest = closestTo(cell, before);
    if (closest === null) return cell;
    before = closest.day;
    return isoOf(closest);
  };
}

/** The day of the first date, from the first date that has one meaning only back to the beginning. */
export function firstDayIn(cells: readonly string[]): string | null {
  const sure = cells.findIndex((cell) => momentsOf(cell).length === 1);
  let day = sure < 0 ? null : Number(momentsOf(String(cells[sure]))[0]?.day);
  for (const cell of cells.slice(0, Math.max(0, sure)).reverse()) day = closestTo(cell, day)?.day ?? day;
  return day === null ? null : new Date(day).toISOString().slice(0, 10);
}

/** Completes dates by their year: the year changes between December and January. */
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

/** Rewrites the dates of rows, in their order, where one cell alone does not define its date. */
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
