import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { priceCycle } from '../../money/bill/price-cycle.ts';
import { CONTRACT_B, cosip, flagMonths, JUNE, measuredFacts } from '../../money/testing/bill-facts.ts';
import { BRANCA, CONVENCIONAL } from '../../money/testing/rules-facts.ts';
import { growCycle, type PastDay } from './grow-cycle.ts';

const HALF = { first: JUNE.first, last: civilDate('2026-06-15') };
const soFar = measuredFacts({
  cycle: HALF,
  rules: BRANCA,
  consumed: { inPoint: 10, interPoint: 20, outPoint: 70 },
  injected: { outPoint: 5 },
  excess: { outPoint: 3 },
  demand: { inPoint: 40 },
  m3: 7,
});

/** A factor without any single days. */
const alike = (factor: number) => ({ last: JUNE.last, factor, toCome: [], past: [] });
const byTouPeriod = (inPoint: number, interPoint: number, outPoint: number) => ({
  inPoint,
  interPoint,
  outPoint,
});
const aDay = (date: string, overrides: Partial<PastDay> = {}): PastDay => ({
  date: civilDate(date),
  consumed: byTouPeriod(1e6, 1e6, 8e6),
  demand: byTouPeriod(0, 0, 0),
  ...overrides,
});

describe('the remaining consumption of a cycle', () => {
  const friday = aDay('2026-06-12', { consumed: byTouPeriod(20e6, 10e6, 70e6) });
  const sunday = aDay('2026-06-14', { consumed: byTouPeriod(0, 0, 50e6) });
  const consumedWith = (dates: readonly string[], past = [friday, sunday]) => {
    const toCome = dates.map((date) => ({ date: civilDate(date), total: 3 }));
    const { intervals } = growCycle(soFar, { last: JUNE.last, factor: 2, toCome, past });
    const { inPoint = 0, interPoint = 0, outPoint = 0 } = intervals.at(-1)?.consumed ?? {};
    return [inPoint - 10e6, interPoint - 20e6, outPoint - 70e6];
  };

  test('uses the time-of-use periods of similar days, with or without a peak', () => {
    expect(consumedWith(['2026-06-20', '2026-06-21'])).toEqual([0, 0, 100e6]);
    expect(consumedWith(['2026-06-16'])).toEqual([20e6, 10e6, 70e6]);
    expect(consumedWith(['2026-06-16', '2026-06-20'])).toEqual([10e6, 5e6, 85e6]);
  });

  test('uses the time-of-use periods of the running cycle when no similar day was measured', () => {
    expect(consumedWith(['2026-06-20'], [friday])).toEqual([10e6, 20e6, 70e6]);
    expect(consumedWith(['2026-06-16'], [])).toEqual([10e6, 20e6, 70e6]);
  });

  test('sums to the expected consumption, to the milliwatt-hour', () => {
    const toCome = ['2026-06-16', '2026-06-20', '2026-06-23'].map((date) => ({
      date: civilDate(date),
      total: 7,
    }));
    const odd = { last: JUNE.last, factor: 1.333_333_1, toCome, past: [friday, sunday] };
    const { intervals } = growCycle(soFar, odd);
    const { inPoint = 0, interPoint = 0, outPoint = 0 } = intervals.at(-1)?.consumed ?? {};
    expect(inPoint + interPoint + outPoint).toBe(Math.round(100e6 * 1.333_333_1));
  });

  test('adds nothing when no further consumption is expected', () => {
    const done = {
      last: JUNE.last,
      factor: 1,
      toCome: [{ date: civilDate('2026-06-16'), total: 1 }],
      past: [],
    };
    expect(growCycle(soFar, done).intervals.at(-1)?.consumed).toEqual(soFar.intervals.at(-1)?.consumed);
  });
});

