import { type Moment, momentsOf } from '../cell-time.ts';
import type { FileReading } from '../file-reading.ts';

/** How the dates of a table are written, and in which columns. */
export type WrittenDates = Pick<FileReading, 'time' | 'year' | 'timeColumn' | 'endColumn'>;

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

/** Chooses the date that is closest to the one before. */
function createClosestDates(): (cell: string) => string {
  let before: number | null = null;
  return (cell) => {
    const moments = momentsOf(cell);
    const [first] = moments;
    if (first === undefined) return cell;
    const distance = ({ day }: Moment): number => Math.abs(Number(day) - Number(before));
    const closest =
      before === null ? first : moments.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    before = closest.day;
    return isoOf(closest);
  };
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
  timeColumn,
  endColumn,
}: WrittenDates): (cells: readonly string[]) => readonly string[] {
  if (time !== 'changing' && year === null) return (cells) => cells;
  const create = (): ((cell: string) => string) =>
    year === null ? createClosestDates() : createYears(year, time === 'mdy');
  const writers = new Map(
    [timeColumn, endColumn].flatMap((column) => (column === null ? [] : [[column, create()] as const])),
  );
  return (cells) => cells.map((cell, column) => writers.get(column)?.(cell) ?? cell);
}
