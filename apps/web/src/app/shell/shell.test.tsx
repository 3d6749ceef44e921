import { generateToken } from '@nascente/contract/connections/api-keys';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { request } from '../../shared/api/api-client.ts';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { ClientUsersPage } from '../../sites/client-users/client-users-page.tsx';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { RequestedProof } from './shell.tsx';

const refused = {
  status: 403,
  body: { ok: false, type: 'proof', msg: 'Confirme que é você para continuar.', ways: ['password'] },
};
const wrong = { status: 401, body: { ok: false, type: 'error', msg: 'Senha incorreta.' } };
const done = { body: { ok: true, data: { token: 'nsk_new' } } };

const list = (path: string): object => {
  if (path === '/api/Consumers') return { users: [] };
  return path === '/api/installation-meter' ? { installationsMeter: [] } : { invitations: [] };
};
const invitation = {
  id: 'v1',
  name: 'Rui',
  email: 'rui@loja.example',
  boards: [],
  invitedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
};
const invited = { status: 201, body: { ok: true, invitation, link: null } };

let isProved = false;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ method, path, body }) => {
    if (method === 'GET') return { body: { ok: true, ...list(path) } };
    if (path === '/api/user/generate-token') return isProved ? done : refused;
    if (path === '/api/Consumer/invitations') return isProved ? invited : refused;
    if ((body as { password: string }).password !== 'certa') return wrong;
    isProved = true;
    return { body: { ok: true } };
  });
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = () => {
  isProved = false;
  api.requests.length = 0;
  startSession('mine');
  openSignedIn(aUser, RequestedProof, '/account');
  return request(generateToken, { body: { name: 'Painel' } });
};
const type = async (password: string) => {
  await userEvent.clear(await screen.findByLabelText('Sua senha'));
  await userEvent.type(screen.getByLabelText('Sua senha'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
};

it('asks the user for the password once, and repeats the call', async () => {
  const made = open();
  await screen.findByRole('dialog', { name: 'Confirme que é você' });
  await type('errada');
  expect(await screen.findByText('Senha incorreta.')).toBeDefined();
  await type('certa');
  expect((await made).data.token).toBe('nsk_new');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requests.map(({ path }) => path)).toEqual([
    '/api/user/generate-token',
    '/api/user/proof',
    '/api/user/proof',
    '/api/user/generate-token',
  ]);
});

it('leaves the call refused when the user cancels the confirmation', async () => {
  const refusal = expect(open()).rejects.toMatchObject({ type: 'proof' });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await refusal;
  expect(api.requests).toHaveLength(1);
});

const InvitingPage = () => (
  <>
    <ClientUsersPage />
    <RequestedProof />
  </>
);

it('retains a typed invitation until the confirmation, and then sends it', async () => {
  isProved = false;
  api.requests.length = 0;
  startSession('mine');
  openSignedIn({ ...aUser, profile: 'Manager' }, InvitingPage, '/users');
  const name = await screen.findByLabelText<HTMLInputElement>('Nome');
  await userEvent.type(name, 'Rui');
  await userEvent.type(screen.getByLabelText('E-mail'), 'rui@loja.example');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar convite' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByText('Confirme que é você para continuar.')).toBeDefined();
  expect(name.value).toBe('Rui');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar convite' }));
  await screen.findByRole('dialog', { name: 'Confirme que é você' });
  await type('certa');
  const sent = () =>
    api.requests.flatMap(({ path, method, body }) =>
      path === '/api/Consumer/invitations' && method === 'POST' ? [body] : [],
    );
  const typed = { name: 'Rui', email: 'rui@loja.example', boards: [] };
  await waitFor(() => expect(sent()).toEqual([typed, typed, typed]));
  await waitFor(() => expect(name.value).toBe(''));
});
