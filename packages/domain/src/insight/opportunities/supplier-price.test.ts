import { describe, expect, test } from 'vitest';
import { watts } from '../../base/units/power.ts';
import {
  breakEvenPrice,
  type MarketCycle,
  needsRetailTrader,
  savedAt,
  totalAt,
  yearlyDifference,
} from './supplier-price.ts';

const AUGUST: MarketCycle = { days: 31, completeness: 1, now: 1000, base: 600, energy: 1000 };
const SEPTEMBER: MarketCycle = { days: 30, completeness: 0.9, now: 800, base: 550, energy: 1000 };
const CYCLES = [AUGUST, SEPTEMBER];

describe('a supplier’s price', () => {
  test('adds the supplier’s price to the distributor’s charges of a cycle', () => {
    expect(totalAt(AUGUST, 0.2)).toBe(800);
    expect(totalAt({ ...AUGUST, energy: 333.3 }, 0.1)).toBe(633.33);
  });

  test('saves in one cycle and costs more in another', () => {
    expect(savedAt(CYCLES, 0.3)).toEqual([
      { days: 31, completeness: 1, saving: 100 },
      { days: 30, completeness: 0.9, saving: -50 },
    ]);
    expect(yearlyDifference(CYCLES, 0.3)).toBeCloseTo((50 / 61) * 365, 9);
    expect(yearlyDifference(CYCLES, 0.4)).toBeCloseTo((-150 / 61) * 365, 9);
  });

  test('returns the break-even price at which both markets cost the same', () => {
    expect(breakEvenPrice(CYCLES)).toBeCloseTo(0.325, 12);
    expect(yearlyDifference(CYCLES, breakEvenPrice(CYCLES) ?? 0)).toBeCloseTo(0, 9);
  });

  test('returns no break-even price without consumption, or when the distributor alone costs as much', () => {
    expect(breakEvenPrice([])).toBeNull();
    expect(breakEvenPrice([{ ...AUGUST, energy: 0 }])).toBeNull();
    expect(breakEvenPrice([{ ...AUGUST, base: 1000 }])).toBeNull();
  });
});

test('requires a retail trader below 500 kW of contracted demand', () => {
  const byTouPeriod = (inPoint: number, outPoint: number) =>
    needsRetailTrader({ mode: 'by-post', inPoint: watts(inPoint), outPoint: watts(outPoint) });
  expect(needsRetailTrader(null)).toBe(true);
  expect(needsRetailTrader({ mode: 'single', demand: watts(499_999) })).toBe(true);
  expect(needsRetailTrader({ mode: 'single', demand: watts(500_000) })).toBe(false);
  expect([
    byTouPeriod(100_000, 500_000),
    byTouPeriod(500_000, 100_000),
    byTouPeriod(100_000, 499_000),
  ]).toEqual([false, false, true]);
});
