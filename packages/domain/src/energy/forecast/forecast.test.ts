import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CivilDate, civilDate, daysFrom, weekdayOf } from '../../base/time/civil-day.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Quantity } from '../../telemetry/intervals/totals.ts';
import {
  averageForecast,
  economyPercent,
  forecastByDailyAverage,
  forecastCost,
  forecastDays,
} from './forecast.ts';
import type { PastDay } from './past-day.ts';

const TODAY = civilDate('2026-11-16');

/** Days that end the day before today. */
function pastDays(totals: readonly number[], changed: Partial<PastDay> = {}): PastDay[] {
  return totals.map((total, index) => ({
    date: addDays(TODAY, index - totals.length),
    total: total as Quantity,
    completeness: 1,
    expectedQuarters: 96,
    ...changed,
  }));
}

const middle = { daysElapsed: 16, daysInPeriod: 30 };

describe('the formula of the daily average', () => {
  const soFar = { consumed: 1_603_333_333, fixedCost: 9_635 as Cents, passedDays: 12.63, periodDays: 30 };

  test('multiplies the rounded average by the days and adds the fixed lines once', () => {
    expect(averageForecast({ ...soFar, energyCost: 120_326 as Cents })).toEqual({
      dailyAverage: 126_946_000,
      total: 126_946_000 * 30,
      days: 30,
      dailyAverageCost: 9_527,
      cost: 9_527 * 30 + 9_635,
    });
  });

  test('returns no cost without prices', () => {
    expect(averageForecast({ ...soFar, energyCost: null })).toMatchObject({
      dailyAverageCost: null,
      cost: null,
    });
  });
});

describe('a forecast by daily average', () => {
  test('uses the elapsed part of today, so the average at 2:20 equals that at midnight', () => {
    const [midnight, early] = [15, 15 + 140 / 1440].map((daysElapsed) =>
      forecastByDailyAverage({ daysElapsed, daysInPeriod: 30, consumed: daysElapsed * 100_000, days: [] }),
    );
    expect(midnight?.dailyAverage).toBeCloseTo(100_000, 6);
    expect(early?.dailyAverage).toBeCloseTo(100_000, 6);
    expect(early?.total).toBe(3_000_000);
  });

  test('multiplies the daily average by the days in the period', () => {
    const forecast = forecastByDailyAverage({ ...middle, consumed: 1_600_000, days: [] });
    expect(forecast).toMatchObject({ total: 3_000_000, dailyAverage: 100_000 });
  });

  test('has no band when every day was equal', () => {
    const days = pastDays(Array.from({ length: 28 }, () => 100_000));
    const forecast = forecastByDailyAverage({ ...middle, consumed: 1_600_000, days });
    expect(forecast).toMatchObject({ low: 3_000_000, total: 3_000_000, high: 3_000_000 });
  });

  test('returns the consumption for a period that is over', () => {
    const over = { daysElapsed: 30, daysInPeriod: 30 };
    const forecast = forecastByDailyAverage({
      ...over,
      consumed: 2_900_000,
      days: pastDays([1, 2, 3, 900_000]),
    });
    expect(forecast).toMatchObject({ low: 2_900_000, total: 2_900_000, high: 2_900_000 });
  });

  test('leaves room for the remaining hours on the last day', () => {
    const last = { daysElapsed: 29.5, daysInPeriod: 30 };
    const days = pastDays([90_000, 100_000, 110_000]);
    const forecast = forecastByDailyAverage({ ...last, consumed: 2_900_000, days });
    expect(forecast.total).toBe(Math.round((2_900_000 * 30) / 29.5));
    expect(forecast.high).toBeGreaterThan(2_950_000);
  });

  test('has a wide band after few days, from no remaining consumption to twice the average', () => {
    const start = { daysElapsed: 2, daysInPeriod: 30 };
    const forecast = forecastByDailyAverage({
      ...start,
      consumed: 200_000,
      days: pastDays([100_000, 100_000]),
    });
    expect(forecast).toMatchObject({ low: 200_000, total: 3_000_000, high: 5_800_000 });
  });

  test('learns only from complete days, 28 at most', () => {
    const steady = pastDays(Array.from({ length: 28 }, () => 100_000));
    const wild = pastDays([0, 900_000, 0, 900_000]);
    const input = { ...middle, consumed: 1_600_000 };
    const unaffected = forecastByDailyAverage({ ...input, days: steady });
    const partial = wild.map((day) => ({ ...day, completeness: 0.89 }));
    const unborn = wild.map((day) => ({ ...day, expectedQuarters: 0 }));
    expect(forecastByDailyAverage({ ...input, days: [...wild, ...steady] })).toEqual(unaffected);
    expect(forecastByDailyAverage({ ...input, days: [...steady, ...partial, ...unborn] })).toEqual(
      unaffected,
    );
  });

  test('refuses a forecast without an elapsed day', () => {
    expect(() => forecastByDailyAverage({ ...middle, daysElapsed: 0, consumed: 0, days: [] })).toThrow(
      RangeError,
    );
  });

  test('lies in its band, which is never below the consumption and widens with the remaining days', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 60 });
    const shares = fc.double({ min: 0.01, max: 1, noNaN: true });
    const consumption = fc.integer({ min: 0, max: 10 ** 10 });
    fc.assert(
      fc.property(
        consumption,
        totals,
        fc.integer({ min: 1, max: 33 }),
        shares,
        (consumed, past, elapsed, share) => {
          const soFar = { consumed, days: pastDays(past), daysElapsed: elapsed - 1 + share };
          const { low, total, high } = forecastByDailyAverage({ ...soFar, daysInPeriod: 33 });
          expect(consumed).toBeLessThanOrEqual(low);
          expect(low).toBeLessThanOrEqual(total);
          expect(total).toBeLessThanOrEqual(high);
          const longer = forecastByDailyAverage({ ...soFar, daysInPeriod: 40 });
          expect(longer.high).toBeGreaterThanOrEqual(high);
        },
      ),
    );
  });

  test('contains about four of five outcomes of scattered days in its band', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const trials = 4000;
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const past = Array.from({ length: 28 }, () => Math.round(100_000 + 15_000 * normal()));
      const consumed = past.slice(-15).reduce((sum, total) => sum + total, 0);
      const rest = Array.from({ length: 15 }, () => 100_000 + 15_000 * normal());
      const outcome = consumed + rest.reduce((sum, total) => sum + total, 0);
      const days = { daysElapsed: 15, daysInPeriod: 30 };
      const { low, high } = forecastByDailyAverage({ ...days, consumed, days: pastDays(past) });
      if (low <= outcome && outcome <= high) held++;
    }
    expect(held / trials).toBeGreaterThan(0.77);
    expect(held / trials).toBeLessThan(0.86);
  });
});

