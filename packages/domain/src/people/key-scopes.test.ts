import { expect, test } from 'vitest';
import {
  isReadingScope,
  keyMay,
  keyReachOf,
  keyScopes,
  READING_SCOPES,
  scopesFor,
  scopeText,
} from './key-scopes.ts';
import { actions } from './permissions.ts';
import { profiles } from './profiles.ts';

test('a read-only key cannot use an action whose name states a change', () => {
  const changing =
    /^(edit|change|create|remove|delete|install|upload|send|request|provision|manage|decide|hold|mute|acknowledge|subscribe|bring)-/;
  expect(actions.filter((action) => keyMay(READING_SCOPES, action) && changing.test(action))).toEqual([]);
});

test('no key can take over the account', () => {
  expect(actions.filter((action) => !keyMay(keyScopes, action))).toEqual([
    'hold-session',
    'change-own-password',
    'edit-second-step',
    'export-own-account',
    'delete-own-account',
    'hold-consents',
    'create-api-key',
    'create-writing-api-key',
    'edit-alert-webhooks',
    'edit-integrations',
    'share-figures',
    'edit-people',
    'decide-upgrades',
    'read-local-mailbox',
  ]);
});

test('a key without scopes can see its account, meters and establishments, and look up registries', () => {
  expect(actions.filter((action) => keyMay([], action))).toEqual([
    'see-own-account',
    'see-own-meters',
    'see-establishments',
    'look-up-registries',
  ]);
});

test.each(keyScopes)('%s opens only the actions that require it', (scope) => {
  const opened = actions.filter((action) => keyMay([scope], action) && !keyMay([], action));
  expect(opened).toEqual(actions.filter((action) => keyReachOf(action) === scope));
  expect(opened.length).toBeGreaterThan(0);
});

test('offers each profile the scopes that it may use', () => {
  expect(scopesFor('client')).toEqual(['read-measures', 'read-bills', 'read-alerts']);
  const own = ['read-measures', 'read-bills', 'read-alerts', 'edit-establishments', 'handle-alerts'];
  expect(scopesFor('partner')).toEqual(own);
  for (const profile of ['user', 'Manager'] as const)
    expect(scopesFor(profile)).toEqual([...own, 'manage-clients']);
  expect(scopesFor('Admin')).toEqual(keyScopes);
});

test('every scope belongs to a profile and has its own text', () => {
  expect(new Set(profiles.flatMap(scopesFor))).toEqual(new Set(keyScopes));
  expect(new Set(keyScopes.map((scope) => scopeText(scope).name)).size).toBe(keyScopes.length);
  expect(
    keyScopes.filter((scope) => isReadingScope(scope) !== scopeText(scope).name.startsWith('Ler ')),
  ).toEqual([]);
});
