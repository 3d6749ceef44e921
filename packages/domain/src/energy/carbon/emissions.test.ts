import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import type { CivilMonth } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { DEFAULT_FACTOR, factorOfMonth } from './emission-factors.ts';
import { emissions, emissionsByMonth, emissionsTogether } from './emissions.ts';

describe('emissions', () => {
  test('uses 0.0426 kg of CO₂ per kWh by default', () => {
    expect(emissions(fromKilowattHours(1000))).toBeCloseTo(42.6, 9);
  });

  test('uses the provided factor', () => {
    expect(emissions(fromKilowattHours(10), { kgPerKwh: 0.1127 })).toBeCloseTo(1.127, 9);
  });
});

describe('the emissions of days', () => {
  const quarters = { presentQuarters: 90, estimatedQuarters: 4, expectedQuarters: 96 };
  const days = [
    { date: civilDate('2024-09-30'), total: 1_000_000, ...quarters },
    { date: civilDate('2024-11-01'), total: 2_000_000, ...quarters },
    { date: civilDate('2024-11-02'), total: 1_000_000, ...quarters },
  ];
  const requested = { first: civilDate('2024-09-30'), last: civilDate('2024-11-02') };
  const factors = [0.0917, 0.1127, 0.0701].map((kgPerKwh, index) => ({
    year: 2024,
    month: index + 9,
    kgPerKwh,
    source: 'MCTI/SIRENE',
  }));
  const factorOf = (month: CivilMonth) => factorOfMonth(factors, month);

  test('returns the emissions of every month, each with its own factor', () => {
    const months = emissionsByMonth(days, requested, factorOf);
    expect(months.map(({ month, kg }) => [month, kg])).toEqual([
      ['2024-09', expect.closeTo(0.0917, 9)],
      ['2024-10', 0],
      ['2024-11', expect.closeTo(3 * 0.0701, 9)],
    ]);
    expect(months.map(({ totals }) => totals.expectedQuarters)).toEqual([96, 0, 192]);
    expect(emissionsTogether(months)).toEqual({
      kg: expect.closeTo(0.0917 + 3 * 0.0701, 9),
      kgPerKwh: 0.0755,
      year: 2024,
    });
  });

  test('returns the common factor of all months, or the last factor when nothing was consumed', () => {
    const fixed = emissionsByMonth(days, requested, () => DEFAULT_FACTOR);
    expect(emissionsTogether(fixed)).toMatchObject({ kgPerKwh: 0.0426, year: 2022 });
    expect(emissionsTogether(emissionsByMonth([], requested, factorOf))).toEqual({
      kg: 0,
      kgPerKwh: 0.0701,
      year: 2024,
    });
    expect(emissionsTogether([])).toEqual({ kg: 0, kgPerKwh: 0.0426, year: 2022 });
  });
});
