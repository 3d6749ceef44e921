import { expect, it } from 'vitest';
import { countOf, decimalOf, formatCount, keepDecimal, maskCount } from './typed-figures.ts';

it.each([
  ['12000', '12.000', 12_000],
  ['1.2000', '12.000', 12_000],
  ['x', '', null],
  ['0', '0', 0],
  ['123456789', '1.234.567', 1_234_567],
])('masks the count %j as %j', (typed, masked, count) => {
  expect(maskCount(typed, 7)).toBe(masked);
  expect(countOf(masked)).toBe(count);
  expect(formatCount(count)).toBe(masked);
});

it.each([
  ['75,5', '75,5', 75.5],
  ['75.5', '75,5', 75.5],
  ['75,', '75,', 75],
  [',', ',', 0],
  ['75 kW', '75', 75],
  ['', '', null],
])('keeps the decimal %j as %j', (typed, kept, value) => {
  expect(keepDecimal(typed)).toBe(kept);
  expect(decimalOf(kept)).toBe(value);
});
