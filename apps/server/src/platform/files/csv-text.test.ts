import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

it.each([
  ['Tensão (V)', 'Tensão (V)'],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a;b', '"a;b"'],
  ['a\r\nb', '"a\r\nb"'],
])('writes the text %j as the cell %j, never as a formula', (text, cell) => {
  expect(csvText(text)).toBe(cell);
});
