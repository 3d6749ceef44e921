import { expect, test } from 'vitest';
import { cents, fromReais, reais, sumCents } from './money.ts';

test('converts money from and to R$', () => {
  expect(fromReais(10.235)).toBe(1024);
  expect(fromReais(-0.005)).toBe(-1);
  expect(reais(cents(123_456))).toBe(1234.56);
});

test('adds cents exactly', () => {
  expect(sumCents([cents(10), cents(20), cents(-5)])).toBe(25);
  expect(sumCents([])).toBe(0);
});

test('refuses fractions of a cent and sums beyond the exact range', () => {
  expect(() => cents(0.1)).toThrow(RangeError);
  expect(() => sumCents([cents(2 ** 53 - 1), cents(1)])).toThrow(RangeError);
});
