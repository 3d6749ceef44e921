import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate, weekdayOf } from '../../base/time/civil-day.ts';
import {
  addRow,
  avoidedUse,
  baselineQuality,
  emptyEquations,
  fitBaseline,
  type MeasuredDay,
  product,
  solveEquations,
} from './baseline.ts';

const FIRST = civilDate('2024-03-01');
const noHoliday = () => false;
type TotalOf = (weekday: number, index: number) => number;
const daysFrom = (count: number, totalOf: TotalOf, first = FIRST): MeasuredDay[] =>
  Array.from({ length: count }, (_, index) => {
    const date = addDays(first, index);
    return { date, total: totalOf(weekdayOf(date), index) };
  });
const office: TotalOf = (weekday) => (weekday === 0 || weekday === 6 ? 20 : 100);
const fitted = (days: readonly MeasuredDay[], isHoliday: (date: string) => boolean = noHoliday) => {
  const found = fitBaseline(days, isHoliday);
  if (found === null) throw new Error('enough days for a baseline');
  return found;
};

describe('a baseline', () => {
  test('follows the weekdays of an office without error, bias or season', () => {
    const baseline = fitted(daysFrom(365, office));
    expect(baseline.cvRmse).toBeLessThan(1e-6);
    expect(Math.abs(baseline.nmbe)).toBeLessThan(1e-6);
    expect(baseline.expectedOn(civilDate('2025-06-02'))).toBeCloseTo(100, 4);
    expect(baseline.expectedOn(civilDate('2025-06-01'))).toBeCloseTo(20, 4);
  });

  test('has a bias when months outside the fit exceed its expectation', () => {
    // Eleven equal months and a December of twice their use: a fit without December expects half of it.
    const baseline = fitted(
      daysFrom(365, (_, index) => (addDays(FIRST, index).slice(5, 7) === '12' ? 200 : 100)),
    );
    expect(Math.abs(baseline.nmbe)).toBeGreaterThan(0.001);
    expect(Math.abs(baseline.nmbe)).toBeLessThan(baseline.cvRmse);
  });

  test('learns holidays from its year', () => {
    const isHoliday = (date: string) => date.endsWith('-05-01') || date.endsWith('-09-07');
    const days = daysFrom(365, office).map((day) => (isHoliday(day.date) ? { ...day, total: 5 } : day));
    expect(fitted(days, isHoliday).expectedOn(civilDate('2025-05-01'))).toBeCloseTo(5, 4);
  });

  test('uses as many seasonal waves as the year shows', () => {
    const turn = (index: number, waves: number) => Math.cos((waves * index * 2 * Math.PI) / 365.25);
    const seasonal: TotalOf = (_, index) => 100 + 30 * turn(index, 1) + 20 * turn(index, 2);
    const baseline = fitted(daysFrom(365, seasonal));
    expect(baseline.waves).toBe(2);
    const summer = addDays(FIRST, 365 + 40);
    expect(baseline.expectedOn(summer)).toBeCloseTo(seasonal(0, 365 + 40), 1);
  });

  test('returns null for less than ten months or zero consumption, and never expects a negative value', () => {
    expect(fitBaseline(daysFrom(299, office), noHoliday)).toBeNull();
    expect(
      fitBaseline(
        daysFrom(365, () => 0),
        noHoliday,
      ),
    ).toBeNull();
    const melting = fitted(daysFrom(365, (_, index) => Math.max(0, 100 - index)));
    for (let day = 0; day < 365; day += 30)
      expect(melting.expectedOn(addDays(FIRST, day))).toBeGreaterThanOrEqual(0);
  });
});

describe('the avoided consumption', () => {
  const before = daysFrom(365, (weekday, index) => office(weekday, 0) * (1 + 0.1 * Math.sin(index)));
  const baseline = fitted(before);
  const after = (factor: number) =>
    daysFrom(90, (weekday, index) => factor * office(weekday, index), addDays(FIRST, 365));

  test('is the difference from the baseline, within a band', () => {
    const { avoided, low, high, expected, days } = avoidedUse(baseline, after(0.8));
    expect(days).toBe(90);
    expect(avoided / expected).toBeCloseTo(0.2, 1);
    expect(low).toBeLessThan(avoided);
    expect(high).toBeGreaterThan(avoided);
    expect((high - low) / 2).toBeCloseTo(3.2 * baseline.cvRmse * expected, 6);
  });

  test('excludes changes entered by hand', () => {
    const plain = avoidedUse(baseline, after(1));
    const withOven = after(1).map((day) => ({ ...day, total: day.total + 7 }));
    expect(avoidedUse(baseline, withOven, () => 7).avoided).toBeCloseTo(plain.avoided, 6);
    expect(avoidedUse(baseline, withOven).avoided).toBeCloseTo(plain.avoided - 90 * 7, 6);
  });

  test('returns zero without days', () => {
    expect(avoidedUse(baseline, [])).toEqual({ avoided: 0, low: 0, high: 0, expected: 0, days: 0 });
  });
});

test('rates a baseline as good, fair or poor by its error and its bias', () => {
  expect(baselineQuality({ cvRmse: 0.15, nmbe: 0.05 })).toBe('good');
  expect(baselineQuality({ cvRmse: 0.16, nmbe: 0 })).toBe('fair');
  expect(baselineQuality({ cvRmse: 0.31, nmbe: 0 })).toBe('poor');
  expect(baselineQuality({ cvRmse: 0.1, nmbe: -0.06 })).toBe('poor');
});

test('fits a line by least squares, also after a row was removed', () => {
  const amount = fc.integer({ min: -1000, max: 1000 });
  fc.assert(
    fc.property(amount, amount, (slope, offset) => {
      const equations = emptyEquations(2);
      for (let x = 0; x < 10; x += 1) addRow(equations, [x, 1], slope * x + offset);
      addRow(equations, [3, 1], 99_999);
      addRow(equations, [3, 1], 99_999, -1);
      const found = solveEquations(equations);
      expect(product([20, 1], found)).toBeCloseTo(slope * 20 + offset, 3);
    }),
  );
});
