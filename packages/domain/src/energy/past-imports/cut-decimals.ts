import { describeName, namesOther } from './column-names.ts';
import type { FileReading } from './file-reading.ts';

/** How a file separates cells and decimals. */
export type CellMarks = Pick<FileReading, 'sheet' | 'separator' | 'decimal'>;

const WHOLE = /^[-+]?\d+$/;
const DECIMALS = /^\d+$/;

/** Also prices, temperatures and the like, which have decimals too. */
const isValue = (name: string): boolean =>
  !/status|estado|qualidade/i.test(name) &&
  (namesOther(name) || [true, false].some((isWater) => describeName(name, isWater).quantity !== null));

/**
 * Joins values that unquoted decimal commas cut in two, between commas that separate cells. A row is joined where each of its
 * values is cut, for then nothing else can be meant; of one that has a whole number among them nobody can say which.
 *
 * @param values - which columns of the header hold values
 * @returns null where the row is ambiguous
 */
export function joinedCells(cells: readonly string[], values: readonly boolean[]): readonly string[] | null {
  const cut = values.filter(Boolean).length;
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  const extra = Math.min(cells.length, Math.max(filled, values.length + cut)) - values.length;
  if (extra <= 0) return cells;
  if (extra !== cut) return null;
  const joined: string[] = [];
  let at = 0;
  for (const isCut of values) {
    const [cell = '', decimals = ''] = cells.slice(at, at + 2);
    if (isCut && !(WHOLE.test(cell) && DECIMALS.test(decimals))) return null;
    joined.push(isCut ? `${cell},${decimals}` : cell);
    at += isCut ? 2 : 1;
  }
  return joined;
}

/** Columns of values by their names; of intervals of a day all from the first of them. */
export const valuesIn = (header: readonly string[], firstOfDay: number | null): readonly boolean[] =>
  header.map((name, column) => (firstOfDay === null ? isValue(name) : column >= firstOfDay));

/** Whether a comma may stand both between cells and in numbers. */
export const mayCut = ({ sheet, separator, decimal }: CellMarks): boolean =>
  sheet === null && separator === ',' && decimal === ',';
