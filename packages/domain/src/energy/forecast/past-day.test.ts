import { describe, expect, test } from 'vitest';
import { addDays, civilDate } from '../../base/time/civil-day.ts';
import type { DayByTouPeriod } from '../consumption/day-posts.ts';
import { daysTogether, measuredDays, type PastDay, toPastDay } from './past-day.ts';

const daysOf = (completeness: readonly number[], expectedQuarters = 96): PastDay[] =>
  completeness.map((share, index) => ({
    date: addDays(civilDate('2026-03-01'), index),
    total: 1 as PastDay['total'],
    completeness: share,
    expectedQuarters,
  }));
const sharesOf = (days: readonly PastDay[]) => measuredDays(days).map(({ completeness }) => completeness);

describe('the days that were measured', () => {
  test('are those that filled what days of the meter usually fill', () => {
    expect(sharesOf(daysOf([1, 1, 0.9, 0.89, 0]))).toEqual([1, 1, 0.9]);
  });

  test('are all the days of a meter that is read once a day, but for those on which it was not', () => {
    expect(sharesOf(daysOf([1 / 96, 0, 1 / 96, 1 / 96]))).toHaveLength(3);
  });

  test('are none where nothing was measured, or nothing was to be measured', () => {
    expect(sharesOf(daysOf([0, 0]))).toEqual([]);
    expect(sharesOf(daysOf([1, 1], 0))).toEqual([]);
    expect(sharesOf([])).toEqual([]);
  });
});

test('days of two meters are one of each date, as complete as both together', () => {
  const [first, second] = [daysOf([1, 1]), daysOf([0.5, 1, 1]).slice(1)];
  const together = daysTogether([...second, ...first]);
  expect(together.map(({ date, total }) => [date, total])).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 2],
    ['2026-03-03', 1],
  ]);
  const halves = daysTogether([...daysOf([1]), ...daysOf([0.5])]);
  expect(halves).toMatchObject([{ completeness: 0.75, expectedQuarters: 192 }]);
});

test('a day by post is as complete as its quarter-hours', () => {
  const date = civilDate('2026-03-01');
  const day = { date, total: 7, presentQuarters: 24, expectedQuarters: 96 } as DayByTouPeriod;
  expect(toPastDay(day)).toEqual({ date, total: 7, completeness: 0.25, expectedQuarters: 96 });
});
