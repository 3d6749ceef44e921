import { type EnergySeries, emptySeries } from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { readNumbers } from './series-columns.ts';

/** A row of the database: quarters since 1970 and what was consumed in each, as texts of arrays in the same order. */
export interface QuarterRow {
  readonly length: number;
  readonly starts: string | null;
  readonly consumed: string | null;
}

const isAscending = (numbers: Float64Array): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

/** Quarters since 1970, and what was measured in each. */
export interface QuarterColumns {
  readonly quarters: Float64Array;
  readonly measured: Float64Array;
}

export const columnsOfRow = ({ length, starts, consumed }: QuarterRow): QuarterColumns => {
  const columns = { quarters: new Float64Array(length), measured: new Float64Array(length) };
  if (starts !== null) readNumbers(starts, columns.quarters, 0);
  if (consumed !== null) readNumbers(consumed, columns.measured, 0);
  return columns;
};

/** The database answers in the order in which rows lie: late ones may come out of time. */
const inOrder = (columns: QuarterColumns): QuarterColumns => {
  const { quarters, measured } = columns;
  if (isAscending(quarters)) return columns;
  const order = Array.from(quarters.keys()).sort((a, b) => (quarters[a] ?? 0) - (quarters[b] ?? 0));
  const sorted = (column: Float64Array) => Float64Array.from(order, (at) => column[at] ?? 0);
  return { quarters: sorted(quarters), measured: sorted(measured) };
};

/** All of them as one, ascending. */
export const inOneColumn = (given: readonly QuarterColumns[]): QuarterColumns => {
  const [only] = given;
  if (given.length === 1 && only !== undefined) return inOrder(only);
  const length = given.reduce((sum, { quarters }) => sum + quarters.length, 0);
  const all = { quarters: new Float64Array(length), measured: new Float64Array(length) };
  let offset = 0;
  for (const { quarters, measured } of given) {
    all.quarters.set(quarters, offset);
    all.measured.set(measured, offset);
    offset += quarters.length;
  }
  return inOrder(all);
};

/** A series of quarter-hours of rows that follow one another in time; what was consumed stands in one column. */
export const seriesOfQuarterRows = (
  rows: readonly QuarterRow[],
  column: 'consumedA' | 'volume',
): EnergySeries => {
  const { quarters, measured } = inOneColumn(rows.map(columnsOfRow));
  const series = emptySeries(quarters.length, 15);
  series.start.set(quarters.map((quarter) => quarter * QUARTER_MS));
  series[column].set(measured);
  series.quarters.fill(1);
  if (column === 'consumedA') series.peakQuarter.set(measured);
  series.peakQuarterStart.set(series.start);
  return series;
};
