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

it('returns the quarter-hours with data within an interval, with zero for an empty column', () => {
  const span = { from: quarter(0), to: quarter(3) };
  expect(rowsOfRuns(['consumed', 'injected'], span, [RUN])).toEqual([
    { start: quarter(0), values: [10, 0] },
    { start: quarter(2), values: [30, 0] },
  ]);
  expect(rowsOfRuns(['consumed'], span)).toEqual([]);
});

it('returns every quarter-hour of a complete run', () => {
  const total = { ...RUN, present: null };
  const span = { from: quarter(1), to: quarter(9) };
  expect(rowsOfRuns([], span, [total]).map(({ start }) => start)).toEqual([1, 2, 3].map(quarter));
});

it('assigns a quarter-hour to the interval of its start, and omits runs outside it', () => {
  const span = { from: instant(START + 1), to: instant(START + 2 * QUARTER_MS + 1) };
  const beside = { ...RUN, start: quarter(4) };
  expect(clippedRuns(span, [RUN, beside])).toEqual([{ run: RUN, from: 1, to: 3 }]);
});
