import { expect, test } from 'vitest';
import { type Action, actions, may } from './permissions.ts';
import { profiles } from './profiles.ts';

function whoMay(action: Action): string[] {
  return profiles.filter((profile) => may(profile, action));
}

test('Admin may use every action except upgrade requests and actions of a Manager or a partner', () => {
  expect(actions.filter((action) => !may('Admin', action))).toEqual([
    'request-upgrade',
    'upload-company-logo',
    'upload-partner-logo',
    'bring-accounts',
    'install-assigned-by-mac',
  ]);
});

test('the read-only profile can view data, and can change only its own account', () => {
  expect(actions.filter((action) => may('client', action))).toEqual([
    'see-own-account',
    'hold-session',
    'edit-own-account',
    'change-own-password',
    'edit-second-step',
    'export-own-account',
    'delete-own-account',
    'hold-consents',
    'send-feedback',
    'create-api-key',
    'see-own-meters',
    'follow-live-feed',
    'see-consumption',
    'see-readings',
    'export-readings',
    'verify-meter',
    'see-establishments',
    'see-groups',
    'see-tariffs',
    'see-bills',
    'subscribe-to-reports',
    'see-alerts',
    'mute-alerts',
    'edit-integrations',
  ]);
});

test.each([
  ['install-meter', ['user', 'Manager', 'Admin', 'partner']],
  ['edit-meter', ['user', 'Manager', 'Admin', 'partner']],
  ['remove-meter', ['user', 'Manager', 'Admin', 'partner']],
  ['edit-establishment', ['user', 'Manager', 'Admin', 'partner']],
  ['open-register-page', ['user', 'Manager', 'Admin', 'partner']],
  ['see-register-meter-menu', ['Admin']],
  ['see-edit-meter-menu', ['Admin']],
  ['manage-client-users', ['user', 'Manager', 'Admin']],
  ['create-client-users', ['Manager', 'Admin']],
  ['upload-company-logo', ['Manager']],
  ['upload-partner-logo', ['partner']],
  ['bring-accounts', ['partner']],
  ['request-upgrade', ['user']],
  ['create-writing-api-key', ['user', 'Manager', 'Admin', 'partner']],
  ['see-inventory', ['Admin']],
  ['provision-boards', ['Admin']],
  ['edit-tariffs', ['Admin']],
  ['see-every-customer', ['Admin']],
  ['see-people', ['Admin']],
  ['edit-people', ['Admin']],
  ['see-audit-trail', ['Admin']],
  ['decide-upgrades', ['Admin']],
  ['see-refused-frames', ['Admin']],
  ['read-local-mailbox', ['Admin']],
  ['see-status', ['Admin']],
] as const)('%s is allowed for %j', (action, expected) => {
  expect(whoMay(action)).toEqual(expected);
});

test('every action is allowed for at least one profile', () => {
  expect(actions.filter((action) => whoMay(action).length === 0)).toEqual([]);
});
