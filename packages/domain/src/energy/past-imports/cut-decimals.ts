import { describeName, namesOther } from './column-names.ts';
import type { FileReading } from './file-reading.ts';

/** How a file separates cells and decimals. */
export type CellMarks = Pick<FileReading, 'sheet' | 'separator' | 'decimal' | 'cutNumbers'>;
type Rows = readonly (readonly string[])[];

const COMPLETE = /^[-+]?\d+$/;
const DECIMALS = /^\d+$/;

/** Prices, temperatures and similar columns count too, because they have decimals. */
const isValue = (name: string): boolean =>
  !/status|estado|qualidade/i.test(name) &&
  (namesOther(name) || [true, false].some((isWater) => describeName(name, isWater).quantity !== null));

/**
 * Joins values that unquoted decimal commas cut into two cells, in a file separated by commas. A row is joined only if each of
 * its values is cut.
 * @param values - for each header column, whether it holds values @returns null if the row is ambiguous
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
    if (isCut && !(COMPLETE.test(cell) && DECIMALS.test(decimals))) return null;
    joined.push(isCut ? `${cell},${decimals}` : cell);
    at += isCut ? 2 : 1;
  }
  return joined;
}

/** Which columns hold values: by their names, or all from `firstOfDay` on if a row holds the intervals of a day. */
const valuesIn = (header: readonly string[], firstOfDay: number | null): readonly boolean[] =>
  header.map((name, column) => (firstOfDay === null ? isValue(name) : column >= firstOfDay));

/**
 * Which columns of the joined table are cut in two by the separator; null: none. If `cutNumbers` does not state it, a decimal
 * comma cuts all columns of values.
 */
export function cutColumns(
  { sheet, separator, decimal, cutNumbers }: CellMarks,
  header: readonly string[],
  firstOfDay: number | null,
): readonly boolean[] | null {
  if (cutNumbers !== null)
    return cutNumbers.columns.length === 0 ? null : flagsOf(cutNumbers.columns, cutNumbers.width);
  const mayCut = sheet === null && separator === ',' && decimal === ',' && header.length > 0;
  return mayCut ? valuesIn(header, firstOfDay) : null;
}

const flagsOf = (columns: readonly number[], width: number): readonly boolean[] =>
  Array.from({ length: width }, (_, column) => columns.includes(column));
const columnsOf = (flags: readonly boolean[]): readonly number[] =>
  flags.flatMap((is, column) => (is ? [column] : []));

/** Digits of this many distinct texts, none of which begins with zero, are a number of their own and no decimals. */
const MANY_TEXTS = 60;
const MAX_DECIMALS = 6;
const COMMON = 0.1;
const HALF = 0.5;

/** The greatest row length that occurs in at least a tenth of the rows. */
const commonLength = (rows: Rows): number => {
  const counts = Map.groupBy(rows, ({ length }) => length);
  return Math.max(
    0,
    ...[...counts].filter(([, same]) => same.length >= rows.length * COMMON).map(([length]) => length),
  );
};

/** Whether a column holds the decimals of the column before it: only decimals have leading zeros. */
function areDecimals(cells: readonly string[]): 'sure' | 'maybe' | 'no' {
  const texts = [...new Set(cells)];
  if (!texts.every((text) => DECIMALS.test(text) && text.length <= MAX_DECIMALS)) return 'no';
  if (texts.some((text) => /^0\d/.test(text))) return 'sure';
  const isNumber = texts.filter((text) => text.length > 1).length >= MANY_TEXTS;
  return texts.length <= 1 || isNumber ? 'no' : 'maybe';
}

const isIntegerColumn = (cells: readonly string[]): boolean =>
  cells.every((cell) => COMPLETE.test(cell) && !/^[-+]?0\d/.test(cell));

/** The cut in which every column of values is cut. Null unless more than half of all rows have as many extra cells and fit it. */
export function cutByNames(
  rows: Rows,
  header: readonly string[],
  firstOfDay: number | null,
): FileReading['cutNumbers'] {
  const values = valuesIn(header, firstOfDay);
  const columns = columnsOf(values);
  const longer = rows.filter(({ length }) => length === header.length + columns.length);
  const isOver = longer.filter((cells) => cells.slice(header.length).some((cell) => cell !== ''));
  const fitting = isOver.filter((cells) => joinedCells(cells, values) !== null);
  return columns.length > 0 && fitting.length > rows.length * HALF ? { columns, width: header.length } : null;
}

/**
 * The possible cuts by the content of rows: pairs of a whole-number column and a column of digits, paired from the left or from
 * the right. If the header names every cell, only digits with leading zeros form a pair.
 * @param taken - columns of dates and times
 */
export function cutsIn(
  rows: Rows,
  header: readonly string[],
  taken: ReadonlySet<number | null>,
): readonly NonNullable<FileReading['cutNumbers']>[] {
  const length = commonLength(rows);
  const common = rows.filter((cells) => cells.length === length);
  const isOver = header.length === 0 || length > header.length;
  const columns = Array.from({ length }, (_, column) => common.map((cells) => String(cells[column])));
  const pairs = columns.flatMap((cells, column) => {
    const decimals = columns[column + 1];
    if (decimals === undefined || taken.has(column) || taken.has(column + 1) || !isIntegerColumn(cells))
      return [];
    const are = areDecimals(decimals);
    return are === 'sure' || (are === 'maybe' && isOver) ? [column] : [];
  });
  const cutOf = (from: readonly number[]): NonNullable<FileReading['cutNumbers']> => {
    const apart: number[] = [];
    for (const column of from) if (Math.abs(column - Number(apart.at(-1))) !== 1) apart.push(column);
    const cut = apart.toSorted((one, other) => one - other).map((column, index) => column - index);
    return { columns: cut, width: length - cut.length };
  };
  if (pairs.length === 0) return [];
  const [left, right] = [cutOf(pairs), cutOf(pairs.toReversed())] as const;
  return String(left.columns) === String(right.columns) ? [left] : [left, right];
}
