import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceToNumber } from '../../base/units/price.ts';
import { readAneelPrice } from './aneel-line.ts';

test.each([
  [',00', true, 0],
  ['1.234,56', true, 1.23456],
  ['1234,5', false, 1234.5],
  ['32', false, 32],
  ['0,0000001', true, 0.0000000001],
] as const)('reads the price %s', (text, perMwh, value) => {
  expect(priceToNumber(readAneelPrice(text, perMwh) as never)).toBe(value);
});

test.each(['', '12.34', '1.23,4', '-1,00', '1,2,3', 'x', '1234567890123', '1,12345678901'])(
  'refuses the price: %s',
  (text) => {
    expect(readAneelPrice(text, false)).toBeNull();
  },
);

test('refuses a price below the stored precision', () => {
  expect(readAneelPrice('0,00000001', true)).toBeNull();
});

test('reads whole cents as written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      const text = (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
      expect(Number(readAneelPrice(text, true))).toBe(cents * 100_000);
    }),
  );
});
