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
] as const)('reads in the hint %j the separator %j', (line, separator) => {
  expect(separatorHint(line)).toBe(separator);
});

test.each(['', 'sep', 'sep=', 'sep=:', 'sep=a', 'data;kWh', 'sep=;x', ' sep=;'])(
  'refuses %j as a separator hint',
  (line) => {
    expect(separatorHint(line)).toBeNull();
  },
);

test.each([
  ['a;b', ';'],
  ['a,b,c;d', ','],
  ['a\tb', '\t'],
  ['a|b', '|'],
  ['a', ';'],
] as const)('detects in %j the separator %j', (line, separator) => {
  expect(likelySeparator(line)).toBe(separator);
});
