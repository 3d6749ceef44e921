import { civilDate } from '@nascente/domain/base/time/civil-day';
import { expect, it } from 'vitest';
import { isBirthField, toBirth, toDateField } from './birth.ts';

it('converts a birth date from DD/MM/YYYY to the field and back', () => {
  expect(toDateField('14/03/1987')).toBe('1987-03-14');
  expect(toBirth('1987-03-14')).toBe('14/03/1987');
});

it('leaves an empty date empty, and omits an invalid date', () => {
  expect(toDateField(null)).toBe('');
  expect(toDateField('31/02/1987')).toBe('');
  expect(toBirth('')).toBeNull();
});

it.each([
  ['', true],
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['1919-12-31', false],
  ['1920-01-01', true],
  ['1987-02-30', false],
])('a birth date "%s" is valid: %s', (field, isGood) => {
  expect(isBirthField(field, civilDate('2026-11-20'))).toBe(isGood);
});
