import { describe, expect, test } from 'vitest';
import { addDays, civilDate, weekdayOf } from '../../base/time/civil-day.ts';
import type { PastDay } from './past-day.ts';
import { dayRow, daysLeft, typicalWeek, YEAR_DAYS } from './typical-week.ts';

const TODAY = civilDate('2026-03-11');
const DAYS = 400;
const AHEAD = 20;
const now = { index: DAYS, elapsed: 10, horizon: AHEAD, share: 1 };

/** The days before today, with totals by the number of days since each. */
function leftOf(
  totalOf: (daysAgo: number) => number | null,
  origin = now,
  isHoliday: (date: string) => boolean = () => false,
) {
  const days = Array.from({ length: DAYS }, (_, index): PastDay => {
    const total = totalOf(DAYS - index);
    const date = addDays(TODAY, index - DAYS);
    return {
      date,
      total: (total ?? 0) as PastDay['total'],
      completeness: total === null ? 0 : 1,
      expectedQuarters: 96,
    };
  });
  const row = dayRow(days, addDays(TODAY, -DAYS), addDays(TODAY, AHEAD), isHoliday);
  const week = typicalWeek(row, DAYS);
  if (week === null) throw new Error('enough days for a week');
  return daysLeft(row, week, origin);
}

describe('the expected remaining consumption', () => {
  test('is equal for every level when all days are equal', () => {
    const { byOwnLevel, byLateLevel, byLastYear } = leftOf(() => 100);
    for (const left of [byOwnLevel, byLateLevel, byLastYear ?? 0]) expect(left).toBeCloseTo(2000, 9);
  });

  test('counts only the remaining share of the first day', () => {
    const { byOwnLevel, byLateLevel, byLastYear } = leftOf(() => 100, { ...now, share: 0.25 });
    for (const left of [byOwnLevel, byLateLevel, byLastYear ?? 0]) expect(left).toBeCloseTo(1925, 9);
  });

  test('follows the level of the period, and the level of the last weeks', () => {
    const { byOwnLevel, byLateLevel } = leftOf((daysAgo) => (daysAgo <= 10 ? 200 : 100));
    expect(byOwnLevel).toBeGreaterThan(byLateLevel);
    expect(byOwnLevel / byLateLevel).toBeLessThan(1.4);
  });

  test('has no own level before a complete day has passed', () => {
    const { byOwnLevel, byLateLevel } = leftOf((daysAgo) => 100 + daysAgo, { ...now, elapsed: 0 });
    expect(byOwnLevel).toBe(byLateLevel);
  });

  test('ignores the noise of a closed Sunday', () => {
    const sunday = (daysAgo: number) => weekdayOf(addDays(TODAY, -daysAgo)) === 0;
    const daysAgo = 3;
    expect(sunday(daysAgo)).toBe(true);
    const { byOwnLevel, byLateLevel } = leftOf((ago) => (ago === daysAgo ? 40 : sunday(ago) ? 0 : 100), {
      ...now,
      index: DAYS - daysAgo + 1,
      elapsed: 1,
    });
    expect(byOwnLevel / byLateLevel).toBeLessThan(2);
  });

  test('follows the same weeks of last year, scaled by the growth of this year', () => {
    const { byLastYear } = leftOf((daysAgo) =>
      daysAgo > YEAR_DAYS - AHEAD ? (daysAgo > YEAR_DAYS ? 100 : 300) : 110,
    );
    expect(byLastYear).toBeCloseTo(AHEAD * 300 * 1.1, 9);
  });

  test("treats last year's holiday as a working day of this year", () => {
    const holiday = addDays(TODAY, 5 - YEAR_DAYS);
    const closed = (daysAgo: number) =>
      daysAgo === YEAR_DAYS - 5 || weekdayOf(addDays(TODAY, -daysAgo)) === 0;
    const { byLastYear } = leftOf(
      (ago) => (closed(ago) ? 0 : 100),
      now,
      (date) => date === holiday,
    );
    const sundays = Array.from({ length: AHEAD }, (_, day) => weekdayOf(addDays(TODAY, day))).filter(
      (weekday) => weekday === 0,
    ).length;
    // One of the future days was a holiday without consumption last year; its weekday still has nearly its usual total.
    expect(byLastYear).toBeGreaterThan((AHEAD - sundays - 0.5) * 100);
    expect(byLastYear).toBeLessThan((AHEAD - sundays + 0.5) * 100);
  });

  test('returns no last-year level with too few measured days, no consumption, or too distant days', () => {
    expect(
      leftOf((daysAgo) => (daysAgo <= YEAR_DAYS && daysAgo > YEAR_DAYS - 3 ? null : 1)).byLastYear,
    ).toBeNull();
    expect(leftOf((daysAgo) => (daysAgo > YEAR_DAYS && daysAgo % 5 === 0 ? null : 1)).byLastYear).toBeNull();
    expect(leftOf((daysAgo) => (daysAgo > YEAR_DAYS ? 0 : 1)).byLastYear).toBeNull();
    expect(leftOf(() => 1, { ...now, elapsed: 37 }).byLastYear).toBeNull();
    expect(leftOf((daysAgo) => (daysAgo === YEAR_DAYS - 1 ? null : 1)).byLastYear).toBeCloseTo(AHEAD, 9);
  });
});
