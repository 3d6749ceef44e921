import { expect, test } from 'vitest';
import { createJoinedLines } from './delimited.ts';

const rowsOf = (lines: readonly string[]) => {
  const joined = createJoinedLines(';');
  return [...lines.flatMap((line) => joined.add(line)), ...joined.rest()].map(
    ({ line, text }) => `${line} ${text}`,
  );
};

test('joins a quoted cell over several lines into one row', () => {
  expect(rowsOf(['a;"b', 'c";"d', 'e"', '1;2;3'])).toEqual(['1 a;"b c";"d e"', '4 1;2;3']);
  expect(rowsOf(['"a ""b""', 'c";2', 'x'])).toEqual(['1 "a ""b"" c";2', '3 x']);
});

test('joins no lines for an inch mark, or for an unclosed quote', () => {
  expect(rowsOf(['tubo 5";1', 'x;2'])).toEqual(['1 tubo 5";1', '2 x;2']);
  const open = ['"a', ...Array.from({ length: 22 }, (_, n) => `${n};1`)];
  expect(rowsOf(open)).toEqual(open.map((text, index) => `${index + 1} ${text}`));
  expect(rowsOf(['"a', 'b'])).toEqual(['1 "a', '2 b']);
});
