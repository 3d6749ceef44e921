import type { ListedPerson } from '@nascente/contract/people/admin-people';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anApiKey } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { PersonKeys } from './person-dialog.tsx';

const person = { _id: 'p1', firstName: 'Ana' } as ListedPerson;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ method }) => ({
    body: { ok: true, ...(method === 'GET' ? { apiKeys: [anApiKey] } : { apiKey: anApiKey }) },
  }));
});
beforeEach(() => {
  api.requests.length = 0;
  startSession('of an admin');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const typeRate = async (typed: string) => {
  openSignedIn({ ...aUser, profile: 'Admin' }, () => <PersonKeys person={person} />, '/people');
  const field = await screen.findByLabelText('Pedidos por minuto de Planilha');
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  await userEvent.click(screen.getByRole('button', { name: 'Permitir' }));
};
const sent = () => api.requests.filter(({ method }) => method === 'PATCH');

it('allows a key more requests a minute', async () => {
  await typeRate('6.000');
  expect(await screen.findByText('Limite da chave alterado.')).toBeDefined();
  expect(sent()).toMatchObject([{ path: '/api/admin/api-keys/k1', body: { allowedPerMinute: 6_000 } }]);
});

it.each(['', '0', '60001', '1.5', 'muitos'])('refuses the rate %j', async (typed) => {
  await typeRate(typed === '' ? ' ' : typed);
  expect(screen.getByText('Informe de 1 a 60.000 pedidos por minuto.')).toBeDefined();
  expect(sent()).toEqual([]);
});
