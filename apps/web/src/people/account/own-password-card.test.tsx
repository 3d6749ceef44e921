import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anAccountApi } from '../../testing/account-api.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { AccountPage } from './account-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(anAccountApi());
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(anAccountApi());
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const CALL = 'POST /api/user/password';
const sent = (call: string) => api.requests.filter(({ method, path }) => `${method} ${path}` === call);
const form = () => within(screen.getByRole('form', { name: 'Trocar senha' }));
const field = (label: string) => form().getByLabelText<HTMLInputElement>(label);
const refusedWith = (status: number, type: string, msg: string, errors?: object[]) =>
  api.answerWith(
    anAccountApi({ [CALL]: { status, body: { ok: false, type, msg, ...(errors && { errors }) } } }),
  );

const typed = { current: 'Antiga#2026', password: 'Trigo#7Nove', again: 'Trigo#7Nove' };
const change = async (overrides: Partial<typeof typed> = {}) => {
  const { current, password, again } = { ...typed, ...overrides };
  openSignedIn(aUser, AccountPage, '/account');
  const user = userEvent.setup();
  if (current) await user.type(field('Senha atual'), current);
  if (password) await user.type(field('Nova senha'), password);
  if (again) await user.type(field('Confirmar nova senha'), again);
  await user.click(form().getByRole('button', { name: 'Trocar senha' }));
};

it('changes the password, empties the fields, and loads the sessions again', async () => {
  await change();
  expect(await screen.findByText('Senha alterada!')).toBeDefined();
  expect(sent(CALL).map(({ body }) => body)).toEqual([
    { currentPassword: 'Antiga#2026', password: 'Trigo#7Nove', removeCredentials: false },
  ]);
  await waitFor(() => expect(field('Senha atual').value).toBe(''));
  expect([field('Nova senha').value, field('Confirmar nova senha').value]).toEqual(['', '']);
  await waitFor(() => expect(sent('GET /api/user/sessions')).toHaveLength(2));
});

it('shows a wrong current password at its field, and retains the input', async () => {
  const msg = 'Senha atual incorreta.';
  refusedWith(400, 'validation', msg, [{ path: 'currentPassword', msg }]);
  await change();
  expect(await form().findByText(msg)).toBeDefined();
  expect(field('Senha atual').getAttribute('aria-invalid')).toBe('true');
  expect(field('Nova senha').value).toBe('Trigo#7Nove');
});

it('shows the waiting time after too many attempts', async () => {
  refusedWith(429, 'limit', 'Muitas tentativas. Tente novamente em 30 segundos.');
  await change();
  expect(await form().findByText('Muitas tentativas. Tente novamente em 30 segundos.')).toBeDefined();
});

it.each([
  ['Senha atual', { current: '' }, 'Informe a senha.'],
  [
    'Nova senha',
    { password: 'Senha#2026', again: 'Senha#2026' },
    'Esta senha é uma das mais usadas e seria adivinhada. Escolha outra.',
  ],
  ['Confirmar nova senha', { again: 'Trigo#8Nove' }, 'As senhas não são parecidas'],
])('shows an error at %s without a request to the server', async (label, values, said) => {
  await change(values);
  expect(await form().findByText(said)).toBeDefined();
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(sent(CALL)).toEqual([]);
});

it('refuses a password that contains the own e-mail', async () => {
  const password = `Xy#1${aUser.email}`;
  await change({ password, again: password });
  expect(await form().findByText('A senha não pode conter o seu e-mail.')).toBeDefined();
  expect(sent(CALL)).toEqual([]);
});
