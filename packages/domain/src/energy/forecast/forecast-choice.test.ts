import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, daysBetween, weekdayOf } from '../../base/time/civil-day.ts';
import { forecastByDailyAverage } from './forecast.ts';
import { type ChoiceInput, forecastPeriod, LEARNT_DAYS } from './forecast-choice.ts';
import type { PastDay } from './past-day.ts';

/** A Wednesday; the cycle began on Sunday the 1st. */
const TODAY = civilDate('2026-03-11');
const FIRST = civilDate('2026-03-01');
const LAST = civilDate('2026-03-31');

type TotalOf = (weekday: number, daysAgo: number) => number;

function pastDays(count: number, totalOf: TotalOf): PastDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(TODAY, index - count);
    const total = totalOf(weekdayOf(date), count - index) as PastDay['total'];
    return { date, total, completeness: 1, expectedQuarters: 96 };
  });
}

/** Noon, when half of the day and half of its usual consumption are over. */
function noon(days: readonly PastDay[], consumedToday = 0): ChoiceInput {
  const inCycle = days.filter((day) => day.date >= FIRST);
  return {
    today: TODAY,
    last: LAST,
    days,
    consumed: inCycle.reduce((sum, day) => sum + day.total, 0) + consumedToday,
    daysElapsed: daysBetween(FIRST, TODAY) + 0.5,
    daysInPeriod: 31,
    shareToCome: 0.5,
  };
}

/** Closed at weekends. */
const office: TotalOf = (weekday) => (weekday === 0 || weekday === 6 ? 10_000 : 100_000);

