import { describe, expect, test } from 'vitest';
import { addDays, civilDate } from '../../base/time/civil-day.ts';
import { isNationalHoliday } from '../../base/time/holidays.ts';
import type { PastDay } from './past-day.ts';
import { dayRow, HOLIDAY, SUNDAY } from './typical-week.ts';

const END = civilDate('2026-03-02');
const sevens = (count: number): PastDay[] =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays(END, index - count),
    total: 7 as PastDay['total'],
    completeness: 1,
    expectedQuarters: 96,
  }));
const rowOf = (days: readonly PastDay[], first: number, end: number) =>
  dayRow(days, addDays(END, first), addDays(END, end), isNationalHoliday);

describe('a row of days', () => {
  test('has a place for every date, and marks missing, incomplete or outside days as unmeasured', () => {
    const [first, second, ...rest] = sevens(4);
    if (first === undefined || second === undefined) throw new Error('four days');
    const row = rowOf([first, { ...second, completeness: 0.5 }, ...rest], -3, 2);
    expect([...row.total]).toEqual([0, 7, 7, 0, 0]);
    expect([...row.isMeasured]).toEqual([0, 1, 1, 0, 0]);
    expect(row.length).toBe(5);
    expect(rowOf(sevens(3), -1, -1).length).toBe(0);
    expect(rowOf(sevens(3), 0, -2).length).toBe(0);
  });

  test('distinguishes weekdays and holidays, and treats a holiday on a Sunday as a Sunday', () => {
    const kindOf = (date: string): number | undefined =>
      dayRow([], civilDate(date), addDays(civilDate(date), 1), isNationalHoliday).kind[0];
    expect(kindOf('2026-12-25')).toBe(HOLIDAY);
    expect(kindOf('2026-11-15')).toBe(SUNDAY);
    expect(kindOf('2026-12-23')).toBe(3);
    expect(kindOf('2028-02-29')).toBe(HOLIDAY);
    expect(kindOf('2024-02-29')).toBe(4);
  });
});
