import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from './money.ts';
import {
  type ExactAmount,
  exactAmount,
  type Price,
  parsePrice,
  priceFromNumber,
  priceToNumber,
  priceToText,
  splitCents,
  sumExact,
  toCents,
} from './price.ts';

const anyPrice = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map((size) => size as Price);
const anyExact = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((size) => size as ExactAmount);
const anyPositiveExact = fc.bigInt({ min: 0n, max: 10n ** 20n }).map((size) => size as ExactAmount);
const anyRounding = fc.constantFrom('truncate' as const, 'half-up' as const);

describe('a price', () => {
  test.each([
    ['0.7941717', 7_941_717_000n],
    ['1', 10_000_000_000n],
    ['-0.0000000001', -1n],
    ['0.50000000000000', 5_000_000_000n],
    ['000.1', 1_000_000_000n],
  ])('stores %s exactly', (text, expected) => {
    expect(parsePrice(text)).toBe(expected);
  });

  test.each(['', '1,5', '.5', '1.', '1e3', 'NaN', '+1', ' 1', '0.00000000001', '1234567890123'])(
    "refuses the text '%s' as a price",
    (text) => {
      expect(() => parsePrice(text)).toThrow(new RangeError(`not a price: '${text}'`));
    },
  );

  test('rounds a price from a number to the nearest 1e-10', () => {
    expect(priceFromNumber(0.7941717)).toBe(7_941_717_000n);
    expect(priceFromNumber(0.1 + 0.2)).toBe(3_000_000_000n);
    expect(priceFromNumber(-1e-7)).toBe(-1000n);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1e12])('refuses the number %s as a price', (value) => {
    expect(() => priceFromNumber(value)).toThrow(RangeError);
  });

  test('converts a price to a number for charts', () => {
    expect(priceToNumber(parsePrice('0.7941717'))).toBe(0.7941717);
  });

  test('writes a price with the minimum number of digits', () => {
    expect(priceToText(parsePrice('0.50'))).toBe('0.5');
    expect(priceToText(parsePrice('-120'))).toBe('-120');
    expect(priceToText(parsePrice('0'))).toBe('0');
  });

  test('reads a price back from its text and from its number', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        expect(parsePrice(priceToText(price))).toBe(price);
        expect(priceFromNumber(priceToNumber(price))).toBe(price);
      }),
    );
  });
});

describe('an amount', () => {
  test('multiplies quantity and price without rounding', () => {
    expect(exactAmount(1_000_000, parsePrice('0.7941717'))).toBe(7_941_717_000_000_000n);
    expect(() => exactAmount(0.5, parsePrice('1'))).toThrow(RangeError);
  });

  test('sums the amounts of parts to the amount of the total', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), anyPrice, (quantities, price) => {
        const complete = quantities.reduce((sum, quantity) => sum + quantity, 0);
        expect(sumExact(quantities.map((quantity) => exactAmount(quantity, price)))).toBe(
          exactAmount(complete, price),
        );
      }),
    );
  });

  test.each([
    ['0.019', 1, 2],
    ['0.015', 1, 2],
    ['0.0149999999', 1, 1],
    ['-0.015', -1, -2],
    ['-0.001', 0, 0],
    ['2', 200, 200],
  ])('converts R$ %s to %i cents truncated and %i rounded half up', (text, truncated, rounded) => {
    const exact = exactAmount(1_000_000, parsePrice(text));
    expect(toCents(exact, 'truncate')).toBe(truncated);
    expect(toCents(exact, 'half-up')).toBe(rounded);
  });

  test('refuses an amount beyond 2^53 cents', () => {
    expect(() => toCents((10n ** 40n) as ExactAmount, 'truncate')).toThrow(RangeError);
  });
});

describe('splitCents', () => {
  test('assigns each part its addition to the running total', () => {
    const third = exactAmount(1_000_000, parsePrice('0.3333333333'));
    expect(splitCents([third, third, third])).toEqual([33, 33, 33]);
    expect(splitCents([third, third, third], 'half-up')).toEqual([33, 34, 33]);
    expect(splitCents([])).toEqual([]);
  });

  test('splits the rounded total into parts close to their own amounts', () => {
    fc.assert(
      fc.property(fc.array(anyExact, { maxLength: 40 }), anyRounding, (amounts, rounding) => {
        const parts = splitCents(amounts, rounding);
        expect(sumCents(parts)).toBe(toCents(sumExact(amounts), rounding));
        parts.forEach((part, index) => {
          const own = Number(amounts[index]) / 1e14;
          expect(Math.abs(part - own)).toBeLessThan(2);
        });
      }),
    );
  });

  test('returns no negative part for non-negative amounts', () => {
    fc.assert(
      fc.property(fc.array(anyPositiveExact), anyRounding, (amounts, rounding) => {
        expect(splitCents(amounts, rounding).every((part) => part >= 0)).toBe(true);
      }),
    );
  });
});
