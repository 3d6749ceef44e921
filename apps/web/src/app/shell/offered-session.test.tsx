import type { User } from '@nascente/contract/people/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  endSession,
  sessionToken,
  startSession,
  takeTokenFromAddress,
  useOfferedToken,
} from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OfferedSession } from './offered-session.tsx';

const other: User = { ...aUser, _id: 'other', email: 'outra@empresa.example' };
const answering = (user: User, token = 'renewed') => ({ body: { ok: true, token, user } });
const expired = { status: 401, body: { ok: false, type: 'expired', msg: 'Sessão expirada.' } };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => answering(other));
});
beforeEach(() => {
  startSession('mine');
  window.history.replaceState(null, '', '/?token=given');
  takeTokenFromAddress();
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const Offered = () => {
  const token = useOfferedToken();
  return token === null ? null : <OfferedSession token={token} />;
};
const open = () => openSignedIn(aUser, Offered, '/home-of-test');

it('asks before the session of another account ends, and names both accounts', async () => {
  api.answerWith(() => answering(other));
  open();
  const dialog = await screen.findByRole('dialog', { name: 'Trocar de conta?' });
  expect(dialog.textContent).toContain('entra como outra@empresa.example');
  expect(dialog.textContent).toContain(`a sessão de ${aUser.email}`);
  expect(sessionToken()).toBe('mine');
  await userEvent.click(screen.getByRole('button', { name: 'Continuar como estou' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionToken()).toBe('mine');
});

it('changes to the other account on request', async () => {
  api.answerWith(() => answering(other));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Trocar de conta' }));
  expect(sessionToken()).toBe('renewed');
});

it('asks no question when both accounts are the same', async () => {
  api.answerWith(() => answering(aUser));
  open();
  await waitFor(() => expect(sessionToken()).toBe('renewed'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers another try when the server fails, without a statement about the token', async () => {
  const trouble = { status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } };
  api.answerWith(({ path }) => (path === '/api/login/token' ? trouble : answering(aUser)));
  open();
  expect(await screen.findByRole('dialog', { name: 'Não foi possível trocar de conta' })).toBeDefined();
  expect(screen.queryByText(/não vale mais/)).toBeNull();
  api.answerWith(() => answering(other));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('dialog', { name: 'Trocar de conta?' })).toBeDefined();
  expect(sessionToken()).toBe('mine');
});

it('reports that an expired token changes nothing, and retains the current session', async () => {
  api.answerWith(({ path }) => (path === '/api/login/token' ? expired : answering(aUser)));
  open();
  expect(
    await screen.findByText(`O acesso deste endereço não vale mais. Você continua como ${aUser.email}.`),
  ).toBeDefined();
  expect(sessionToken()).toBe('mine');
});
