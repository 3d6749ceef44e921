import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingCycleAt, billingCycleFrom, daysInCycle, isReadDay, previousCycle } from './billing-cycle.ts';
import { addDays, type CivilDate, civilDate, civilDateOf } from './civil-day.ts';
import { civilMonth, monthOf } from './civil-month.ts';

const cycle = (first: string, last: string) => ({ first: civilDate(first), last: civilDate(last) });

describe('a billing cycle without a read day', () => {
  test.each([
    ['2026-11-20', '2026-11-01', '2026-11-30'],
    ['2026-11-01', '2026-11-01', '2026-11-30'],
    ['2026-11-30', '2026-11-01', '2026-11-30'],
    ['2024-02-29', '2024-02-01', '2024-02-29'],
  ])('assigns %s to its calendar month', (today, first, last) => {
    expect(billingCycleAt(civilDate(today), null)).toEqual(cycle(first, last));
  });
});

describe('a billing cycle with a read day', () => {
  test.each([
    ['2026-11-20', 15, '2026-11-15', '2026-12-14'],
    ['2026-11-15', 15, '2026-11-15', '2026-12-14'],
    ['2026-11-14', 15, '2026-10-15', '2026-11-14'],
    ['2026-01-10', 15, '2025-12-15', '2026-01-14'],
    ['2026-12-20', 15, '2026-12-15', '2027-01-14'],
    ['2026-11-20', 1, '2026-11-01', '2026-11-30'],
    ['2026-02-27', 29, '2026-01-29', '2026-02-27'],
    ['2026-02-28', 29, '2026-02-28', '2026-03-28'],
    ['2024-02-28', 29, '2024-01-29', '2024-02-28'],
    ['2024-02-29', 29, '2024-02-29', '2024-03-28'],
    ['2026-02-28', 30, '2026-02-28', '2026-03-29'],
    ['2026-02-28', 31, '2026-02-28', '2026-03-30'],
    ['2026-03-30', 31, '2026-02-28', '2026-03-30'],
    ['2026-04-29', 31, '2026-03-31', '2026-04-29'],
    ['2026-04-30', 31, '2026-04-30', '2026-05-30'],
  ])('returns on %s with read day %i the cycle from %s to %s', (today, readDay, first, last) => {
    expect(billingCycleAt(civilDate(today), readDay)).toEqual(cycle(first, last));
  });

  test('starts the cycle of a month in that month', () => {
    expect(billingCycleFrom(civilMonth('2026-02'), 31)).toEqual(cycle('2026-02-28', '2026-03-30'));
  });

  test.each([0, 32, 1.5, -1, Number.NaN])('refuses %s as a read day', (readDay) => {
    expect(isReadDay(readDay)).toBe(false);
    expect(() => billingCycleAt(civilDate('2026-11-20'), readDay)).toThrow(
      new RangeError(`not a read day: ${readDay}`),
    );
  });

  test('accepts 1 to 31 as a read day', () => {
    expect(isReadDay(1)).toBe(true);
    expect(isReadDay(31)).toBe(true);
  });
});

describe('the neighbours of a cycle', () => {
  test('returns the previous cycle with and without a read day', () => {
    expect(previousCycle(cycle('2026-11-01', '2026-11-30'), null)).toEqual(cycle('2026-10-01', '2026-10-31'));
    expect(previousCycle(cycle('2026-03-31', '2026-04-29'), 31)).toEqual(cycle('2026-02-28', '2026-03-30'));
  });
});

describe('the days of a cycle', () => {
  const november = cycle('2026-11-01', '2026-11-30');

  test('counts the days of a cycle including both ends', () => {
    expect(daysInCycle(november)).toBe(30);
    expect(daysInCycle(cycle('2024-02-15', '2024-03-14'))).toBe(29);
  });
});

describe('the coverage of time by cycles', () => {
  const anyReadDay = fc.option(fc.integer({ min: 1, max: 31 }), { nil: null });
  const anyDay: fc.Arbitrary<CivilDate> = fc.integer({ min: 0, max: 40_000 }).map(civilDateOf);

  test('returns the same cycle for every day of a cycle', () => {
    fc.assert(
      fc.property(anyDay, anyReadDay, (today, readDay) => {
        const own = billingCycleAt(today, readDay);
        expect(own.first <= today && today <= own.last).toBe(true);
        expect(billingCycleAt(own.first, readDay)).toEqual(own);
        expect(billingCycleAt(own.last, readDay)).toEqual(own);
        expect(billingCycleFrom(monthOf(own.first), readDay)).toEqual(own);
      }),
    );
  });

  test('starts the next cycle one day later, and ends the previous cycle one day earlier', () => {
    fc.assert(
      fc.property(anyDay, anyReadDay, (today, readDay) => {
        const own = billingCycleAt(today, readDay);
        const next = billingCycleAt(addDays(own.last, 1), readDay);
        expect(next.first).toBe(addDays(own.last, 1));
        expect(previousCycle(own, readDay).last).toBe(addDays(own.first, -1));
        expect(previousCycle(next, readDay)).toEqual(own);
        expect(daysInCycle(own)).toBeGreaterThanOrEqual(28);
        expect(daysInCycle(own)).toBeLessThanOrEqual(31);
      }),
    );
  });

  test.each(Array.from({ length: 31 }, (_, index) => index + 1))(
    'returns consecutive cycles from 2023 to 2029 with read day %i',
    (readDay) => {
      let current = billingCycleAt(civilDate('2023-01-01'), readDay);
      let months = 0;
      for (let day = civilDate('2023-01-01'); day < '2029-01-01'; day = addDays(day, 1)) {
        if (day > current.last) {
          expect(billingCycleAt(day, readDay).first).toBe(addDays(current.last, 1));
          current = billingCycleAt(day, readDay);
          months += 1;
        }
        expect(billingCycleAt(day, readDay)).toEqual(current);
      }
      expect(months).toBe(readDay === 1 ? 71 : 72);
    },
  );
});
