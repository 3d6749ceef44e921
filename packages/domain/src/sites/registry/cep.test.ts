import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CEP_LENGTH, cepDigits, formatCep, maskCep, normalizeCep } from './cep.ts';

test.each([
  ['50.030-230', '50030230'],
  ['50030-230', '50030230'],
  ['50030230', '50030230'],
  [' 01311-902 ', '01311902'],
])('reads %j as %s', (text, expected) => {
  expect(normalizeCep(text)).toBe(expected);
});

test.each([[''], ['5003023'], ['500302300'], ['002123-25'], ['5003023a'], ['50 030 230']])(
  'refuses %j',
  (text) => {
    expect(normalizeCep(text)).toBeNull();
  },
);

test.each([
  ['', ''],
  ['50', '50'],
  ['500', '50.0'],
  ['50030', '50.030'],
  ['500302', '50.030-2'],
  ['50a03b0230999', '50.030-230'],
])('shows the typed text %j as %j', (typed, shown) => {
  expect(maskCep(typed)).toBe(shown);
});

test('formats and reads back every CEP, and leaves a masked one unchanged', () => {
  const digits = fc.integer({ min: 0, max: 99_999_999 }).map((n) => String(n).padStart(CEP_LENGTH, '0'));
  fc.assert(
    fc.property(digits, (text) => {
      const cep = normalizeCep(text);
      expect(cep).toBe(text);
      if (cep !== null) expect(normalizeCep(formatCep(cep))).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(maskCep(maskCep(typed))).toBe(maskCep(typed));
      expect(cepDigits(maskCep(typed))).toBe(cepDigits(typed));
    }),
  );
});
