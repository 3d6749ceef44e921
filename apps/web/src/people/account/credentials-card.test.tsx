import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anAccountApi } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { CredentialsCard } from './credentials-card.tsx';

const removed = { 'POST /api/user/credentials/remove': { body: { ok: true, removed: 2 } } };
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(anAccountApi(removed));
  startSession('mine');
});
afterEach(() => {
  api.requests.length = 0;
});
afterAll(async () => {
  endSession('logout');
  await api.stop();
});

const open = () => openSignedIn(aUser, CredentialsCard, '/account');

it('lists credentials that work without a password, with kind and age', async () => {
  open();
  const rows = within(await screen.findByRole('list', { name: 'Chaves, links e avisos' }));
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'sistema.exampleEndereço de aviso · de 02/11/2026',
    'PlanilhaChave de API · de 01/11/2026 · usado em 03/11/2026',
  ]);
});

it('removes all credentials with one button after a confirmation', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remover todos' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Remover 2 itens?' }));
  expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Remover todos' }));
  expect(await screen.findByText('2 itens removidos.')).toBeDefined();
  expect(api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {
      credentials: [
        { kind: 'webhook', id: 'w1' },
        { kind: 'api-key', id: 'k1' },
      ],
    },
  ]);
});

it('shows the expiry of credentials only to users of the identity provider', async () => {
  const person = { ...aUser, credentialsUntil: '2026-12-28T15:00:00.000Z' };
  const { unmount } = openSignedIn(person, CredentialsCard, '/account');
  const text = /funcionam até 28\/12\/2026, e cada nova entrada por ela renova esse prazo/;
  expect(await screen.findByText(text)).toBeDefined();
  unmount();
  open();
  await screen.findByRole('list', { name: 'Chaves, links e avisos' });
  expect(screen.queryByText(text)).toBeNull();
});
