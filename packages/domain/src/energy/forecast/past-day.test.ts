import { describe, expect, test } from 'vitest';
import { addDays, civilDate } from '../../base/time/civil-day.ts';
import type { DayByTouPeriod } from '../consumption/day-tou-periods.ts';
import { daysTogether, measuredDays, type PastDay, toPastDay } from './past-day.ts';

const daysOf = (completeness: readonly number[], expectedQuarters = 96): PastDay[] =>
  completeness.map((share, index) => ({
    date: addDays(civilDate('2026-03-01'), index),
    total: 1 as PastDay['total'],
    completeness: share,
    expectedQuarters,
  }));
const sharesOf = (days: readonly PastDay[]) => measuredDays(days).map(({ completeness }) => completeness);

describe('the measured days of a meter', () => {
  test('selects days that reach the usual completeness of the meter', () => {
    expect(sharesOf(daysOf([1, 1, 0.9, 0.89, 0]))).toEqual([1, 1, 0.9]);
  });

  test('selects all read days of a meter that is read once a day', () => {
    expect(sharesOf(daysOf([1 / 96, 0, 1 / 96, 1 / 96]))).toHaveLength(3);
  });

  test('returns no days when nothing was measured or expected', () => {
    expect(sharesOf(daysOf([0, 0]))).toEqual([]);
    expect(sharesOf(daysOf([1, 1], 0))).toEqual([]);
    expect(sharesOf([])).toEqual([]);
  });
});

test('merges the days of two meters by date with their joint completeness', () => {
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

test('computes the completeness of a day from its quarter-hours', () => {
  const date = civilDate('2026-03-01');
  const day = { date, total: 7, presentQuarters: 24, expectedQuarters: 96 } as DayByTouPeriod;
  expect(toPastDay(day)).toEqual({ date, total: 7, completeness: 0.25, expectedQuarters: 96 });
});
