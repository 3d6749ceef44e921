import { maskCnpj } from '@nascente/domain/sites/registry/cnpj';
import { expect, it } from 'vitest';
import { caretAfter, countBefore } from './masked-field.tsx';

it.each([
  ['', 0, 0],
  ['12.345', 0, 0],
  ['12.345', 2, 2],
  ['12.345', 3, 2],
  ['12.ABC', 5, 4],
])('counts characters in %j before %i: %i', (text, caret, count) => {
  expect(countBefore(text, caret)).toBe(count);
});

it.each([
  ['12.345', 0, 0],
  ['12.345', 2, 2],
  ['12.345', 3, 4],
  ['12.345', 9, 6],
])('puts the caret in %j after %i characters at %i', (masked, count, caret) => {
  expect(caretAfter(masked, count)).toBe(caret);
});

it('leaves the caret behind a character typed in the middle of a CNPJ', () => {
  // '12.A|45.678', after an A was typed where '3' follows.
  const typed = '12.A345.678';
  expect(caretAfter(maskCnpj(typed), countBefore(typed, 4))).toBe(4);
  expect(maskCnpj(typed)).toBe('12.A34.567/8');
});
