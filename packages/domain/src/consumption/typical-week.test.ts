import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, weekdayOf } from '../time/civil-day.ts';
import { isNationalHoliday } from '../time/holidays.ts';
import type { PastDay } from './past-day.ts';
import { dayRow, expectedOn, kindOfDay, LEARNT_DAYS, typicalWeek } from './typical-week.ts';

const END = civilDate('2026-03-02');
const SUNDAY = 0;
const WEDNESDAY = 3;

function pastDays(count: number, totalOf: (weekday: number, index: number) => number): PastDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(END, index - count);
    const total = totalOf(weekdayOf(date), index) as PastDay['total'];
    return { date, total, completeness: 1, expectedQuarters: 96 };
  });
}

const rowOf = (days: readonly PastDay[]) => dayRow(days, addDays(END, -LEARNT_DAYS), END);
const weekOf = (days: readonly PastDay[]) => typicalWeek(rowOf(days), LEARNT_DAYS);

describe('a typical week', () => {
  test('knows the days on which less is consumed', () => {
    const withoutHolidays = pastDays(60, (weekday) => (weekday === SUNDAY ? 20_000 : 100_000)).filter(
      ({ date }) => !isNationalHoliday(date),
    );
    const week = weekOf(withoutHolidays);
    if (week === null) throw new Error('60 days are enough');
    expect(expectedOn(week, WEDNESDAY, 1) / expectedOn(week, SUNDAY, 1)).toBeCloseTo(5, 6);
  });

  test('follows the level of late', () => {
    const risen = weekOf(pastDays(119, (_, index) => (index < 90 ? 100_000 : 200_000)));
    if (risen === null) throw new Error('17 weeks are enough');
    expect(expectedOn(risen, WEDNESDAY, 1)).toBeGreaterThan(165_000);
  });

  test('with a trend goes on rising, ever more slowly', () => {
    const rising = weekOf(pastDays(119, (_, index) => 100_000 + 1_000 * index));
    if (rising === null) throw new Error('17 weeks are enough');
    const ahead = [1, 2, 30, 31].map((days) => expectedOn(rising, WEDNESDAY, days, 1));
    const [next, second, thirtieth, last] = ahead as [number, number, number, number];
    expect(second - next).toBeGreaterThan(500);
    expect(last - thirtieth).toBeGreaterThan(0);
    expect(last - thirtieth).toBeLessThan((second - next) / 2);
  });

  test('is none of thirteen complete days, however many are incomplete', () => {
    const days = pastDays(119, () => 100_000).map((day, index) =>
      index < 106 ? { ...day, completeness: 0.5 } : day,
    );
    expect(weekOf(days)).toBeNull();
    expect(weekOf(pastDays(14, () => 100_000))?.level).toBeCloseTo(100_000, 6);
  });

  test('of a meter that stands still is nothing', () => {
    const still = weekOf(pastDays(30, () => 0));
    if (still === null) throw new Error('30 days are enough');
    expect(expectedOn(still, WEDNESDAY, 1, 1)).toBe(0);
  });

  test('takes its level from the days on which something is consumed', () => {
    const sundaysOff = pastDays(28, (weekday) => (weekday === SUNDAY ? 0 : 100_000)).filter(
      ({ date }) => !isNationalHoliday(date),
    );
    const week = weekOf(sundaysOff);
    if (week === null) throw new Error('28 days are enough');
    expect(expectedOn(week, SUNDAY, 1)).toBeCloseTo(0, 6);
    expect(expectedOn(week, WEDNESDAY, 1)).toBeCloseTo(100_000, 6);
  });

  test('has no trend where a single day of fourteen says everything, and knows nothing of days never seen', () => {
    const mondays = pastDays(100, (weekday) => (weekday === 1 ? 0 : 1)).filter(({ total }) => total === 0);
    const [wednesday] = pastDays(20, () => 70_000).filter(({ date }) => weekdayOf(date) === WEDNESDAY);
    if (wednesday === undefined) throw new Error('20 days hold a Wednesday');
    const week = weekOf([...mondays, wednesday]);
    expect(week?.slope).toBe(0);
    expect(week === null ? null : expectedOn(week, 5, 1, 1)).toBeCloseTo(week?.level ?? 0, 6);
  });

  test('of equal days is that day, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 14, max: 200 }), fc.integer({ min: 1, max: 1e9 }), (count, total) => {
        const week = weekOf(pastDays(count, () => total));
        if (week === null) throw new Error('14 days are enough');
        for (let kind = 0; kind < 7; kind += 1) expect(expectedOn(week, kind, 5) / total).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('days in a row', () => {
  test('have a place for every date; what is not given or lies outside is not counted', () => {
    const row = dayRow(pastDays(3, () => 7).slice(0, 2), addDays(END, -2), END);
    expect([...row.total]).toEqual([7, 0]);
    expect([...row.isComplete]).toEqual([1, 0]);
    expect(
      dayRow(
        pastDays(3, () => 7),
        addDays(END, -1),
        addDays(END, -1),
      ).length,
    ).toBe(0);
    expect(
      dayRow(
        pastDays(3, () => 7),
        addDays(END, -9),
        addDays(END, -2),
      ).total[6],
    ).toBe(7);
  });

  test('take a national holiday for a Sunday', () => {
    expect(kindOfDay(civilDate('2026-12-25'))).toBe(SUNDAY);
    expect(kindOfDay(civilDate('2026-12-23'))).toBe(WEDNESDAY);
  });
});
