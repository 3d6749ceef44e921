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

test('a key that only reads does nothing whose name says that it changes something', () => {
  const changing =
    /^(edit|change|create|remove|delete|install|upload|send|request|provision|manage|decide|hold|mute|acknowledge|subscribe|bring)-/;
  expect(actions.filter((action) => keyMay(READING_SCOPES, action) && changing.test(action))).toEqual([]);
});

test('no key takes the account over, whatever it was made for', () => {
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

test('a key for nothing tells whose it is and what stands where, not what groups consumed, and asks public registers', () => {
  expect(actions.filter((action) => keyMay([], action))).toEqual([
    'see-own-account',
    'see-own-meters',
    'see-establishments',
    'look-up-registries',
  ]);
});

test.each(keyScopes)('%s opens what asks for it, and nothing else', (scope) => {
  const opened = actions.filter((action) => keyMay([scope], action) && !keyMay([], action));
  expect(opened).toEqual(actions.filter((action) => keyReachOf(action) === scope));
  expect(opened.length).toBeGreaterThan(0);
});

test('scopes are offered to whoever may use them', () => {
  expect(scopesFor('client')).toEqual(['read-measures', 'read-bills', 'read-alerts']);
  const own = ['read-measures', 'read-bills', 'read-alerts', 'edit-establishments', 'handle-alerts'];
  expect(scopesFor('partner')).toEqual(own);
  for (const profile of ['user', 'Manager'] as const)
    expect(scopesFor(profile)).toEqual([...own, 'manage-clients']);
  expect(scopesFor('Admin')).toEqual(keyScopes);
});

test('every scope is somebody’s, and has words of its own', () => {
  expect(new Set(profiles.flatMap(scopesFor))).toEqual(new Set(keyScopes));
  expect(new Set(keyScopes.map((scope) => scopeText(scope).name)).size).toBe(keyScopes.length);
  expect(
    keyScopes.filter((scope) => isReadingScope(scope) !== scopeText(scope).name.startsWith('Ler ')),
  ).toEqual([]);
});
