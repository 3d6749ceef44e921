import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, instant } from '../../base/time/zone.ts';
import { createMeasuredGrid, type DayTotals } from './quarter-days.ts';

const DAY = 20_000;
const QUARTER_MS = HOUR_MS / 4;
const span = (fromHour: number, toHour: number) => ({
  from: instant(DAY * DAY_MS + fromHour * HOUR_MS),
  to: instant(DAY * DAY_MS + toHour * HOUR_MS),
});
const quarterOf = (hour: number): number => DAY * 96 + hour * 4;
/** A day with `totalOf(hour)` in the first quarter-hour of each hour, and 1 in each other one. */
const dayOf = (
  day: number,
  totalOf: (hour: number) => number,
  missing: readonly number[] = [],
): DayTotals => ({
  day,
  totals: Float64Array.from({ length: 96 }, (_, quarter) => (quarter % 4 === 0 ? totalOf(quarter / 4) : 1)),
  present:
    missing.length === 0
      ? null
      : Uint8Array.from({ length: 96 }, (_, quarter) => (missing.includes(quarter) ? 0 : 1)),
});
const starts = (series: { start: Float64Array }): number[] =>
  Array.from(series.start, (at) => (at - DAY * DAY_MS) / HOUR_MS);

describe('quarter-hours of closed days', () => {
  it('returns the hours of an interval in the energy and water columns', () => {
    const grid = createMeasuredGrid(span(22, 26));
    for (const day of [dayOf(DAY + 1, (hour) => 100 + hour), dayOf(DAY, (hour) => hour)])
      grid.addDay(span(22, 26), day);
    const series = grid.series();
    expect(starts(series)).toEqual([22, 23, 24, 25]);
    expect([...series.consumedA]).toEqual([25, 26, 103, 104]);
    expect(series.volume).toEqual(series.consumedA);
    expect([...series.quarters]).toEqual([4, 4, 4, 4]);
  });

  it('omits hours without measurements', () => {
    const grid = createMeasuredGrid(span(0, 4));
    grid.addDay(
      span(0, 4),
      dayOf(DAY, () => 0, [4, 5, 6, 7, 9]),
    );
    expect(starts(grid.series())).toEqual([0, 2, 3]);
    expect([...grid.series().quarters]).toEqual([4, 3, 4]);
  });

  it.each([
    [30, [0.5, 1, 1.5, 2], [2, 11, 2, 11], [2, 2, 2, 1]],
    [15, [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2], [1, 1, 10, 1, 1, 1, 11], [1, 1, 1, 1, 1, 1, 1]],
  ] as const)(
    'groups by %i minutes the quarter-hours that begin within an interval',
    (stepMinutes, slots, amounts, quarters) => {
      const within = { ...span(0.5, 2), to: instant(span(0, 2).to + 1) };
      const grid = createMeasuredGrid(within, { stepMinutes });
      grid.addDay(
        within,
        dayOf(DAY, (hour) => 9 + hour),
      );
      const series = grid.series();
      expect(series.stepMinutes).toBe(stepMinutes);
      expect(starts(series)).toEqual(slots);
      expect([...series.consumedA]).toEqual(amounts);
      expect([...series.quarters]).toEqual(quarters);
    },
  );

  it('sums several meters, each over its own interval', () => {
    const grid = createMeasuredGrid(span(0, 3));
    grid.addDay(
      span(0, 2),
      dayOf(DAY, () => 5),
    );
    grid.addDay(
      span(1, 3),
      dayOf(DAY, () => 7),
    );
    expect([...grid.series().consumedA]).toEqual([8, 18, 10]);
    expect([...grid.series().quarters]).toEqual([4, 8, 4]);
  });

  it('returns the highest quarter-hour of each hour from an instant, the first of equals', () => {
    const grid = createMeasuredGrid(span(0, 3), { highestFrom: span(0.5, 1).from });
    grid.addDay(
      span(0, 3),
      dayOf(DAY, (hour) => [9, 1, 5][hour] ?? 0),
    );
    grid.addTotals(quarterOf(2.5), 1, [5]);
    const { peakQuarter, peakQuarterStart } = grid.series();
    expect([...peakQuarter]).toEqual([1, 1, 5]);
    expect(Array.from(peakQuarterStart, (at) => (at - DAY * DAY_MS) / QUARTER_MS)).toEqual([2, 4, 8]);
  });
});

it('adds open days to the same slots, with the number of meters with data', () => {
  const grid = createMeasuredGrid(span(0, 2), { stepMinutes: 30 });
  grid.addDay(
    span(0, 1),
    dayOf(DAY, () => 3),
  );
  grid.addTotals(quarterOf(0.25), 2, [16]);
  grid.addTotals(quarterOf(1.75), 1, [8]);
  const series = grid.series();
  expect(starts(series)).toEqual([0, 0.5, 1.5]);
  expect([...series.consumedA]).toEqual([20, 2, 8]);
  expect([...series.quarters]).toEqual([4, 2, 1]);
  expect([...series.peakQuarter]).toEqual([0, 0, 0]);
});

it('returns a column per phase, and the highest quarter-hour of all phases together', () => {
  const grid = createMeasuredGrid(span(0, 1), {
    highestFrom: span(0, 1).from,
    phases: ['consumedA', 'consumedB', 'injectedA'],
  });
  const run = {
    start: span(0, 1).from,
    length: 4,
    present: '1101',
    consumedA: Float64Array.from([1, 8, 100, 2]),
    consumedB: Float64Array.from([9, 1, 100, 8]),
    injectedA: null,
  };
  grid.addRun({ run, from: 0, to: 4 });
  const { consumedA, consumedB, consumedC, injectedA, peakQuarter, peakQuarterStart, quarters } =
    grid.series();
  const columns = [consumedA, consumedB, consumedC, injectedA, peakQuarter, quarters];
  expect(columns.map((column) => [...column])).toEqual([[11], [18], [0], [0], [10], [3]]);
  expect([...peakQuarterStart]).toEqual([span(0, 1).from]);
});

it('returns no quarter-hours for an empty interval', () => {
  expect(createMeasuredGrid({ from: instant(0), to: instant(0) }).series().length).toBe(0);
});
