import { describe, expect, test } from 'vitest';
import { integer, roundHalfAway } from './integers.ts';

describe('wholeNumber', () => {
  test('returns whole numbers unchanged', () => {
    expect(integer(-3, 'x')).toBe(-3);
    expect(integer(2 ** 53 - 1, 'x')).toBe(2 ** 53 - 1);
  });

  test('converts -0 to 0', () => {
    expect(Object.is(integer(-0, 'x'), 0)).toBe(true);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses %s and names the unit',
    (value) => {
      expect(() => integer(value, 'mWh')).toThrow(new RangeError(`mWh must be a whole number, got ${value}`));
    },
  );
});

describe('nearestWhole', () => {
  test.each([
    [0.4, 0],
    [0.5, 1],
    [-0.5, -1],
    [-1.4, -1],
    [-0.2, 0],
    [2.5, 3],
  ])('rounds %s to %s', (value, expected) => {
    expect(roundHalfAway(value, 'x')).toBe(expected);
  });

  test.each([Number.NaN, Number.NEGATIVE_INFINITY, 1e300])('refuses %s', (value) => {
    expect(() => roundHalfAway(value, 'x')).toThrow(RangeError);
  });
});
