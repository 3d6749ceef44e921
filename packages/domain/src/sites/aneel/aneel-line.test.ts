import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAneelHeader, splitAneelLine } from './aneel-line.ts';

test('splits fields at semicolons, quoted or not, and removes surrounding spaces', () => {
  expect(splitAneelLine('"a";"b c ";""\r')).toEqual(['a', 'b c', '']);
  expect(splitAneelLine('2026-05-01;Vermelha P1;,00')).toEqual(['2026-05-01', 'Vermelha P1', ',00']);
  expect(splitAneelLine('"a;b";"say ""x""";c')).toEqual(['a;b', 'say "x"', 'c']);
  expect(splitAneelLine('"only"')).toEqual(['only']);
  expect(splitAneelLine('')).toEqual(['']);
});

test('reads back every quoted text', () => {
  const text = fc.string().map((sample) => sample.replace(/[\r\n]/g, '').trim());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (fields) => {
      const line = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(';');
      expect(splitAneelLine(line)).toEqual(fields);
    }),
  );
});

test('detects columns by name in any order, and reports missing ones', () => {
  const wanted = { price: { column: 'Preço' }, note: { column: 'Nota', isOptional: true } };
  expect(readAneelHeader('\uFEFF"Outro";"Preço";"Nota"', wanted)).toEqual({
    positions: { price: 1, note: 2 },
    columns: 3,
  });
  expect(readAneelHeader('Preço', wanted)).toEqual({ positions: { price: 0, note: -1 }, columns: 1 });
  expect(readAneelHeader('NOTA;preço', wanted)).toEqual({ positions: { price: 1, note: 0 }, columns: 2 });
  expect(readAneelHeader('Nota;Valor', wanted)).toEqual({ missing: ['Preço'] });
});
