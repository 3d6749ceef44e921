import { describe, expect, test } from 'vitest';
import { civilMonth } from '../../base/time/civil-month.ts';
import {
  DEFAULT_FACTOR,
  type EmissionFactor,
  factorLabel,
  factorOfMonth,
  hasEnded,
  type MonthFactor,
  missingFactors,
} from './emission-factors.ts';

const source = 'MCTI/SIRENE';
const monthly = (year: number, values: readonly number[]): EmissionFactor[] =>
  values.map((kgPerKwh, index) => ({ year, month: index + 1, kgPerKwh, source }));
const mean = (year: number, kgPerKwh: number): EmissionFactor => ({ year, month: null, kgPerKwh, source });
const FACTORS = [
  mean(2023, 0.0385),
  mean(2024, 0.0545),
  ...monthly(2024, [0.0421, 0.0376, 0.0278]),
  ...monthly(
    2025,
    Array.from({ length: 11 }, (_, index) => 0.02 + index / 1000),
  ),
];

describe('the emission factor of a month', () => {
  test.each<[string, Omit<MonthFactor, 'source'>, string]>([
    ['2024-03', { year: 2024, month: 3, kgPerKwh: 0.0278, isProvisional: false }, 'its own'],
    ['2024-04', { year: 2024, month: null, kgPerKwh: 0.0545, isProvisional: false }, 'the mean of its year'],
    ['2023-05', { year: 2023, month: null, kgPerKwh: 0.0385, isProvisional: false }, 'the mean of its year'],
    ['2025-12', { year: 2024, month: null, kgPerKwh: 0.0545, isProvisional: true }, 'the newest mean'],
    ['2026-11', { year: 2024, month: null, kgPerKwh: 0.0545, isProvisional: true }, 'the newest mean'],
  ])('is for %s %o, %s', (month, factor) => {
    expect(factorOfMonth(FACTORS, civilMonth(month))).toEqual({ ...factor, source });
  });

  test('is that of 2022 as long as no mean is stored', () => {
    const month = civilMonth('2026-01');
    expect(factorOfMonth(monthly(2025, [0.02]), month)).toEqual({ ...DEFAULT_FACTOR, isProvisional: true });
    expect(DEFAULT_FACTOR).toMatchObject({ year: 2022, kgPerKwh: 0.0426 });
  });
});

describe('missing factors', () => {
  test('are ended months without a factor or a mean of their year, and means of ended years', () => {
    expect(missingFactors(FACTORS, civilMonth('2026-03')).map(factorLabel)).toEqual([
      '12/2025',
      'média de 2025',
      '01/2026',
      '02/2026',
    ]);
  });

  test('begin with the current year if there is no factor at all', () => {
    expect(missingFactors([], civilMonth('2026-03')).map(factorLabel)).toEqual(['01/2026', '02/2026']);
    expect(missingFactors([mean(2025, 0.05)], civilMonth('2026-01'))).toEqual([]);
  });
});

test.each([
  [{ year: 2026, month: 2 }, true],
  [{ year: 2026, month: 3 }, false],
  [{ year: 2026, month: null }, false],
  [{ year: 2025, month: null }, true],
  [{ year: 2027, month: 1 }, false],
])('in March 2026 the time of %o has ended: %s', (factor, ended) => {
  expect(hasEnded(factor, civilMonth('2026-03'))).toBe(ended);
});