describe('the expected demand', () => {
  /** Past days with the consumption of one of `days` future days, which consume 100 kWh together. */
  const daysLike = (days: number, powers: readonly number[]) =>
    powers.map((power, index) =>
      aDay(`2026-06-0${index + 1}`, {
        consumed: byTouPeriod(0, 0, 100e6 / days),
        demand: byTouPeriod(power * 1e6, 0, 5e6),
      }),
    );
  const POWERS = [30, 60, 20, 50];
  const reached = (
    days: number,
    past = daysLike(days, POWERS),
    more: Partial<Parameters<typeof growCycle>[1]> = {},
  ) => {
    const toCome = Array.from({ length: days }, (_, index) => ({
      date: civilDate(`2026-06-${16 + index}`),
      total: 1,
    }));
    const { demand } = growCycle(soFar, { last: JUNE.last, factor: 2, toCome, past, ...more });
    return [demand.inPoint, demand.outPoint];
  };

  test('averages the maximum of as many past days when it exceeds the reached demand', () => {
    // The maxima of each two consecutive days are 60, 60 and 50 kW.
    expect(reached(2)).toMatchObject([{ power: Math.round(170e6 / 3), at: null }, { power: 5e6 }]);
  });

  test('follows the consumption of the remaining days', () => {
    expect(reached(2, daysLike(2, POWERS), { factor: 3 })[0]?.power).toBe(Math.round(340e6 / 3));
    expect(reached(2, daysLike(2, POWERS), { factor: 1 })[0]).toEqual(soFar.demand.inPoint);
  });

  test('scatters at the band edges as the past demand did, never below the reached demand', () => {
    const deviation = Math.sqrt(2) / 3;
    const [mean, one] = [170e6 / 3, 10e6 * deviation];
    const at = (edge: 'low' | 'high') => reached(2, daysLike(2, POWERS), { at: edge })[0]?.power;
    expect([at('low'), at('high')]).toEqual([Math.round(mean - one), Math.round(mean + one)]);
    expect(reached(1, daysLike(1, [0, 0, 0, 45]), { at: 'low' })[0]).toEqual(soFar.demand.inPoint);
    expect(reached(1, daysLike(1, [50]), { at: 'high' })[0]?.power).toBe(50e6);
  });

  test('keeps the reached demand when past days reached less, or consumed nothing', () => {
    const calm = daysLike(3, [0, 0, 0, 0]).map((day) => ({ ...day, demand: byTouPeriod(10e6, 0, 0) }));
    const empty = calm.map((day) => ({
      ...day,
      consumed: byTouPeriod(0, 0, 0),
      demand: byTouPeriod(0, 0, 0),
    }));
    for (const past of [calm, empty, []])
      expect(reached(3, past)).toEqual([soFar.demand.inPoint, soFar.demand.outPoint]);
    expect(reached(0, calm)).toEqual([soFar.demand.inPoint, soFar.demand.outPoint]);
  });

  test('returns the maximum of a past shorter than the remaining days', () => {
    expect(reached(9)).toMatchObject([{ power: 60e6 }, { power: 5e6 }]);
  });
});

describe('the projected cycle', () => {
  test('scales each time-of-use period, and retains the demand and the last day of the cycle', () => {
    const grown = growCycle(soFar, alike(2));
    expect(grown).toMatchObject({ cycle: JUNE, days: 30, demand: soFar.demand });
    expect(grown.intervals).toMatchObject([
      {
        first: JUNE.first,
        last: JUNE.last,
        days: 30,
        consumed: { inPoint: 20e6, interPoint: 40e6, outPoint: 140e6 },
        injected: { outPoint: 10e6 },
        reactiveExcess: { outPoint: 6e6 },
        volume: 14e6,
      },
    ]);
  });

  test('bills the fixed lines once', () => {
    const terms = {
      contract: { ...CONTRACT_B, cosip: cosip(30) },
      flags: flagMonths({ '2026-06': 'verde' }),
    };
    const facts = measuredFacts({ cycle: HALF, rules: CONVENCIONAL, consumed: { outPoint: 200 } });
    const [now, then] = [facts, growCycle(facts, alike(1.5))].map((one) => priceCycle(one, terms).total);
    expect([now, then]).toEqual([23_000, 33_000]);
  });

  test('assigns the remaining consumption to the rules currently in force', () => {
    const [interval] = soFar.intervals;
    const two = { ...soFar, intervals: interval === undefined ? [] : [interval, interval] };
    const [first, second] = growCycle(two, alike(1.5)).intervals;
    expect(first).toEqual(interval);
    expect(second?.consumed).toEqual({ inPoint: 20e6, interPoint: 40e6, outPoint: 140e6 });
  });

  test('stays empty when nothing was measured', () => {
    const none = { ...soFar, intervals: [] };
    expect(growCycle(none, alike(2))).toBe(none);
  });
});
