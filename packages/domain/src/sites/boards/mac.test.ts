import { describe, expect, test } from 'vitest';
import { isMac, normalizeMac } from './mac.ts';

describe('the normalisation of a MAC', () => {
  test.each([['A4:CF:12:00:0B:01'], ['a4:cf:12:00:0b:01'], ['A4-CF-12-00-0B-01'], ['a4-CF-12:00-0b:01']])(
    'reads %s as upper-case pairs with colons',
    (text) => {
      expect(normalizeMac(text)).toBe('A4:CF:12:00:0B:01');
    },
  );

  test.each([
    [''],
    ['A4CF12000B01'],
    ['A4:CF:12:00:0B'],
    ['A4:CF:12:00:0B:01:02'],
    ['A4:CF:12:00:0B:0G'],
    ['A4.CF.12.00.0B.01'],
    [' A4:CF:12:00:0B:01'],
    ['A4:CF:12:00:0B:01\n'],
    ['A4:CF:12:00:0B:1'],
    ['A4::CF:12:00:0B:01'],
  ])('refuses %j', (text) => {
    expect(normalizeMac(text)).toBeNull();
  });

  test('accepts only the canonical spelling as a Mac', () => {
    expect(isMac('A4:CF:12:00:0B:01')).toBe(true);
    expect(isMac('a4:cf:12:00:0b:01')).toBe(false);
    expect(isMac('A4-CF-12-00-0B-01')).toBe(false);
  });
});
