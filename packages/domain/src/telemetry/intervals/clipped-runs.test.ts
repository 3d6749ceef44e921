import { expect, it } from 'vitest';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { instant } from '../../base/time/zone.ts';
import { clippedRuns, rowsOfRuns } from './quarter-days.ts';

const START = Date.UTC(2026, 10, 25);
const quarter = (index: number) => instant(START + index * QUARTER_MS);

const RUN = {
  start: quarter(0),
  length: 4,
  present: '1011',
  consumed: Float64Array.of(10, 0, 30, 40),
  injected: null,
};

it('hands out the quarter-hours with data that lie within a span, a column of nothing as zero', () => {
  const span = { from: quarter(0), to: quarter(3) };
  expect(rowsOfRuns(['consumed', 'injected'], span, [RUN])).toEqual([
    { start: quarter(0), values: [10, 0] },
    { start: quarter(2), values: [30, 0] },
  ]);
  expect(rowsOfRuns(['consumed'], span)).toEqual([]);
});

it('takes every quarter-hour of a run of which all have data', () => {
  const total = { ...RUN, present: null };
  const span = { from: quarter(1), to: quarter(9) };
  expect(rowsOfRuns([], span, [total]).map(({ start }) => start)).toEqual([1, 2, 3].map(quarter));
});

it('counts a quarter-hour to the span in which it begins, and leaves out runs beside it', () => {
  const span = { from: instant(START + 1), to: instant(START + 2 * QUARTER_MS + 1) };
  const beside = { ...RUN, start: quarter(4) };
  expect(clippedRuns(span, [RUN, beside])).toEqual([{ run: RUN, from: 1, to: 3 }]);
});
