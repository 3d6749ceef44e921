import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDelimited } from './delimited.ts';

const cellsOf = (text: string) => readDelimited(text).map(({ cells }) => cells);

describe('rows of cells', () => {
  test.each([
    ['a;b\n1;2', 'semicolons'],
    ['a,b\n1,2', 'commas'],
    ['a\tb\n1\t2', 'tabs'],
    ['\uFEFFa;b\r\n1;2\r\n', 'a byte order mark and the line ends of Windows'],
    ['a;b\r1;2\r', 'the line ends of old'],
    ['a;b\n\n \n1 ; 2\n;\n', 'empty rows, and spaces around'],
    ['"a";"b"\n"1" ; "2"', 'quotes'],
    ['sep=;\na;b\n1;2', 'the hint that Excel reads'],
    ['\uFEFFsep=,\r\na,b\r\n1,2\r\n', 'that hint behind a byte order mark'],
    ['sep=\t\na\tb\n1\t2', 'the hint of tabs'],
    ['"sep=;"\na;b\n1;2', 'a quoted hint'],
  ])('splits %j into the same cells: %s', (text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  test('accepts separators, line ends and quotes inside quotes', () => {
    expect(cellsOf('"a;b";"say ""hi"""\n"two\r\nlines";c')).toEqual([
      ['a;b', 'say "hi"'],
      ['two\r\nlines', 'c'],
    ]);
  });

  test('numbers a row by the line on which it starts', () => {
    const rows = readDelimited('a;b\r\n\r\n"x\ny";1\nz;2');
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  test('uses the separator of the hint even when another is more frequent, and counts its line', () => {
    expect(readDelimited('sep=;\n"1,5";2,5,1\n3;4').map(({ line, cells }) => [line, cells])).toEqual([
      [2, ['1,5', '2,5,1']],
      [3, ['3', '4']],
    ]);
    expect(readDelimited('sep=;')).toEqual([]);
  });

  test('reports a quote that is never closed', () => {
    expect(readDelimited('a;b\n"x;1\ny;2')).toEqual([
      { line: 1, cells: ['a', 'b'], isUnclosed: false },
      { line: 2, cells: ['x;1\ny;2'], isUnclosed: true },
    ]);
  });

  test('returns no rows for an empty text', () => {
    expect([readDelimited(''), readDelimited('\uFEFF'), readDelimited('\r\n\n')]).toEqual([[], [], []]);
  });

  test('reads back every quoted text', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => `x${text}x`);
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    const separators = fc.constantFrom(';', ',', '\t');
    fc.assert(
      fc.property(rows, separators, fc.constantFrom('\n', '\r\n'), (sample, separator, lineEnd) => {
        const header = ['h', 'i'];
        const quoted = sample.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`));
        const text = [header, ...quoted].map((cells) => cells.join(separator)).join(lineEnd);
        expect(cellsOf(text)).toEqual([header, ...sample]);
      }),
    );
  });

  test('reads any text to its end', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ';', ',', '\n', '\r', ' ', '\t'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (sample) => {
        const lines = readDelimited(sample).map(({ line }) => line);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      }),
    );
  });
});
