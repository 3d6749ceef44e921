import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { instant, UTC } from '../../base/time/zone.ts';
import { highestHour, hourTotals } from './demand-peaks.ts';
import { daysOfEvenUse } from './testing/days-of-even-use.ts';

const days = daysOfEvenUse({
  first: civilDate('2026-11-19'),
  last: civilDate('2026-11-20'),
  zone: UTC,
  since: instant(Date.parse('2026-11-19T22:00Z')),
  now: instant(Date.parse('2026-11-20T02:00Z')),
  perHour: 7,
});

test('returns null for hours without data and for future hours', () => {
  expect(days.map(hourTotals)).toEqual([
    [...Array.from({ length: 22 }, () => null), 7, 7],
    [7, 7, ...Array.from({ length: 22 }, () => null)],
  ]);
});

test('returns the first of equally high hours', () => {
  expect(highestHour(days)).toEqual({ date: '2026-11-19', hour: 22, total: 7 });
  expect(highestHour([])).toBeNull();
});
