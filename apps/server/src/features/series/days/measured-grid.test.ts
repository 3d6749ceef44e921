import { DAY_MS, HOUR_MS, instant } from '@nascente/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { encodeHalfHours } from '../encoding/half-hours.ts';
import { createMeasuredGrid, type MeasuredRun } from './measured-grid.ts';

const DAY = 20_000;
const QUARTER_MS = HOUR_MS / 4;
const span = (fromHour: number, toHour: number) => ({
  from: instant(DAY * DAY_MS + fromHour * HOUR_MS),
  to: instant(DAY * DAY_MS + toHour * HOUR_MS),
});
const recordOf = (day: number, totalOf: (hour: number) => number, missing: readonly number[] = []): Buffer =>
  encodeHalfHours({
    day,
    // All but one of what an hour has lies in its first half.
    totals: Float64Array.from({ length: 48 }, (_, half) => {
      const total = totalOf(Math.floor(half / 2));
      return half % 2 === 0 ? Math.max(0, total - 1) : Math.min(1, total);
    }),
    quarters: Uint8Array.from({ length: 48 }, (_, half) => (missing.includes(Math.floor(half / 2)) ? 0 : 2)),
  });
const runOf = (index: number, consumed: readonly number[], present: string | null = null): MeasuredRun => ({
  start: instant(DAY * DAY_MS + index * QUARTER_MS),
  length: consumed.length,
  present,
  consumed: Float64Array.from(consumed),
  volume: null,
});
const whole = (run: MeasuredRun) => ({ run, from: 0, to: run.length });
const starts = (series: { start: Float64Array }): number[] =>
  Array.from(series.start, (at) => (at - DAY * DAY_MS) / HOUR_MS);

describe('hours of closed days', () => {
  it('are those of the span, in the columns of energy and of water', () => {
    const grid = createMeasuredGrid(span(22, 26));
    const records = Buffer.concat([recordOf(DAY + 1, (hour) => 100 + hour), recordOf(DAY, (hour) => hour)]);
    expect(grid.addRecords(span(22, 26), records)).toEqual([DAY + 1, DAY]);
    const series = grid.series();
    expect(starts(series)).toEqual([22, 23, 24, 25]);
    expect([...series.consumedA]).toEqual([22, 23, 100, 101]);
    expect(series.volume).toEqual(series.consumedA);
    expect([...series.quarters]).toEqual([4, 4, 4, 4]);
  });

  it('are left out where nothing was measured', () => {
    const grid = createMeasuredGrid(span(0, 4));
    grid.addRecords(
      span(0, 4),
      recordOf(DAY, () => 0, [1, 2]),
    );
    expect(starts(grid.series())).toEqual([0, 3]);
  });

  it('are told by half hours where these are asked, and a span may begin and end within an hour', () => {
    const grid = createMeasuredGrid(span(0.5, 2.5), { stepMinutes: 30 });
    grid.addRecords(
      span(0.5, 2.5),
      recordOf(DAY, (hour) => 10 + hour),
    );
    const series = grid.series();
    expect(series.stepMinutes).toBe(30);
    expect(starts(series)).toEqual([0.5, 1, 1.5, 2]);
    expect([...series.consumedA]).toEqual([1, 10, 1, 11]);
    expect([...series.quarters]).toEqual([2, 2, 2, 2]);
  });

  it('of several meters are added up, each by its own span', () => {
    const grid = createMeasuredGrid(span(0, 3));
    grid.addRecords(
      span(0, 2),
      recordOf(DAY, () => 5),
    );
    grid.addRecords(
      span(1, 3),
      recordOf(DAY, () => 7),
    );
    expect([...grid.series().consumedA]).toEqual([5, 12, 7]);
    expect([...grid.series().quarters]).toEqual([4, 8, 4]);
  });
});

describe('quarter-hours', () => {
  it('are added to their hours, those without data left out', () => {
    const grid = createMeasuredGrid(span(0, 2));
    grid.addRun(whole(runOf(2, [1, 2, 4, 8], '1011')));
    grid.addHalfHour(DAY * 48 + 1, 16, 1);
    const series = grid.series();
    expect([...series.consumedA]).toEqual([17, 12]);
    expect([...series.quarters]).toEqual([2, 2]);
  });

  it('tell the highest of each hour, of equal ones the first, and nothing of hours of records', () => {
    const grid = createMeasuredGrid(span(0, 3), { isHighestAsked: true });
    grid.addRecords(
      span(2, 3),
      recordOf(DAY, () => 9),
    );
    grid.addRun(whole(runOf(4, [3, 3])));
    grid.addRun(whole(runOf(1, [2, 5])));
    const { peakQuarter, peakQuarterStart } = grid.series();
    expect([...peakQuarter]).toEqual([5, 3, 0]);
    expect(
      Array.from(peakQuarterStart, (at) => (at === 0 ? null : (at - DAY * DAY_MS) / QUARTER_MS)),
    ).toEqual([2, 4, null]);
  });
});

it('stay quarter-hours in a grid of them, of each run those that are asked', () => {
  const grid = createMeasuredGrid(span(0, 1), { stepMinutes: 15, isHighestAsked: true });
  grid.addRun({ run: runOf(0, [1, 2, 4, 8], '1101'), from: 1, to: 4 });
  grid.addRun(whole(runOf(1, [16])));
  const series = grid.series();
  expect(series.stepMinutes).toBe(15);
  expect(starts(series)).toEqual([0.25, 0.75]);
  expect([...series.consumedA]).toEqual([18, 8]);
  expect([...series.quarters]).toEqual([2, 1]);
  expect([...series.peakQuarter]).toEqual([16, 8]);
});

it('of phases stand in a column each, and the highest is that of all of them', () => {
  const grid = createMeasuredGrid(span(0, 1), { isHighestAsked: true, phases: ['consumedA', 'consumedB'] });
  const phases = { consumedA: Float64Array.from([1, 8]), consumedB: Float64Array.from([9, 1]) };
  grid.addRun({ run: { ...runOf(0, [0, 0]), ...phases }, from: 0, to: 2 });
  const { consumedA, consumedB, consumedC, peakQuarter } = grid.series();
  expect([consumedA, consumedB, consumedC, peakQuarter].map((column) => [...column])).toEqual([
    [9],
    [10],
    [0],
    [10],
  ]);
});

it('of no time are none', () => {
  expect(createMeasuredGrid({ from: instant(0), to: instant(0) }).series().length).toBe(0);
});
