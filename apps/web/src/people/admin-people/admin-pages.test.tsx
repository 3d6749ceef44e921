import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { AuditPage } from './audit-page.tsx';
import { MailboxPage } from './mailbox-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { anAdminApi } from './testing/open-admin.tsx';
import { UpgradesPage } from './upgrades-page.tsx';

const { requests } = anAdminApi();

it.each([
  ['user', PeoplePage],
  ['Manager', UpgradesPage],
  ['partner', AuditPage],
  ['client', MailboxPage],
] as const)('refuses the screen to the profile %s', async (profile, Screen) => {
  openSignedIn({ ...aUser, profile }, Screen, '/people');
  expect(await screen.findByRole('heading', { name: 'Sem acesso' })).toBeDefined();
  expect(requests()).toEqual([]);
});
