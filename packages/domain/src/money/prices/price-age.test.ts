import { expect, test } from 'vitest';
import { addDays, civilDate } from '../../base/time/civil-day.ts';
import { areOutOfDate } from './price-age.ts';

test('marks prices as outdated after their approval, or after a year and a month without one', () => {
  const validFrom = civilDate('2025-07-04');
  const until = (day: string) => ({ validFrom, validUntil: civilDate(day) });
  expect(areOutOfDate(until('2026-07-03'), civilDate('2026-07-03'))).toBe(false);
  expect(areOutOfDate(until('2026-07-03'), civilDate('2026-07-04'))).toBe(true);
  const open = { validFrom, validUntil: null };
  expect(areOutOfDate(open, addDays(validFrom, 395))).toBe(false);
  expect(areOutOfDate(open, addDays(validFrom, 396))).toBe(true);
  expect(areOutOfDate(until('2030-01-01'), civilDate('2029-12-31'))).toBe(false);
});
