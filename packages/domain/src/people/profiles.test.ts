import { expect, test } from 'vitest';
import { isProfile, MAX_CLIENT_USERS, profileName, profiles } from './profiles.ts';

test('each profile has a displayed name', () => {
  expect(profiles.map(profileName)).toEqual([
    'Usuário',
    'Gestor',
    'Administrador do Sistema',
    'Parceiro',
    'Cliente',
  ]);
});

test('accepts only the five profiles, in their letter case', () => {
  expect(profiles.every(isProfile)).toBe(true);
  expect(isProfile('admin')).toBe(false);
  expect(isProfile('')).toBe(false);
});

test('a Manager has ten client users at most', () => {
  expect(MAX_CLIENT_USERS).toBe(10);
});
