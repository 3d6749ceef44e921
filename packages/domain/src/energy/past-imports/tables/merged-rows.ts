import { cellAt } from '../../../base/sheet/row-cells.ts';
import { parseMoment } from '../cell-time.ts';
import type { SheetRow } from '../file-question.ts';

const HALF = 0.5;
const MAX_REPEATS = 12;

const leadOf = (cells: readonly string[]): number => cells.findIndex((cell) => cell !== '');

/** Fills empty cells at the beginning of a row with those of the row above. */
export function createMergedRows(): (cells: readonly string[]) => readonly (readonly string[])[] {
  let above: readonly string[] = [];
  return (cells) => {
    const lead = Math.max(0, leadOf(cells));
    const filled = cells.map((cell, column) => (column < lead ? cellAt(above, column) : cell));
    above = filled;
    return [filled];
  };
}

const isDate = (cell: string): boolean =>
  (['ymd', 'dmy', 'mdy'] as const).some((order) => parseMoment(cell, order)?.day != null);

/** The number of rows below each row that begins with a date, up to the next one. */
const runsBelow = (rows: readonly SheetRow[]): readonly number[] => {
  const starts = rows.flatMap(({ cells }, index) => (isDate(String(cells[0])) ? [index] : []));
  return starts.slice(0, -1).map((start, index) => Number(starts[index + 1]) - start - 1);
};

/**
 * The line that names the columns of rows whose date stands in the first of them only: each date has equally many rows without
 * one. `null`: the rows are no such rows.
 */
export function lineBeforeMergedRows(rows: readonly SheetRow[]): number | null {
  const first = rows.findIndex(({ cells }) => isDate(String(cells[0])));
  const runs = first < 0 ? [] : runsBelow(rows);
  const [below = 0] = runs;
  const isRegular = runs.filter((run) => run === below).length > runs.length * HALF;
  if (below < 1 || below > MAX_REPEATS || !isRegular) return null;
  const merged = rows.slice(first).filter(({ cells }) => cells[0] === '' && leadOf(cells) > 0);
  return merged.length > (rows.length - first) * HALF * HALF ? Number(rows[first - 1]?.line ?? 0) : null;
}
