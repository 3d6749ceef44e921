import { expect, test } from 'vitest';
import { compareUnit } from './note-unit.ts';

const CNPJ = '11222333000181';
const OTHER = '73797980000179';

test.each([
  ['the same code', '7012', '', ['7012'], null, 'same'],
  ['a code with zeros and punctuation', '0007012', '', ['701-2'], null, 'same'],
  ['the code of the customer', '99', '7012', ['7012'], null, 'same'],
  ['one of several codes', '7012', '', ['1', '7012'], null, 'same'],
  ['another code, although the CNPJ is the same', '7012', '', ['55'], CNPJ, 'other'],
  ['the same code, although the CNPJ is another', '7012', '', ['7012'], OTHER, 'same'],
  ['no recorded code and another CNPJ', '7012', '', [], OTHER, 'other'],
  ['no recorded code and the same CNPJ', '7012', '', [], CNPJ, 'unknown'],
  ['nothing recorded', '7012', '', [], null, 'unknown'],
  ['a recorded text without digits', '7012', '', ['não sei'], null, 'unknown'],
  ['no code in the note, and another CNPJ', '', '', ['7012'], OTHER, 'other'],
] as const)('compares %s', (_, code, customerCode, codes, cnpj, result) => {
  const note = { unit: { code, customerCode }, holder: { name: '', document: CNPJ } };
  expect(compareUnit(note, { codes, cnpj })).toBe(result);
});

test('does not compare a person with a company', () => {
  const note = { unit: { code: '7', customerCode: '' }, holder: { name: '', document: '11144477735' } };
  expect(compareUnit(note, { codes: [], cnpj: CNPJ })).toBe('unknown');
});
