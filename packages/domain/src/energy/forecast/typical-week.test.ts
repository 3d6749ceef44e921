import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, weekdayOf } from '../../base/time/civil-day.ts';
import { isNationalHoliday } from '../../base/time/holidays.ts';
import type { PastDay } from './past-day.ts';
import { dayRow, HOLIDAY, KINDS, SHAPE_DAYS, SUNDAY, typicalWeek } from './typical-week.ts';

const END = civilDate('2026-03-02');
const WEDNESDAY = 3;

function pastDays(count: number, totalOf: (weekday: number, index: number) => number): PastDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(END, index - count);
    const total = totalOf(weekdayOf(date), index) as PastDay['total'];
    return { date, total, completeness: 1, expectedQuarters: 96 };
  });
}

const rowOf = (days: readonly PastDay[]) => dayRow(days, addDays(END, -SHAPE_DAYS), END, isNationalHoliday);

function weekOf(days: readonly PastDay[]) {
  const week = typicalWeek(rowOf(days), SHAPE_DAYS);
  if (week === null) throw new Error('enough days for a week');
  return week;
}

describe('a typical week', () => {
  test('learns weekdays with less consumption, weighted with one ordinary day', () => {
    const { mean, factors } = weekOf(
      pastDays(119, (weekday) => (weekday === SUNDAY ? 30_000 : 100_000)).filter(
        ({ date }) => !isNationalHoliday(date),
      ),
    );
    const [ofSunday, ofWednesday] = [30_000 / mean, 100_000 / mean];
    expect(factors[SUNDAY]).toBeCloseTo((17 * ofSunday + 1) / 18, 9);
    expect(factors[WEDNESDAY]).toBeCloseTo((17 * ofWednesday + 1) / 18, 9);
  });

  test('treats holidays as Sundays until a holiday is measured', () => {
    const none = weekOf(
      pastDays(40, (weekday) => (weekday === SUNDAY ? 0 : 100_000)).filter(
        ({ date }) => !isNationalHoliday(date),
      ),
    );
    expect(none.factors[HOLIDAY]).toBe(none.factors[SUNDAY]);
  });

  test('learns that a works does not close on holidays', () => {
    // 15 and 20 November, Christmas, New Year, and Carnival; the first is a Saturday.
    const { mean, factors } = weekOf(pastDays(119, (weekday) => (weekday === SUNDAY ? 10_000 : 100_000)));
    const seen = pastDays(119, () => 0).filter(
      ({ date }) => isNationalHoliday(date) && weekdayOf(date) !== SUNDAY,
    ).length;
    const sunday = factors[SUNDAY] ?? Number.NaN;
    expect(factors[HOLIDAY]).toBeCloseTo((seen * (100_000 / mean) + 2 * sunday) / (seen + 2), 9);
    expect(factors[HOLIDAY]).toBeGreaterThan(0.7);
  });

  test('follows the recent level, and half as far with the usual level after two weeks', () => {
    const risen = weekOf(pastDays(119, (_, index) => (index < 105 ? 100_000 : 200_000)));
    expect(risen.late).toBeGreaterThan(170_000);
    expect(risen.late).toBeLessThan(200_000);
    expect(risen.usual).toBeCloseTo(150_000, -4);
  });

  test('computes its level from the days with consumption', () => {
    const week = weekOf(pastDays(119, (weekday) => (weekday === SUNDAY ? 0 : 100_000)));
    expect(week.late * (week.factors[WEDNESDAY] ?? 0)).toBeGreaterThan(97_000);
    expect(week.late * (week.factors[WEDNESDAY] ?? 0)).toBeLessThan(103_000);
  });

  test('returns null for thirteen measured days, and accepts many incomplete days', () => {
    const days = pastDays(119, () => 100_000).map((day, index) =>
      index < 106 && index % 9 !== 0 ? { ...day, completeness: 0 } : day,
    );
    expect(weekOf(days).mean).toBe(100_000);
    const few = days.filter((_, index) => index >= 106);
    expect(few).toHaveLength(13);
    expect(typicalWeek(rowOf(few), SHAPE_DAYS)).toBeNull();
  });

  test('returns a mean of zero for a meter without consumption', () => {
    expect(weekOf(pastDays(30, () => 0))).toEqual({
      mean: 0,
      late: 0,
      usual: 0,
      factors: new Float64Array(KINDS).fill(1),
    });
  });

  test('returns the value of equal days for any number of days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 14, max: 200 }), fc.integer({ min: 1, max: 1e9 }), (count, total) => {
        const { late, usual, mean, factors } = weekOf(pastDays(count, () => total));
        expect(late / total).toBeCloseTo(1, 9);
        expect(usual / total).toBeCloseTo(1, 9);
        expect(mean / total).toBeCloseTo(1, 9);
        for (const factor of factors) expect(factor).toBeCloseTo(1, 9);
      }),
    );
  });
});
