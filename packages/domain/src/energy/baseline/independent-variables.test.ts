import { describe, expect, test } from 'vitest';
import { addDays, type CivilDate, civilDate, weekdayOf } from '../../base/time/civil-day.ts';
import { avoidedUse, fitBaseline, type MeasuredDay, MIN_DAYS } from './baseline.ts';
import { daysWithout, type IndependentVariable, isEnough, subsetsOf } from './independent-variables.ts';

const FIRST = civilDate('2025-01-01');
const noHoliday = () => false;
const dates = (count: number, first: CivilDate = FIRST): CivilDate[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));
/** Values without a season, the same in each run. */
const scattered = (index: number) => ((index * 7919) % 101) / 101;
const degrees = (index: number) => 10 + 20 * scattered(index);
const pieces = (index: number) => 500 * scattered(3 * index + 1);
const variable = (
  kind: IndependentVariable['kind'],
  valueAt: (index: number) => number,
  count = 730,
): IndependentVariable => ({
  kind,
  values: new Map(dates(count).map((date, index) => [date, valueAt(index)])),
});
const days = (count: number, totalOf: (index: number, date: CivilDate) => number, from = 0): MeasuredDay[] =>
  dates(count, addDays(FIRST, from)).map((date, index) => ({ date, total: totalOf(from + index, date) }));
const fitted = (before: readonly MeasuredDay[], variables: readonly IndependentVariable[]) => {
  const found = fitBaseline(before, noHoliday, variables);
  if (found === null) throw new Error('enough days for a baseline');
  return found;
};

/** The consumption of a shop that cools above 22 °C. */
const cooled = (index: number, date: CivilDate) =>
  (weekdayOf(date) === 0 ? 50 : 100) + 8 * Math.max(0, degrees(index) - 22);
const temperature = variable('temperature', degrees);
const production = variable('production', pieces);

describe('a baseline with a temperature', () => {
  test('uses the temperature when it improves the fit, with a narrower band', () => {
    const before = days(365, cooled);
    const [plain, warm] = [fitted(before, []), fitted(before, [temperature])];
    expect([plain.variables, warm.variables]).toEqual([[], ['temperature']]);
    expect(warm.cvRmse).toBeLessThan(plain.cvRmse / 10);
    const after = days(90, (index, date) => 0.8 * cooled(index, date), 365);
    const { avoided, low, high, expected } = avoidedUse(warm, after);
    expect(avoided / expected).toBeCloseTo(0.2, 3);
    expect(high - low).toBeLessThan((avoidedUse(plain, after).high - avoidedUse(plain, after).low) / 10);
  });

  test('detects heating below its balance point', () => {
    const heated = days(365, (index) => 100 + 5 * Math.max(0, 16 - degrees(index)));
    const baseline = fitted(heated, [temperature]);
    const cold = dates(730).findIndex((_, index) => index > 365 && degrees(index) < 12);
    const [day] = days(1, () => 0, cold);
    if (day === undefined) throw new Error('a day');
    expect(baseline.expectedOn(day.date)).toBeCloseTo(100 + 5 * (16 - degrees(cold)), 3);
  });

  test('does not use the temperature when it explains nothing', () => {
    const before = days(365, (_, date) => (weekdayOf(date) === 0 ? 50 : 100));
    expect(fitted(before, [temperature]).variables).toEqual([]);
  });

  test('omits days without a value, and requires 300 days with a value', () => {
    const before = days(365, cooled);
    const maximum = fitted(before, [variable('temperature', degrees, 320)]);
    expect(maximum.variables).toEqual(['temperature']);
    const [covered, uncovered] = [319, 320].map((index) => ({ date: addDays(FIRST, index) }));
    expect([covered, uncovered].map((day) => day !== undefined && maximum.covers(day))).toEqual([
      true,
      false,
    ]);
    expect(fitted(before, [variable('temperature', degrees, MIN_DAYS - 1)]).variables).toEqual([]);
  });

  test('does not use a variable when only days without a value have consumption', () => {
    const first = days(365, (index) => (index < 330 ? 0 : 10));
    expect(fitted(first, [variable('temperature', degrees, 320)]).variables).toEqual([]);
  });
});

describe('a baseline with a production', () => {
  const made = (index: number) => 40 + 0.3 * pieces(index);
  test('grows with each produced piece', () => {
    const baseline = fitted(days(365, made), [production]);
    expect(baseline.variables).toEqual(['production']);
    expect(baseline.expectedOn(addDays(FIRST, 500))).toBeCloseTo(made(500), 3);
  });

  test('uses production and temperature when both matter', () => {
    const both = days(365, (index, date) => made(index) + cooled(index, date));
    expect(fitted(both, [temperature, production]).variables).toEqual(['temperature', 'production']);
  });
});

test('requires 300 days before and nine of ten days after for a variable', () => {
  const [before, after] = [days(365, () => 1), days(100, () => 1, 365)];
  const isEnoughOf = (count: number) =>
    isEnough(variable('production', pieces, count), { before, after, fewest: MIN_DAYS });
  expect([365 + 89, 365 + 90].map(isEnoughOf)).toEqual([false, true]);
  expect(daysWithout(variable('production', pieces, 400), after)).toBe(65);
  const few = { before: before.slice(0, 299), after, fewest: MIN_DAYS };
  expect(isEnough(production, few)).toBe(false);
});

test('returns every subset, the empty one first', () => {
  expect(subsetsOf(['a', 'b'])).toEqual([[], ['a'], ['b'], ['a', 'b']]);
});
