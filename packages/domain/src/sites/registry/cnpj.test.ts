import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CNPJ_LENGTH, cnpjCharacters, cnpjCheckDigits, maskCnpj, normalizeCnpj } from './cnpj.ts';
import list from './fixtures/cnpj-list.json' with { type: 'json' };

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const base = fc
  .array(fc.constantFrom(...CHARACTERS), { minLength: 12, maxLength: 12 })
  .map((characters) => characters.join(''));
const cnpj = base
  .filter((text) => new Set(text).size > 1)
  .map((text) => normalizeCnpj(`${text}${cnpjCheckDigits(text)}`))
  .filter((read) => read !== null);

describe('the validation of a CNPJ', () => {
  test.each(list.numbers)('$text is valid: $valid ($source)', ({ text, valid }) => {
    expect(normalizeCnpj(text) !== null).toBe(valid);
  });

  test.each(list.checkDigits)('$base has the check digits $digits ($source)', ({ base: first, digits }) => {
    expect(cnpjCheckDigits(first)).toBe(digits);
    expect(normalizeCnpj(first + digits)).toBe(first + digits);
  });

  test.each([
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    [' 19131243 0001 97 ', '19131243000197'],
  ])('reads %j as %s', (text, expected) => {
    expect(normalizeCnpj(text)).toBe(expected);
  });

  test.each([
    [''],
    ['1913124300019'],
    ['191312430001970'],
    ['12ABC34501DE3A'],
    ['12_ABC_34501DE35'],
    ['12ÁBC34501DE35'],
  ])('refuses %j', (text) => {
    expect(normalizeCnpj(text)).toBeNull();
  });

  test.each([[''], ['12345678901'], ['1234567890123'], ['12abc34501de'], ['12.ABC.345/0']])(
    'returns no check digits for an invalid beginning: %j',
    (text) => {
      expect(cnpjCheckDigits(text)).toBeNull();
    },
  );

  test('refuses fourteen equal characters', () => {
    for (const digit of '0123456789') expect(normalizeCnpj(digit.repeat(CNPJ_LENGTH))).toBeNull();
  });

  test('refuses a wrong check digit', () => {
    const position = fc.integer({ min: 12, max: 13 });
    fc.assert(
      fc.property(cnpj, position, fc.integer({ min: 1, max: 9 }), (read, at, step) => {
        const wrong = read.slice(0, at) + String((Number(read[at]) + step) % 10) + read.slice(at + 1);
        expect(normalizeCnpj(wrong)).toBeNull();
      }),
    );
  });
});

describe('the mask of a CNPJ', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['12', '12'],
    ['12a', '12.A'],
    ['12abc3', '12.ABC.3'],
    ['12abc3450', '12.ABC.345/0'],
    ['12abc34501de3', '12.ABC.345/01DE-3'],
    ['12abc34501dexx35', '12.ABC.345/01DE-35'],
    ['19131243000197999', '19.131.243/0001-97'],
    ['19.131.243/0001-97', '19.131.243/0001-97'],
  ])('shows the typed text %j as %j', (typed, shown) => {
    expect(maskCnpj(typed)).toBe(shown);
  });

  test('formats and reads back every CNPJ, and leaves a masked one unchanged', () => {
    fc.assert(
      fc.property(cnpj, (read) => {
        expect(maskCnpj(read)).toMatch(/^.{2}\..{3}\..{3}\/.{4}-\d\d$/);
        expect(normalizeCnpj(maskCnpj(read).toLowerCase())).toBe(read);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(maskCnpj(maskCnpj(typed))).toBe(maskCnpj(typed));
        expect(cnpjCharacters(typed).length).toBeLessThanOrEqual(CNPJ_LENGTH);
        expect(cnpjCharacters(maskCnpj(typed))).toBe(cnpjCharacters(typed));
      }),
    );
  });
});