describe('the forecast of a period', () => {
  test('uses the typical week for a business with weekends', () => {
    // The period began on Monday, so it has one past weekend and three future ones.
    const complete = noon(pastDays(119, office), 50_000);
    const sinceMonday = { consumed: complete.consumed - 10_000, daysElapsed: 9.5, daysInPeriod: 30 };
    const forecast = forecastPeriod({ ...complete, ...sinceMonday });
    const truth = 22 * 100_000 + 8 * 10_000;
    expect(forecast.method).toBe('semana típica');
    const missOf = (total: number) => Math.abs(total - truth);
    expect(missOf(forecast.total)).toBeLessThan(missOf(forecast.byDailyAverage.total) / 2);
    expect(forecast.pastError).toBeLessThan(0.05);
    expect(forecast.pastForecasts).toBe(71);
    expect(forecast.low).toBeLessThan(truth);
    expect(forecast.high).toBeGreaterThan(forecast.total);
  });

  test('uses the simpler daily average for a meter with equal days', () => {
    const forecast = forecastPeriod(
      noon(
        pastDays(119, () => 100_000),
        50_000,
      ),
    );
    expect(forecast.method).toBe('média diária');
    expect(forecast.total).toBe(3_100_000);
    expect(forecast.pastError).toBeCloseTo(0, 9);
  });

  test('uses the daily average when other methods have too few past forecasts', () => {
    const forecast = forecastPeriod(noon(pastDays(76, office), 50_000));
    expect(forecast.pastForecasts).toBeGreaterThan(8);
    expect(forecast.pastForecasts).toBeLessThan(30);
    expect(forecast.method).toBe('média diária');
    expect(forecast.byTypicalWeek).not.toBe(forecast.total);
  });

  test('follows the same weeks of last year for a meter that was measured then', () => {
    // Consumption varies by half within a year, and is a tenth higher than in the year before.
    const seasonal: TotalOf = (_, daysAgo) =>
      100_000 * (daysAgo > 340 ? 1 : 1.1) * (1 + 0.5 * Math.sin((daysAgo / 364) * 2 * Math.PI));
    const days = pastDays(LEARNT_DAYS, seasonal);
    const input = noon(days, seasonal(0, 0) / 2);
    const forecast = forecastPeriod(input);
    const left = Array.from({ length: 20 }, (_, day) => seasonal(0, -1 - day));
    const truth = left.reduce((sum, total) => sum + total, input.consumed + seasonal(0, 0) / 2);
    expect(forecast.method).toBe('semana típica e ano anterior');
    expect(Math.abs(forecast.total - truth)).toBeLessThan(
      Math.abs(forecast.byDailyAverage.total - truth) / 1.5,
    );
    expect(forecastPeriod({ ...input, days: days.slice(-300) }).method).not.toBe(forecast.method);
  });

  test('uses the holidays of another country', () => {
    const days = pastDays(119, office);
    const isHoliday = (date: string) => date === '2026-03-16';
    const [closed, open] = [isHoliday, () => false].map(
      (one) => forecastPeriod({ ...noon(days), isHoliday: one }).byTypicalWeek ?? Number.NaN,
    ) as [number, number];
    expect(open - closed).toBeGreaterThan(70_000);
    expect(open - closed).toBeLessThan(100_000);
  });

  test.each([0, 13, 40])('with %i past days, uses the daily average', (count) => {
    const input = noon(pastDays(count, office), 50_000);
    const plain = forecastByDailyAverage(input);
    expect(forecastPeriod(input)).toEqual({
      ...plain,
      method: 'média diária',
      pastError: null,
      pastForecasts: 0,
      byDailyAverage: plain,
      byTypicalWeek: count < 14 ? null : expect.any(Number),
    });
  });

  test('does not learn from intervals with missing days', () => {
    const holed = pastDays(119, office).filter((_, index) => index % 4 !== 0);
    expect(forecastPeriod(noon(holed)).pastForecasts).toBe(0);
  });

  test('tries no other method when no complete week was measured', () => {
    const split = pastDays(119, office).filter((_, index) => index === 0 || index >= 90);
    expect(forecastPeriod(noon(split))).toMatchObject({ method: 'média diária', pastForecasts: 0 });
  });

  test('returns zero for a past with only zeros', () => {
    const forecast = forecastPeriod(noon(pastDays(119, () => 0)));
    expect(forecast).toMatchObject({ total: 0, low: 0, high: 0, method: 'média diária', pastForecasts: 0 });
  });

  test('leaves only the rest of the day open on the last day', () => {
    const days = pastDays(119, office);
    const forecast = forecastPeriod({ ...noon(days, 40_000), last: TODAY, daysInPeriod: 11 });
    const consumed = noon(days, 40_000).consumed;
    expect(forecast.total).toBeGreaterThanOrEqual(consumed);
    expect(forecast.total).toBeLessThan(consumed + 110_000);
  });

  test('is never below the consumption, and lies in its band', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 0, maxLength: 119 });
    fc.assert(
      fc.property(totals, fc.double({ min: 0, max: 1, noNaN: true }), (sample, shareToCome) => {
        const days = pastDays(sample.length, (_, daysAgo) => sample[sample.length - daysAgo] ?? 0);
        const input = { ...noon(days), shareToCome };
        const { low, total, high } = forecastPeriod(input);
        expect(total).toBeGreaterThanOrEqual(input.consumed);
        expect(low).toBeGreaterThanOrEqual(Math.min(input.consumed, total));
        expect(low).toBeLessThanOrEqual(total);
        expect(high).toBeGreaterThanOrEqual(total);
      }),
      { numRuns: 60 },
    );
  });

  test('never exceeds the consumption plus the highest measured day for every remaining day', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 3, maxLength: 200 });
    fc.assert(
      fc.property(totals, (sample) => {
        const input = noon(pastDays(sample.length, (_, daysAgo) => sample[sample.length - daysAgo] ?? 0));
        const maximum = input.consumed + 20.5 * Math.max(...sample);
        const { total, high } = forecastPeriod(input);
        expect(high).toBeLessThanOrEqual(Math.max(total, Math.round(maximum)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the plausibility of a forecast', () => {
  const usual = 22 * 100_000 + 9 * 10_000;

  test('returns a plausible forecast for a shop closed in the first week of the period', () => {
    const closed = pastDays(200, (weekday, daysAgo) =>
      daysAgo > 3 && daysAgo <= 10 ? 0 : office(weekday, daysAgo),
    );
    const { total, low, high } = forecastPeriod(noon(closed, 50_000));
    expect(total).toBeGreaterThan(usual * 0.3);
    expect(high).toBeLessThan(usual * 1.3);
    expect(low).toBeLessThanOrEqual(usual);
  });

  test('returns a plausible forecast for a shop closed since the start of the period', () => {
    const closed = pastDays(200, (weekday, daysAgo) => (daysAgo <= 10 ? 0 : office(weekday, daysAgo)));
    const { total, high } = forecastPeriod(noon(closed));
    expect(total).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThan(usual);
  });

  test('returns a plausible forecast for a shop that opens again after months without consumption', () => {
    const opened = pastDays(200, (weekday, daysAgo) => (daysAgo <= 3 ? office(weekday, daysAgo) : 0));
    const { total, high } = forecastPeriod(noon(opened, 50_000));
    expect(total).toBeLessThan(usual);
    expect(high).toBeLessThan(usual * 1.3);
  });

  test.each([1, 2, 5, 9])('returns a plausible forecast for a meter that is %i days old', (age) => {
    const days = pastDays(age, office);
    const daysElapsed = age + 0.5;
    const { total, low, high } = forecastPeriod({
      ...noon(days, 50_000),
      daysElapsed,
      daysInPeriod: age + 21,
    });
    expect(low).toBeGreaterThanOrEqual(0);
    expect(total).toBeLessThan((age + 21) * 110_000);
    expect(high).toBeLessThan((age + 21) * 220_000);
  });

  test('learns from the days of a meter that is read once a day', () => {
    const complete = noon(pastDays(119, office), 50_000);
    const oncePerDay = complete.days.map((day) => ({ ...day, completeness: 1 / 96 }));
    expect(forecastPeriod({ ...complete, days: oncePerDay })).toEqual(forecastPeriod(complete));
  });

  test('returns a plausible forecast on and across a leap day', () => {
    for (const today of ['2024-02-29', '2024-02-28', '2025-02-28', '2025-03-01'].map(civilDate)) {
      const days = pastDays(LEARNT_DAYS, office).map((day, index) => {
        const date = addDays(today, index - LEARNT_DAYS);
        return { ...day, date, total: office(weekdayOf(date), 0) as PastDay['total'] };
      });
      const consumed = days.slice(-10).reduce((sum, day) => sum + day.total, 0);
      const dayTen = { today, days, consumed, last: addDays(today, 19), daysElapsed: 10, daysInPeriod: 30 };
      const { total, low, high } = forecastPeriod({ ...dayTen, shareToCome: 1 });
      const truth = Array.from({ length: 20 }, (_, day) => office(weekdayOf(addDays(today, day)), 0));
      expect(total / (consumed + truth.reduce((sum, one) => sum + one, 0))).toBeCloseTo(1, 1);
      expect(low).toBeGreaterThan(total * 0.8);
      expect(high).toBeLessThan(total * 1.2);
    }
  });
});
