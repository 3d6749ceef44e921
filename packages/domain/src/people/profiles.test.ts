import { expect, test } from 'vitest';
import { isProfile, MAX_CLIENT_USERS, profileName, profiles } from './profiles.ts';

test('each profile has its name on screen', () => {
  expect(profiles.map(profileName)).toEqual([
    'Usuário',
    'Gestor',
    'Administrador do Sistema',
    'Parceiro',
    'Cliente',
  ]);
});

test('only the five profiles are profiles, in their letter case', () => {
  expect(profiles.every(isProfile)).toBe(true);
  expect(isProfile('admin')).toBe(false);
  expect(isProfile('')).toBe(false);
});

test('a Manager has at most ten client users', () => {
  expect(MAX_CLIENT_USERS).toBe(10);
});
