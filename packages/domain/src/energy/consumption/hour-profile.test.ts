import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import type { Quantity } from '../../telemetry/intervals/totals.ts';
import { type DayByHour, shareToCome } from '../forecast/typical-week.ts';

const THURSDAY = civilDate('2026-03-12');

/** Consumes from 8 to 12 only, 100 an hour. */
function morningDay(date: string, completeness = 1): DayByHour {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    total: (hour >= 8 && hour < 12 ? 100 : 0) as Quantity,
  }));
  return { date: civilDate(date), total: 400 as Quantity, completeness, expectedQuarters: 96, hours };
}

describe('the remaining share of a day', () => {
  test('follows the hours of earlier days, partly within the hour', () => {
    const days = [morningDay('2026-03-10'), morningDay('2026-03-11')];
    expect(shareToCome(days, THURSDAY, 0)).toBe(1);
    expect(shareToCome(days, THURSDAY, 8.5 / 24)).toBeCloseTo(0.875, 12);
    expect(shareToCome(days, THURSDAY, 0.5)).toBe(0);
  });

  test('ignores Sundays for a working day, and days with half of their measurements', () => {
    const days = [morningDay('2026-03-08'), morningDay('2026-03-10', 0.5)];
    expect(shareToCome(days, THURSDAY, 0.5)).toBe(0.5);
    expect(shareToCome([], THURSDAY, 0.25)).toBe(0.75);
  });
});
