import { describe, expect, test } from 'vitest';
import { addDays, type CivilDate, civilDate, daysFrom, weekdayOf } from '../../base/time/civil-day.ts';
import type { IndependentVariable } from './independent-variables.ts';
import { influencesBetween } from './influences.ts';

const FIRST = civilDate('2025-09-01');
const DATES = Array.from({ length: 365 }, (_, index) => addDays(FIRST, index));
const noHoliday = () => false;
const periods = {
  before: daysFrom(civilDate('2026-07-01'), civilDate('2026-07-31')),
  after: daysFrom(civilDate('2026-08-01'), civilDate('2026-08-30')),
};

/** A bakery of 100 kWh on a weekday and 40 on a Sunday, and 2 kWh for each tray. */
const trays = (date: CivilDate): number => (date < '2026-08-01' ? 20 : 30) + (Number(date.slice(8)) % 7);
const used = (date: CivilDate): number => (weekdayOf(date) === 0 ? 40 : 100) + 2 * trays(date);
const year = DATES.map((date) => ({ date, total: used(date) }));
const variable = (kind: IndependentVariable['kind'], of: (date: CivilDate) => number, dates = DATES) => ({
  kind,
  values: new Map(dates.map((date) => [date, of(date)])),
});
const meanOf = (dates: readonly CivilDate[], of: (date: CivilDate) => number) =>
  dates.reduce((sum, date) => sum + of(date), 0) / dates.length;

describe('the influence of a variable between two periods', () => {
  test('is its effect on a day, by the number of later days', () => {
    const [influence, ...others] = influencesBetween(
      year,
      noHoliday,
      [variable('production', trays)],
      periods,
    );
    expect(others).toEqual([]);
    expect(influence).toMatchObject({ kind: 'production', isHigher: true });
    const expected =
      2 * (meanOf(periods.after, trays) - meanOf(periods.before, trays)) * periods.after.length;
    expect(influence?.change).toBeCloseTo(expected, 3);
  });

  test('counts degrees above the balance point of a cooled building', () => {
    const degrees = (date: CivilDate) =>
      25 + 6 * Math.sin(DATES.indexOf(date) / 9) - (date < '2026-08-01' ? 0 : 3);
    const cooled = DATES.map((date) => ({ date, total: 50 + 4 * Math.max(0, degrees(date) - 22) }));
    const [influence] = influencesBetween(cooled, noHoliday, [variable('temperature', degrees)], periods);
    const above = (date: CivilDate) => 4 * Math.max(0, degrees(date) - 22);
    const expected = (meanOf(periods.after, above) - meanOf(periods.before, above)) * periods.after.length;
    expect(influence).toMatchObject({ kind: 'temperature', isHigher: expected > 0 });
    expect(influence?.change).toBeCloseTo(expected, 3);
  });

  test('separates temperature and production of the same days', () => {
    const degrees = (date: CivilDate) => 25 + 6 * Math.sin(DATES.indexOf(date) / 9);
    const cooling = (date: CivilDate) => 4 * Math.max(0, degrees(date) - 22);
    const both = DATES.map((date) => ({ date, total: 50 + cooling(date) + 2 * trays(date) }));
    const variables = [variable('temperature', degrees), variable('production', trays)];
    const influences = influencesBetween(both, noHoliday, variables, periods);
    const expected = [cooling, (date: CivilDate) => 2 * trays(date)].map(
      (effect) => (meanOf(periods.after, effect) - meanOf(periods.before, effect)) * periods.after.length,
    );
    expect(influences.map(({ kind }) => kind)).toEqual(['temperature', 'production']);
    for (const [index, { change }] of influences.entries())
      expect(change).toBeCloseTo(expected[index] ?? 0, 2);
  });

  test('is absent for a variable that predicts nothing', () => {
    const steady = DATES.map((date) => ({ date, total: weekdayOf(date) === 0 ? 40 : 100 }));
    const noise = (date: CivilDate) => (Number(date.slice(8)) * 7919) % 13;
    const influences = influencesBetween(steady, noHoliday, [variable('production', noise)], periods);
    for (const { change } of influences) expect(Math.abs(change)).toBeLessThan(1e-3);
  });

  test.each([
    ['a day without a value', year, DATES.filter((date) => date !== '2026-07-15')],
    ['fewer than 300 complete days', year.slice(100), DATES],
  ])('is absent with %s', (_, days, dates) => {
    expect(influencesBetween(days, noHoliday, [variable('production', trays, dates)], periods)).toEqual([]);
  });

  test('is absent where the year cannot be predicted', () => {
    const wild = DATES.map((date, index) => ({ date, total: index % 97 < 48 ? 1000 * trays(date) : 1 }));
    expect(influencesBetween(wild, noHoliday, [variable('production', trays)], periods)).toEqual([]);
  });
});
