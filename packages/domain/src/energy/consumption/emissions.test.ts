import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { monthOf } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import {
  DEFAULT_FACTOR,
  EMISSION_FACTORS,
  emissionFactor,
  emissions,
  emissionsByMonth,
  emissionsTogether,
  factorOfMonth,
} from './emissions.ts';

describe('emissions', () => {
  test('uses 0.0426 kg of CO₂ per kWh by default', () => {
    expect(emissions(fromKilowattHours(1000))).toBeCloseTo(42.6, 9);
    expect(DEFAULT_FACTOR).toEqual(emissionFactor(2022));
  });

  test('uses the provided factor', () => {
    const october = emissionFactor(2024, 10);
    expect(october).toEqual({ year: 2024, month: 10, kgPerKwh: 0.1127 });
    expect(october && emissions(fromKilowattHours(10), october)).toBeCloseTo(1.127, 9);
  });
});

describe('an emission factor', () => {
  test.each([
    [2017, null],
    [2025, null],
    [2025, 12],
    [2022, 1],
    [2024, 0],
    [2024, 13],
  ])('returns null for the unpublished factor of %i month %s', (year, month) => {
    expect(emissionFactor(year, month)).toBeNull();
  });

  test('returns the mean of the months as the factor of a year', () => {
    const months = Array.from(
      { length: 12 },
      (_, index) => emissionFactor(2024, index + 1)?.kgPerKwh ?? Number.NaN,
    );
    const mean = months.reduce((sum, factor) => sum + factor, 0) / 12;
    expect(mean).toBeCloseTo(emissionFactor(2024)?.kgPerKwh ?? 0, 4);
  });

  test('lists the yearly factors from 2018 to 2024', () => {
    expect(EMISSION_FACTORS.map(({ year }) => year)).toEqual([2018, 2019, 2020, 2021, 2022, 2023, 2024]);
  });
});

describe('the emission factor of a month', () => {
  test.each<[string, ReturnType<typeof factorOfMonth>, string]>([
    ['2024-10', { year: 2024, month: 10, kgPerKwh: 0.1127 }, 'its own'],
    ['2023-05', { year: 2023, month: null, kgPerKwh: 0.0385 }, 'that of its year'],
    ['2025-12', { year: 2024, month: null, kgPerKwh: 0.0545 }, 'that of the newest year'],
    ['2026-11', { year: 2024, month: null, kgPerKwh: 0.0545 }, 'that of the newest year'],
  ])('returns for %s the factor %o, %s', (month, factor) => {
    expect(factorOfMonth(monthOf(civilDate(`${month}-01`)))).toEqual(factor);
  });
});

describe('the emissions of days', () => {
  const days = [
    { date: civilDate('2024-09-30'), total: 1_000_000 },
    { date: civilDate('2024-11-01'), total: 2_000_000 },
    { date: civilDate('2024-11-02'), total: 1_000_000 },
  ];
  const requested = { first: civilDate('2024-09-30'), last: civilDate('2024-11-02') };

  test('returns the emissions of every month, each with its own factor', () => {
    const months = emissionsByMonth(days, requested);
    expect(months.map(({ month, kg }) => [month, kg])).toEqual([
      ['2024-09', expect.closeTo(0.0917, 9)],
      ['2024-10', 0],
      ['2024-11', expect.closeTo(3 * 0.0701, 9)],
    ]);
    expect(emissionsTogether(months)).toEqual({
      kg: expect.closeTo(0.0917 + 3 * 0.0701, 9),
      kgPerKwh: 0.0755,
      year: 2024,
    });
  });

  test('returns the common factor of all months, or the last factor when nothing was consumed', () => {
    const fixed = emissionsByMonth(days, requested, () => DEFAULT_FACTOR);
    expect(emissionsTogether(fixed)).toMatchObject({ kgPerKwh: 0.0426, year: 2022 });
    expect(emissionsTogether(emissionsByMonth([], requested))).toEqual({
      kg: 0,
      kgPerKwh: 0.0701,
      year: 2024,
    });
    expect(emissionsTogether([])).toEqual({ kg: 0, kgPerKwh: 0.0426, year: 2022 });
  });
});
