import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandFor, brandName } from './brand.ts';

const RULE = ['ana@parceiro.com', '@dominio.com.br', 'Outro.com'];

test('has a different name for each brand, and the product name only for the first', () => {
  expect(brandName('first')).toBe('Nascente');
  expect(brandName('second')).toBe('Painel de Energia');
});

describe('the second brand', () => {
  test.each([
    'ana@parceiro.com',
    'ANA@Parceiro.COM',
    ' ana@parceiro.com ',
    'qualquer@dominio.com.br',
    'qualquer@outro.com',
    'Q@OUTRO.COM',
  ])("applies to '%s'", (email) => {
    expect(brandFor(email, RULE)).toBe('second');
  });

  test.each([
    'bia@parceiro.com',
    'mariana@parceiro.com',
    'a@naodominio.com.br',
    'a@dominio.com.br.golpe.com',
    'a@sub.dominio.com.br',
    'a@dominio.com',
    'dominio.com.br@gmail.com',
    'a@outro.com@gmail.com',
    'outro.com',
    '@outro.com',
    '',
  ])("does not apply to '%s'", (email) => {
    expect(brandFor(email, RULE)).toBe('first');
  });

  test('applies to no account when the rule is empty or has only empty lines', () => {
    expect(brandFor('ana@parceiro.com', [])).toBe('first');
    expect(brandFor('ana@parceiro.com', ['', '@', ' '])).toBe('first');
    expect(brandFor('ana@', ['', '@'])).toBe('first');
  });

  test('ignores spaces around a line of the rule', () => {
    expect(brandFor('a@outro.com', [' @OUTRO.com '])).toBe('second');
  });
});

test('does not match a domain that only ends or begins like a domain of the rule', () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  fc.assert(
    fc.property(label, label, (name, extra) => {
      for (const domain of [
        `${extra}outro.com`,
        `${extra}.outro.com`,
        `outro.com${extra}`,
        `outro.com.${extra}`,
      ]) {
        expect(brandFor(`${name}@${domain}`, ['outro.com'])).toBe('first');
      }
    }),
  );
});
