import { describe, expect, test } from 'vitest';
import { billingCycleAt, previousCycle } from '../../base/time/billing-cycle.ts';
import { civilDate } from '../../base/time/civil-day.ts';
import { DEFAULT_ZONE, parseZone } from '../../base/time/zone.ts';
import type { DayConsumption, HourConsumption } from '../../telemetry/intervals/totals.ts';
import { alikeDays, compareAlike, isOverlapEnough, previousSpan, yearBefore } from './alike.ts';

const span = (first: string, last: string) => ({ first: civilDate(first), last: civilDate(last) });
const before = (first: string, last: string, readDay: number | null) => {
  const cycle = billingCycleAt(civilDate(first), readDay);
  return previousSpan(span(first, last), cycle, previousCycle(cycle, readDay));
};

describe('the previous interval', () => {
  test('returns for a running cycle the same number of days of the previous cycle', () => {
    expect(before('2026-11-05', '2026-11-20', 5)).toEqual(span('2026-10-05', '2026-10-20'));
    expect(before('2026-11-01', '2026-11-20', null)).toEqual(span('2026-10-01', '2026-10-20'));
  });

  test('returns for a complete cycle the complete previous cycle', () => {
    expect(before('2026-11-01', '2026-11-30', null)).toEqual(span('2026-10-01', '2026-10-31'));
    expect(before('2026-03-01', '2026-03-31', null)).toEqual(span('2026-02-01', '2026-02-28'));
  });

  test('returns no more days than the previous cycle has', () => {
    expect(before('2026-03-01', '2026-03-30', null)).toEqual(span('2026-02-01', '2026-02-28'));
  });

  test('returns for other days the same number of days just before', () => {
    expect(before('2026-11-10', '2026-11-16', null)).toEqual(span('2026-11-03', '2026-11-09'));
    expect(before('2026-11-01', '2026-12-10', null)).toEqual(span('2026-09-22', '2026-10-31'));
  });
});

test('returns the same calendar days of the year before', () => {
  expect(yearBefore(span('2026-11-01', '2026-11-20'))).toEqual(span('2025-11-01', '2025-11-20'));
  expect(yearBefore(span('2024-02-29', '2024-03-01'))).toEqual(span('2023-02-28', '2023-03-01'));
});

const NEW_YORK = parseZone('America/New_York') ?? DEFAULT_ZONE;

const none = { a: 0, b: 0, c: 0 };
const empty = {
  consumed: none,
  injected: none,
  inductive: none,
  capacitive: none,
  volume: 0,
  peakQuarter: null,
  touPeriod: 'outPoint',
  inPoint: 0,
  interPoint: 0,
};

type Hour = readonly [total: number, presentQuarters: number, expectedQuarters?: number];
const dayOn = (date: string, hours: readonly Hour[]) =>
  ({
    date: civilDate(date),
    hours: hours.map(
      ([total, presentQuarters, expectedQuarters = 4], hour) =>
        ({
          ...empty,
          hour,
          total,
          outPoint: total,
          presentQuarters,
          expectedQuarters,
        }) as unknown as HourConsumption,
    ),
  }) as unknown as DayConsumption;
const dayOf = (...hours: readonly Hour[]) => dayOn('2026-11-10', hours);

const compared = (...timeIntervals: Parameters<typeof alikeDays>) =>
  compareAlike(alikeDays(...timeIntervals));

describe('the comparison of equal hours', () => {
  test('counts only hours that both sides measured completely', () => {
    const current = [dayOf([10, 4], [20, 4], [5, 2], [7, 4]), dayOf([30, 4])];
    const other = [dayOf([8, 4], [100, 3], [40, 4]), dayOf([22, 4], [1, 4])];
    expect(compared(current, other, NEW_YORK)).toEqual({
      hours: 2,
      ofHours: 5,
      current: 40,
      other: 30,
      // Two comparable hours of five are too few for a change.
      change: null,
    });
  });

  test('counts only hours that each of several meters measured completely', () => {
    const ofTwo = (present: number) => [dayOf([10, present, 8])];
    expect(compared(ofTwo(8), [dayOf([8, 4])], NEW_YORK)).toMatchObject({ hours: 1 });
    expect(compared(ofTwo(7), [dayOf([8, 4])], NEW_YORK)).toMatchObject({ hours: 0 });
  });

  test('returns no change when the overlap is below one half', () => {
    const two = [dayOf([10, 4], [20, 4])];
    expect(compared(two, [dayOf([8, 4], [16, 3])], NEW_YORK)).toMatchObject({
      hours: 1,
      ofHours: 2,
      change: 0.25,
    });
    const three = [dayOf([10, 4], [20, 4], [30, 4])];
    expect(compared(three, [dayOf([8, 4], [16, 3])], NEW_YORK)).toMatchObject({ hours: 1, change: null });
    expect(isOverlapEnough({ hours: 0, ofHours: 0 })).toBe(false);
  });

  test('returns only the compared hours of both sides, with their time-of-use periods', () => {
    const { current, other } = alikeDays([dayOf([10, 4], [20, 4])], [dayOf([8, 3], [16, 4])], NEW_YORK);
    expect([current, other].map(([day]) => day?.total)).toEqual([20, 16]);
    expect(current[0]?.hours.map(({ hour }) => hour)).toEqual([1]);
  });

  test('returns no change when the other side has no consumption', () => {
    expect(compared([dayOf([10, 4])], [], NEW_YORK)).toEqual({
      hours: 0,
      ofHours: 1,
      current: 0,
      other: 0,
      change: null,
    });
    expect(compared([dayOf([10, 4])], [dayOf([0, 4])], NEW_YORK)).toMatchObject({
      hours: 1,
      change: null,
    });
  });

  test('omits the repeated hour when only one of the days has it', () => {
    const setBack = dayOn('2025-11-02', [
      [10, 4],
      [40, 8, 8],
      [30, 4],
    ]);
    const ordinary = dayOn('2025-10-26', [
      [8, 4],
      [16, 4],
      [24, 4],
    ]);
    const left = { hours: 2, ofHours: 3, change: 0.25 };
    expect(compared([setBack], [ordinary], NEW_YORK)).toEqual({ ...left, current: 40, other: 32 });
    expect(compared([ordinary], [setBack], NEW_YORK)).toMatchObject({ hours: 2, current: 32, other: 40 });
    // Without a clock change, eight quarter-hours in one hour come from two meters.
    expect(compared([setBack], [ordinary], DEFAULT_ZONE)).toMatchObject({ hours: 3 });
  });

  test('compares the repeated hours of two days with each other', () => {
    const inYear = (date: string, total: number) => [
      dayOn(date, [
        [10, 4],
        [total, 8, 8],
      ]),
    ];
    const alike = compared(inYear('2025-11-02', 40), inYear('2024-11-03', 50), NEW_YORK);
    expect(alike).toEqual({ hours: 2, ofHours: 2, current: 50, other: 60, change: -1 / 6 });
  });

  test('compares no hour with an hour that the clock skipped', () => {
    const setForward = dayOn('2026-03-08', [
      [10, 4],
      [20, 4],
      [0, 0, 0],
      [30, 4],
    ]);
    const ordinary = dayOn('2026-03-01', [
      [8, 4],
      [16, 4],
      [99, 4],
      [24, 4],
    ]);
    expect(compared([setForward], [ordinary], NEW_YORK)).toMatchObject({
      hours: 3,
      current: 60,
      other: 48,
    });
  });
});
