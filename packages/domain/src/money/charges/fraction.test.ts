import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactAmount, type Price, toCents } from '../../base/units/price.ts';
import {
  centsOf,
  compareFractions,
  dividedBy,
  fraction,
  minus,
  nearest,
  plus,
  roundPrice,
  shareOf,
  shownPrice,
  sumFractions,
  times,
  ZERO,
} from './fraction.ts';

const CENT = 10n ** 14n;
const over = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const under = fc.bigInt({ min: 1n, max: 10n ** 12n });
const any = fc.record({ over, under });

describe('fractions', () => {
  test('adds and subtracts exactly, in any order', () => {
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(compareFractions(plus(plus(a, b), c), plus(a, plus(c, b)))).toBe(0);
        expect(compareFractions(minus(plus(a, b), b), a)).toBe(0);
        expect(compareFractions(sumFractions([a, b]), plus(b, a))).toBe(0);
      }),
    );
    expect(plus(fraction(1n, 3n), fraction(1n, 3n))).toEqual({ over: 2n, under: 3n });
    expect(sumFractions([])).toEqual(ZERO);
  });

  test('orders fractions', () => {
    expect(compareFractions(fraction(1n, 3n), fraction(1n, 2n))).toBe(-1);
    expect(compareFractions(fraction(1n, 2n), fraction(1n, 3n))).toBe(1);
    expect(compareFractions(fraction(-1n, 2n), fraction(-2n, 4n))).toBe(0);
  });

  test('takes shares of days, and leaves the total unchanged', () => {
    expect(shareOf(fraction(33n), 33, 33)).toEqual(fraction(33n));
    expect(shareOf(fraction(33n), 27, 33)).toEqual({ over: 33n * 27n, under: 33n });
    expect(times(dividedBy(fraction(1n), 3n), 3n)).toEqual({ over: 3n, under: 3n });
  });

  test('rounds to the nearest, with halves away from zero', () => {
    expect([nearest(fraction(5n, 2n)), nearest(fraction(-5n, 2n)), nearest(fraction(-7n, 5n))]).toEqual([
      3n,
      -3n,
      -1n,
    ]);
    expect(shownPrice(fraction(10n, 3n))).toBe(3n);
    expect(roundPrice(fraction(12_345_678_901n), 5)).toEqual(fraction(12_345_700_000n));
    expect(roundPrice(fraction(12_345_678_901n, 7n), null)).toEqual(fraction(12_345_678_901n, 7n));
  });

  test('converts to cents like exact amounts, mirrored below zero', () => {
    expect(centsOf(fraction(3n * CENT, 2n), 'truncate')).toBe(1);
    expect(centsOf(fraction(3n * CENT, 2n), 'half-up')).toBe(2);
    expect(centsOf(fraction(-3n * CENT, 2n), 'half-up')).toBe(-2);
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.bigInt({ min: 0n, max: 10n ** 11n }), (q, p) => {
        const exact = exactAmount(q, p as Price);
        for (const rounding of ['truncate', 'half-up'] as const) {
          expect(centsOf({ over: exact * 7n, under: 7n }, rounding)).toBe(toCents(exact, rounding));
          expect(centsOf(fraction(exact), rounding)).toBe(toCents(exact, rounding));
        }
      }),
    );
  });
});
