import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, daysBetween, weekdayOf } from '../time/civil-day.ts';
import { forecastByDailyAverage } from './forecast.ts';
import { type ChoiceInput, forecastPeriod } from './forecast-choice.ts';
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

/** At noon, when half of the day is over in every sense. */
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
  test('of a business with weekends is made by its typical week', () => {
    // Since Monday: only one weekend lies behind, and three ahead.
    const whole = noon(pastDays(119, office), 50_000);
    const sinceMonday = { consumed: whole.consumed - 10_000, daysElapsed: 9.5, daysInPeriod: 30 };
    const forecast = forecastPeriod({ ...whole, ...sinceMonday });
    const truth = 22 * 100_000 + 8 * 10_000;
    expect(forecast.method).toBe('semana típica');
    const missOf = (total: number) => Math.abs(total - truth);
    expect(missOf(forecast.total)).toBeLessThan(missOf(forecast.byDailyAverage.total) / 2);
    expect(forecast.pastError).toBeLessThan(0.05);
    expect(forecast.pastForecasts).toBe(72);
    expect(forecast.low).toBeLessThan(truth);
    expect(forecast.high).toBeGreaterThan(forecast.total);
  });

  test('of a meter whose days are all alike stays the daily average, for it is the simpler', () => {
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

  test('of a meter whose other methods erred less in too few past forecasts stays the daily average', () => {
    const known = forecastPeriod(noon(pastDays(76, office), 50_000));
    expect(known.pastForecasts).toBeGreaterThan(8);
    expect(known.pastForecasts).toBeLessThan(30);
    expect(known.method).toBe('média diária');
    expect(known.byTypicalWeek).not.toBe(known.total);
  });

  test('of one that grows steadily believes the trend', () => {
    const growing: TotalOf = (_, daysAgo) => 1_000_000 - 4_000 * daysAgo;
    const late = { ...noon(pastDays(119, growing)), daysElapsed: 25.5, last: addDays(TODAY, 5) };
    expect(forecastPeriod(late).method).toBe('semana típica com tendência');
  });

  test.each([0, 13, 40])('with %i days of past is the daily average as it always was', (count) => {
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

  test('does not learn from spans with missing days', () => {
    const holed = pastDays(119, office).filter((_, index) => index % 4 !== 0);
    expect(forecastPeriod(noon(holed)).pastForecasts).toBe(0);
  });

  test('does not try methods on a past in which a week was never seen whole', () => {
    const split = pastDays(119, office).filter((_, index) => index === 0 || index >= 90);
    expect(forecastPeriod(noon(split))).toMatchObject({ method: 'média diária', pastForecasts: 0 });
  });

  test('of a past of nothing but zeros is what was consumed', () => {
    const forecast = forecastPeriod(noon(pastDays(119, () => 0)));
    expect(forecast).toMatchObject({ total: 0, low: 0, high: 0, method: 'média diária', pastForecasts: 0 });
  });

  test('on the last day leaves open only what is to come of it', () => {
    const days = pastDays(119, office);
    const forecast = forecastPeriod({ ...noon(days, 40_000), last: TODAY, daysInPeriod: 11 });
    const consumed = noon(days, 40_000).consumed;
    expect(forecast.total).toBeGreaterThanOrEqual(consumed);
    expect(forecast.total).toBeLessThan(consumed + 110_000);
  });

  test('never promises less than was consumed, and its band holds it', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 0, maxLength: 119 });
    fc.assert(
      fc.property(totals, fc.double({ min: 0, max: 1, noNaN: true }), (given, shareToCome) => {
        const days = pastDays(given.length, (_, daysAgo) => given[given.length - daysAgo] ?? 0);
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
});
