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

/** The database answers in the order in which rows lie: late ones may come out of time. */
const inOrder = (starts: Float64Array, consumed: Float64Array): [Float64Array, Float64Array] => {
  if (isAscending(starts)) return [starts, consumed];
  const order = Array.from(starts.keys()).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  return [
    Float64Array.from(order, (at) => starts[at] ?? 0),
    Float64Array.from(order, (at) => consumed[at] ?? 0),
  ];
};

/** Quarter-hours of rows, ascending: quarters since 1970, and what was consumed in each. */
export const quartersOfRows = (
  rows: readonly QuarterRow[],
): readonly [quarters: Float64Array, consumed: Float64Array] => {
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  const given = { starts: new Float64Array(length), consumed: new Float64Array(length) };
  let offset = 0;
  for (const row of rows) {
    if (row.starts !== null) readNumbers(row.starts, given.starts, offset);
    if (row.consumed !== null) readNumbers(row.consumed, given.consumed, offset);
    offset += row.length;
  }
  return inOrder(given.starts, given.consumed);
};

/** Such a row. Without sums there is nothing to group or sort: adding up quarters is quicker here than there. */
export const quartersStatement = (
  consumed: string,
  inSpan: string,
): string => `select count(*)::integer as length,
  array_agg(date_part('epoch', start)::bigint / 900)::text as starts, array_agg(${consumed})::text as consumed
from quarter where ${inSpan} and frames > 0`;

/** A series of quarter-hours of rows that follow one another in time; what was consumed stands in one column. */
export const seriesOfQuarterRows = (
  rows: readonly QuarterRow[],
  column: 'consumedA' | 'volume',
): EnergySeries => {
  const [quarters, consumed] = quartersOfRows(rows);
  const series = emptySeries(quarters.length, 15);
  series.start.set(quarters.map((quarter) => quarter * QUARTER_MS));
  series[column].set(consumed);
  series.quarters.fill(1);
  if (column === 'consumedA') series.peakQuarter.set(consumed);
  series.peakQuarterStart.set(series.start);
  return series;
};
