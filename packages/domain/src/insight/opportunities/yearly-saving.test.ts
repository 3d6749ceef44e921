import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SavedCycle, yearlyAmount, yearlyLoss, yearlySaving } from './yearly-saving.ts';

const cycle = (saving: number, changes: Partial<SavedCycle> = {}): SavedCycle => ({
  days: 30,
  saving,
  completeness: 1,
  ...changes,
});
const cycles = (count: number, saving: number, changes: Partial<SavedCycle> = {}) =>
  Array.from({ length: count }, () => cycle(saving, changes));

describe('the yearly saving', () => {
  test('returns a sure yearly saving for twelve cycles with equal savings', () => {
    expect(yearlySaving(cycles(12, 100))).toEqual({
      perYear: 1216.67,
      low: 1216.67,
      high: 1216.67,
      sureness: 'high',
    });
  });

  test('spreads the yearly saving by the variance of its cycles', () => {
    // Six cycles of 80 and six of 120: the variance of a cycle of 365/12 days is 12/11 × (20 × 365/360)².
    const spreadCycles = Array.from({ length: 12 }, (_, index) => cycle(index % 2 === 0 ? 80 : 120));
    const spread = Math.sqrt((12 / 11) * ((20 * 365) / 360) ** 2 * 24) * 1.363;
    const found = yearlySaving(spreadCycles);
    expect(found?.perYear).toBe(1216.67);
    expect(found?.low).toBeCloseTo(1216.667 - spread, 1);
    expect(found?.high).toBeCloseTo(1216.667 + spread, 1);
  });

  test('returns a range from zero to twice the saving for one or two cycles', () => {
    for (const count of [1, 2])
      expect(yearlySaving(cycles(count, 100))).toEqual({
        perYear: 1216.67,
        low: 0,
        high: 2433.33,
        sureness: 'low',
      });
  });

  test('is less sure with fewer cycles, incomplete data, or a possible zero saving', () => {
    const sure = (savedCycles: readonly SavedCycle[]) => yearlySaving(savedCycles)?.sureness;
    expect(sure(cycles(10, 100))).toBe('medium');
    expect(sure(cycles(12, 100, { completeness: 0.9 }))).toBe('medium');
    expect(sure(cycles(12, 100, { completeness: 0.5 }))).toBe('low');
    expect(sure(cycles(5, 100))).toBe('low');
    const wild = Array.from({ length: 12 }, (_, index) => cycle(index % 2 === 0 ? -900 : 1000));
    expect(yearlySaving(wild)).toMatchObject({ low: 0, sureness: 'medium' });
  });

  test('returns null when nothing was measured, or when less than R$ 60 a year is saved', () => {
    expect(yearlySaving([])).toBeNull();
    expect(yearlySaving(cycles(12, 4.9))).toBeNull();
    expect(yearlySaving(cycles(12, -100))).toBeNull();
  });

  test('lies within its range, independent of how the cycles are divided', () => {
    const amount = fc.double({ min: -500, max: 2000, noNaN: true });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), (savings) => {
        const found = yearlySaving(savings.map((saving) => cycle(saving)));
        if (found === null) return;
        expect(found.low).toBeLessThanOrEqual(found.perYear);
        expect(found.high).toBeGreaterThanOrEqual(found.perYear);
        const halves = savings.flatMap((saving) => cycles(2, saving / 2, { days: 15 }));
        expect(yearlySaving(halves)?.perYear).toBe(found.perYear);
      }),
    );
  });
});

describe('the yearly cost of a leak', () => {
  test('multiplies the daily cost by 365, from its calmest night to its worst', () => {
    expect(yearlyLoss(2, 50, [25, 50, 75, 50, 50], false)).toEqual({
      perYear: 730,
      low: 365,
      high: 1095,
      sureness: 'medium',
    });
    expect(yearlyLoss(2, 50, [50], false)?.sureness).toBe('low');
    expect(
      yearlyLoss(
        2,
        50,
        Array.from({ length: 14 }, () => 50),
        false,
      )?.sureness,
    ).toBe('high');
  });

  test('is never sure when the water may flow intentionally', () => {
    expect(
      yearlyLoss(
        2,
        50,
        Array.from({ length: 30 }, () => 50),
        true,
      )?.sureness,
    ).toBe('low');
  });

  test('is never negative, and returns null for a few reais', () => {
    expect(yearlyLoss(2, 50, [-10], false)?.low).toBe(0);
    expect(yearlyLoss(0.1, 50, [50], false)).toBeNull();
    expect(yearlyLoss(2, 0, [], false)).toBeNull();
  });
});

test('rounds another yearly amount to the cent, and returns null below R$ 60 a year', () => {
  const found = { perYear: 60.004, low: 10.006, high: 99.999, sureness: 'low' } as const;
  expect(yearlyAmount(found)).toEqual({ perYear: 60, low: 10.01, high: 100, sureness: 'low' });
  expect(yearlyAmount({ ...found, perYear: 59.99 })).toBeNull();
});
