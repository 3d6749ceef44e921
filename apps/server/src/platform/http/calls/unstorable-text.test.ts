import { expect, it } from 'vitest';
import { unstorableText } from './input.ts';

it.each([
  ['a control character in a name', { name: 'For\u0007no' }, 'name'],
  ['a line break in a name', { name: 'Forno\r\nX-Header: 1' }, 'name'],
  ['a NUL in a note', { note: 'a\0b' }, 'note'],
  ['an escape in a note', { note: 'a\u001b[31m' }, 'note'],
  ['a C1 control in a list', { names: ['a', 'b\u0085'] }, 'names.1'],
  ['an override of direction in a name', { name: 'Padaria \u202eamet' }, 'name'],
  ['an isolate of direction in a list of names', { names: ['a\u2067b\u2069'] }, 'names.0'],
  ['a line separator in a name', { name: 'Forno\u2028Cc: x' }, 'name'],
  ['half a character', { text: '\ud800' }, 'text'],
])('detects %s', (_, input, path) => {
  expect(unstorableText(input)).toBe(path);
});

it.each([
  ['lines where they are meant', { note: 'a\nb\tc\r\nd', group: { Comment: 'a\nb' }, lines: ['a\nb'] }],
  ['marks of direction where lines are meant', { note: 'a \u2067b\u2069' }],
  ['joined emoji and accents', { name: '👩‍🍳 Pão d’Água' }],
  ['a body that is text', 'a,b\r\nc,d'],
  ['a password', { password: 'a\tb', currentPassword: 'a\u0007' }],
  ['what is no text', { a: 1, b: null, c: [true] }],
])('accepts %s', (_, input) => {
  expect(unstorableText(input)).toBeNull();
});

it('accepts a tab only as the cell separator of a file', () => {
  expect(unstorableText({ reading: { separator: '\t' } })).toBeNull();
  expect(unstorableText({ reading: { zone: 'UTC\t' } })).toBe('reading.zone');
});
