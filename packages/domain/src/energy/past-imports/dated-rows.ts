import { cellAt } from '../../base/sheet/row-cells.ts';
import { isRange, parseClock, parseMoment } from './cell-time.ts';
import type { SheetRow } from './file-reading.ts';

const MAX_REPEATS = 12;

const leadOf = (cells: readonly string[]): number => cells.findIndex((cell) => cell !== '');

/** Returns a function that fills empty cells at the beginning of a row with those of the row above. */
export function createMergedRows(): (cells: readonly string[]) => readonly (readonly string[])[] {
  let above: readonly string[] = [];
  return (cells) => {
    const lead = Math.max(0, leadOf(cells));
    const filled = cells.map((cell, column) => (column < lead ? cellAt(above, column) : cell));
    above = filled;
    return [filled];
  };
}

/** The number of rows below each row that begins with a date, up to the next one. */
const runsBelow = (rows: readonly SheetRow[]): readonly number[] => {
  const starts = rows.flatMap(({ cells }, index) => (hasDate(String(cells[0])) ? [index] : []));
  return starts.slice(0, -1).map((start, index) => Number(starts[index + 1]) - start - 1);
};

/**
 * The header line of a table in which only the first row of each day has its date, with equally many rows a day; null: no such
 * table.
 */
export function lineBeforeMergedRows(rows: readonly SheetRow[]): number | null {
  const first = rows.findIndex(({ cells }) => hasDate(String(cells[0])));
  const runs = first < 0 ? [] : runsBelow(rows);
  const [below = 0] = runs;
  const isRegular = runs.filter((run) => run === below).length > runs.length * HALF;
  if (below < 1 || below > MAX_REPEATS || !isRegular) return null;
  const merged = rows.slice(first).filter(({ cells }) => cells[0] === '' && leadOf(cells) > 0);
  return merged.length > (rows.length - first) * HALF * HALF ? Number(rows[first - 1]?.line ?? 0) : null;
}

const DATE =
  /\b(?:\d{1,4}([/.-])\d{1,2}\1\d{2,4}|\d{1,2}(?: de |[ /.-])[a-zç]{3,9}\.?(?: de |[ /.-])\d{2,4})\b/gi;
const ORDERS = ['ymd', 'dmy', 'mdy'] as const;
const HALF = 0.5;

const isClock = (cell: string): boolean => parseClock(cell) !== null || isRange(cell);
const isDate = (cell: string): boolean =>
  ORDERS.some((order) => {
    const moment = parseMoment(cell, order);
    return moment !== null && moment.day !== null && moment.clock === null;
  });
const hasDate = (cell: string): boolean => ORDERS.some((order) => parseMoment(cell, order)?.day != null);

/** The date of a line that has one date and no time of day: `04/03/2025;;` or `Dia: 04/03/2025`. */
const dateOfLine = (cells: readonly string[]): string | null => {
  const text = cells.join(' ');
  const [date, other] = text.match(DATE) ?? [];
  return date === undefined || other !== undefined || /\d:\d/.test(text) ? null : date;
};

const hasClock = (cells: readonly string[]): boolean => cells.some(isClock);

/** Returns a function that prepends the last date to each row with a time of day, and removes other rows. */
export function createDatedRows(): (cells: readonly string[]) => readonly (readonly string[])[] {
  let date = '';
  return (cells) => {
    if (!hasClock(cells)) {
      date = dateOfLine(cells) ?? date;
      return [];
    }
    date = cells.find(isDate) ?? date;
    return [[date, ...cells]];
  };
}

/** Finds a table in which each day begins with a line of its date, followed by rows with times of day. */
export function findDatedRows(
  rows: readonly SheetRow[],
): { readonly headerLine: number; readonly names: readonly string[] } | null {
  const clocks = rows.filter(({ cells }) => hasClock(cells));
  const bare = clocks.filter(({ cells }) => !cells.some(hasDate));
  if (bare.length <= clocks.length * HALF) return null;
  const first = rows.findIndex(({ cells }) => hasClock(cells));
  const dated = rows
    .slice(0, first + 1)
    .findLastIndex(({ cells }) => (hasClock(cells) ? cells.some(isDate) : dateOfLine(cells) !== null));
  if (dated < 0) return null;
  const isNames = ({ cells }: SheetRow): boolean => cells.filter((cell) => cell !== '').length > 1;
  const before = rows.slice(0, dated).findLast(isNames);
  const between = rows.slice(dated + 1, first).findLast(isNames);
  const headerLine = (between === undefined ? before?.line : rows[dated - 1]?.line) ?? 0;
  return { headerLine, names: (between ?? before)?.cells ?? [] };
}
