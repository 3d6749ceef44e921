import { expect, test } from 'vitest';
import { parseOffset } from './zone.ts';

test.each([
  ['11/20/2026, GMT-03:00', -10_800_000],
  ['11/20/2026, GMT+05:30', 19_800_000],
  ['12/31/1899, GMT-03:06:28', -11_188_000],
  ['11/20/2026, GMT\u221203:00', -10_800_000],
  ['11/20/2026, GMT+00:00', 0],
  ['11/20/2026, GMT', 0],
])("reads '%s' as %i ms", (text, expected) => {
  expect(parseOffset(text)).toBe(expected);
});

test.each(['', '11/20/2026', 'GMT-3', 'BRT'])("refuses '%s' as a text without an offset", (text) => {
  expect(() => parseOffset(text)).toThrow(new RangeError(`no offset in '${text}'`));
});
