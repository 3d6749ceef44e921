import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { PrivacyPage } from './privacy-page.tsx';

const consent = {
  id: 'c1',
  accountId: 'a1',
  email: 'ana@padaria.example',
  document: 'privacy',
  version: '2026-11-25',
  acceptedAt: '2026-11-25T12:00:00.000Z',
  address: '203.0.113.7',
  device: 'Firefox no Linux',
  withdrawnAt: '2026-11-26T12:00:00.000Z',
};
const none = { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => none);
});
beforeEach(() => startSession('of an admin'));
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (consents: readonly object[], profile: 'Admin' | 'user' = 'Admin') => {
  api.answerWith(({ path }) =>
    path.startsWith('/api/admin/consents') ? { body: { ok: true, consents, total: consents.length } } : none,
  );
  openSignedIn({ ...aUser, profile }, PrivacyPage, '/people/privacy');
};

it('lists acceptances with their account, and their withdrawal', async () => {
  open([consent]);
  const list = await screen.findByRole('list', { name: 'Aceites' });
  const row = await within(list).findByRole('listitem');
  expect(row.textContent).toContain('ana@padaria.example');
  expect(row.textContent).toMatch(/Aviso de privacidade, versão 2026-11-25 · 25\/11\/2026 07:00/);
  expect(row.textContent).toMatch(/retirado em 26\/11\/2026 07:00/);
});

it('reports that no acceptance exists, and offers the record of processing', async () => {
  open([]);
  expect(await screen.findByText('Ninguém aceitou nada ainda.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Baixar o registro' })).toBeDefined();
  expect(screen.getByRole('list', { name: 'O que é tratado' })).toBeDefined();
});

it('shows the page to no other profile', () => {
  open([consent], 'user');
  expect(screen.queryByText('Operações de tratamento')).toBeNull();
});
