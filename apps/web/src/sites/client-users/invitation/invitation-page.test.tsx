import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, sessionToken, startSession } from '../../../shared/session-state/session.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { InvitationPage } from './invitation-page.tsx';

const EXPIRED = 'Este convite não vale mais. Peça um novo a quem convidou você.';
const invited = (email: string | null) => ({
  body: { ok: true, type: 'valid', name: 'Rui', email, from: 'Padaria Sol', meters: 2 },
});
const inside = { status: 201, body: { ok: true, token: 'fresh', user: { ...aUser, profile: 'client' } } };
const gone = { status: 401, body: { ok: false, type: 'expired', msg: EXPIRED } };

let api: Awaited<ReturnType<typeof startApi>>;
type AnswerWith = { status?: number; body: unknown };
const answering =
  (read: AnswerWith, accepted: AnswerWith = inside) =>
  ({ method }: { method: string }): AnswerWith =>
    method === 'GET' ? read : accepted;

beforeAll(async () => {
  api = await startApi(answering(invited('rui@loja.example')));
});
beforeEach(() => {
  api.requests.length = 0;
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = () =>
  openScreen(
    [
      { path: '/invitation/:token', Component: InvitationPage },
      { path: '/home', element: <h1>Início</h1> },
    ],
    '/invitation/abc',
  );
const choose = async (password = 'Trigo#7Nove', again = password) => {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Senha'), password);
  await user.type(screen.getByLabelText('Confirmar senha'), again);
  await user.click(screen.getByRole('button', { name: 'Aceitar e entrar' }));
};
const posted = () => api.requests.filter(({ method }) => method === 'POST');

it('shows the inviter, accepts a password, and replaces any existing session', async () => {
  api.answerWith(answering(invited('rui@loja.example')));
  startSession('of the manager');
  open();
  expect(
    await screen.findByText(/^Padaria Sol convidou você a acompanhar o consumo de 2 medidores/),
  ).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').readOnly).toBe(true);
  await choose();
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(sessionToken()).toBe('fresh');
  expect(posted()).toMatchObject([
    {
      path: '/api/invitation/accept',
      body: { token: 'abc', name: 'Rui', email: 'rui@loja.example', password: 'Trigo#7Nove' },
    },
  ]);
});

it('requires the e-mail when the invitation came by a link', async () => {
  api.answerWith(answering(invited(null)));
  open();
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail');
  expect(email.readOnly).toBe(false);
  await choose();
  expect(await screen.findByText('Envie um email válido.')).toBeDefined();
  expect(posted()).toEqual([]);
  await userEvent.type(email, 'Rui@Loja.example');
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar e entrar' }));
  await waitFor(() => expect(posted()).toMatchObject([{ body: { email: 'rui@loja.example' } }]));
});

it('refuses two different passwords', async () => {
  api.answerWith(answering(invited('rui@loja.example')));
  open();
  await choose('Trigo#7Nove', 'Trigo#8Nove');
  expect(await screen.findByText('As senhas não são parecidas')).toBeDefined();
  expect(posted()).toEqual([]);
});

it('reports an expired invitation, before and after the form was filled', async () => {
  api.answerWith(answering(gone));
  const first = open();
  expect((await screen.findByRole('alert')).textContent).toContain(EXPIRED);
  first.unmount();
  api.answerWith(answering(invited('rui@loja.example'), gone));
  open();
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain(EXPIRED);
  expect(sessionToken()).toBeNull();
});

it('shows the refusal of the server', async () => {
  const taken = { ok: false, type: 'duplicate', msg: 'Este email já esta sendo usado!' };
  api.answerWith(answering(invited('rui@loja.example'), { status: 409, body: taken }));
  open();
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain('Este email já esta sendo usado!');
});