describe('the forecast of the remaining days', () => {
  const rest = daysFrom(addDays(TODAY, 1), addDays(TODAY, 14));

  test('follows the weekdays of the recent weeks', () => {
    const days = pastDays(Array.from({ length: 28 }, () => 0)).map((day) => ({
      ...day,
      total: (weekdayOf(day.date) === 0 ? 0 : 100) as Quantity,
    }));
    const expected = forecastDays(1200, rest, days, 1);
    expect(expected.map(({ total }) => total)).toEqual(rest.map((date) => (weekdayOf(date) === 0 ? 0 : 100)));
  });

  test('uses the mean for an unmeasured weekday, and equal days without any past', () => {
    const [monday] = [civilDate('2026-11-23')];
    const sundays = pastDays([50]);
    expect(forecastDays(100, [addDays(monday, -1), monday], sundays, 1).map(({ total }) => total)).toEqual([
      50, 50,
    ]);
    expect(forecastDays(100, rest.slice(0, 4), [], 1).map(({ total }) => total)).toEqual([25, 25, 25, 25]);
    expect(forecastDays(100, rest.slice(0, 2), pastDays([0, 0]), 1).map(({ total }) => total)).toEqual([
      50, 50,
    ]);
    expect(forecastDays(0, [], [], 1)).toEqual([]);
  });

  test('starts with the rest of today', () => {
    const days = pastDays(Array.from({ length: 28 }, () => 100));
    const totals = (left: number, count: number, share: number) =>
      forecastDays(left, rest.slice(0, count), days, share).map(({ total }) => total);
    expect(totals(250, 3, 0.5)).toEqual([50, 100, 100]);
    expect(totals(200, 3, 0)).toEqual([0, 100, 100]);
    expect(totals(40, 1, 0)).toEqual([40]);
    // The only weekday with consumption is over, so the rest is divided equally.
    const onlyToday = pastDays([0, 0, 0, 0, 0, 0, 0]).map((day) =>
      weekdayOf(day.date) === weekdayOf(rest[0] as CivilDate) ? { ...day, total: 70 as Quantity } : day,
    );
    expect(forecastDays(60, rest.slice(0, 3), onlyToday, 0).map(({ total }) => total)).toEqual([0, 30, 30]);
  });

  test('sums exactly to the remaining forecast', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        totals,
        fc.integer({ min: 1, max: 31 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (left, past, count, share) => {
          const dates = daysFrom(TODAY, addDays(TODAY, count - 1));
          const expected = forecastDays(left, dates, pastDays(past), share);
          expect(expected.reduce((sum, { total }) => sum + total, 0)).toBe(left);
          expect(expected.every(({ total }) => total >= 0)).toBe(true);
        },
      ),
    );
  });
});

describe('a forecast in money', () => {
  const forecast = { total: 3_000_000, low: 2_800_000, high: 3_400_000, dailyAverage: 100_000 };

  test('grows in proportion to the consumption', () => {
    expect(forecastCost(12_345 as Cents, 1_500_000, forecast)).toEqual({
      cost: 24_690,
      low: 23_044,
      high: 27_982,
    });
  });

  test('has no band when nothing was consumed', () => {
    expect(forecastCost(0 as Cents, 0, { ...forecast, total: 0 })).toEqual({
      cost: 0,
      low: null,
      high: null,
    });
  });
});

test.each([
  [150, 120, 125],
  [120, 120, null],
  [100, 120, null],
  [100, 0, null],
])('computes for the previous %i and the forecast %i the economy %s', (previous, forecast, percent) => {
  expect(economyPercent(previous, forecast)).toBe(percent);
});
