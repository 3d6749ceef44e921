import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coresOf, holdsOwnEmail, isCommonPassword } from './guessable-passwords.ts';

test.each([
  'Senha@123',
  'S3nh@123',
  'P@ssw0rd',
  'P@$$w0rd1',
  'Admin@2026',
  'Brasil#2024!',
  'Mudar@123',
  'Abc@1234',
  'Qwerty!1',
  'João@123',
  'Flamengo#10',
  '12345678',
  '!@#$%^&*',
  'Nascente@1',
])('treats %s as a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Forno#2026-trigo', 'abacate Azul 7!', 'Marina!583021', 'Senha do forno, 3 vezes!', 'k7#Tm!q9'])(
  'does not treat %s as a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test('never treats a long random text as common', () => {
  const mails = fc.string({ minLength: 16, unit: fc.constantFrom(...'bcdfghkz'.split('')) });
  fc.assert(fc.property(mails, (text) => !isCommonPassword(`A${text}#7`)));
});

test.each([
  ['Dr@gon1!', ['dr@gon', 'dr@gon1', 'dr@gon1!', 'dragon', 'dragoni', 'dragonii']],
  ['João', ['joao']],
  ['#2026', ['', '#', '#2', '#20', '#202', '#2026', '#2o', '#2o2', '#2o26']],
])('extracts from %s the cores %j', (password, cores) => {
  expect(coresOf(password)).toEqual(cores);
});

test.each([
  ['Marina#2026', 'marina@aurora.example', true],
  ['x-MARINA@aurora.example-1', ' Marina@Aurora.example ', true],
  ['Ana#20266', 'ana@aurora.example', false],
  ['Forno#2026', 'marina@aurora.example', false],
  ['Forno#2026', '', false],
])('checks if %s contains the e-mail %s: %s', (password, email, holds) => {
  expect(holdsOwnEmail(password, email)).toBe(holds);
});
