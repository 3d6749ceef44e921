import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanDecimal, scanThousandths, thousandthsText } from './decimal-field.ts';

const decimal = (text: string) => scanDecimal(`,${text},`, 1, text.length + 1);
const thousandths = (text: string) => scanThousandths(`,${text},`, 1, text.length + 1);

/** An independent computation of the thousandths: rounds the digits with big integers, halves away from zero. */
function thousandthsByDigits(total: string, fraction: string): number {
  const padded = fraction.padEnd(4, '0');
  const up = Number(padded[3]) >= 5 ? 1n : 0n;
  return Number(BigInt(total + padded.slice(0, 3)) + up);
}

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(''));

describe('a decimal field', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['-0.000', 0],
    ['+12', 12],
    ['-61', -61],
    ['007', 7],
    ['219.87', 219.87],
    ['0.1', 0.1],
    ['123456789012345.678901', 123456789012345.67],
    ['4e+05', 400000],
    ['-1.5E-3', -0.0015],
    ['-0e5', 0],
  ])('reads %s', (text, value) => {
    expect(decimal(text)).toBe(value);
  });

  test.each([
    ['abc'],
    ['NaN'],
    ['nan'],
    ['Infinity'],
    ['-inf'],
    ['1e999'],
    ['0x1F'],
    ['1.'],
    ['.5'],
    ['.'],
    ['-'],
    ['+'],
    ['1.2.3'],
    ['1..2'],
    ['--1'],
    ['1-'],
    [' 1'],
    ['1 '],
    ['1 2'],
    ['1_000'],
    ['1e'],
    ['e5'],
    ['1e5.5'],
    ['12345678901234567x'],
    ['²'],
  ])('refuses %j as a number', (text) => {
    expect(decimal(text)).toBeNaN();
    expect(thousandths(text)).toBeNaN();
  });

  test('returns the nearest double, as the engine reads it', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '-', '+'), digits(1, 14), digits(1, 14), (sign, total, fraction) => {
        expect(decimal(`${sign}${total}`)).toBe(Number(`${sign}${total}`) + 0);
        expect(decimal(`${sign}${total}.${fraction}`)).toBe(Number(`${sign}${total}.${fraction}`) + 0);
      }),
    );
  });

  test('reads back every printed number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimal(String(value))).toBe(value + 0);
      }),
    );
  });
});

describe('an increment', () => {
  test.each([
    ['12.3456', 12346],
    ['12.3454', 12345],
    ['1.0005', 1001],
    ['-1.0005', -1001],
    ['0.0004', 0],
    ['-0.0004', 0],
    ['-0.0005', -1],
    ['5', 5000],
    ['1.2345e1', 12345],
    ['5e-4', 1],
    ['2.99949999999999', 2999],
  ])('reads %s as %i thousandths', (text, value) => {
    expect(thousandths(text)).toBe(value);
  });

  test('rounds by decimal digits, halves away from zero', () => {
    fc.assert(
      fc.property(fc.boolean(), digits(1, 9), digits(1, 8), (isNegative, total, fraction) => {
        const expected = thousandthsByDigits(total, fraction);
        const sign = isNegative ? '-' : '';
        expect(thousandths(`${sign}${total}.${fraction}`)).toBe(isNegative ? 0 - expected : expected);
      }),
    );
  });

  test('writes a text that is read back equal', () => {
    expect(thousandthsText(12346)).toBe('12.346');
    expect(thousandthsText(-5)).toBe('-0.005');
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), (value) => {
        expect(thousandths(thousandthsText(value))).toBe(value + 0);
      }),
    );
  });
});
