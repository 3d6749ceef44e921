import { expect, test } from 'vitest';
import { likelySeparator, separatorHint } from './separator-hint.ts';

test.each([
  ['sep=;', ';'],
  ['sep=,', ','],
  ['sep=|', '|'],
  ['SEP=\t', '\t'],
  ['\uFEFFsep=;\r', ';'],
  ['"sep=;"', ';'],
  ['sep=;;;;', ';'],
  ['"sep=,",,,', ','],
] as const)('%j names the separator %j', (line, separator) => {
  expect(separatorHint(line)).toBe(separator);
});

test.each(['', 'sep', 'sep=', 'sep=:', 'sep=a', 'data;kWh', 'sep=;x', ' sep=;'])('%j is no hint', (line) => {
  expect(separatorHint(line)).toBeNull();
});

test.each([
  ['a;b', ';'],
  ['a,b,c;d', ','],
  ['a\tb', '\t'],
  ['a|b', '|'],
  ['a', ';'],
] as const)('%j is most likely separated by %j', (line, separator) => {
  expect(likelySeparator(line)).toBe(separator);
});
