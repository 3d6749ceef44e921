import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { FeedbackPage } from './feedback-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
const stored = () => ({ body: { ok: true, message: 'Recebemos a sua mensagem.' } });

beforeAll(async () => {
  api = await startApi(stored);
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(stored);
});
afterAll(() => api.stop());

const open = () => openSignedIn(aUser, FeedbackPage, '/feedback');
const send = () => screen.getByRole('button', { name: 'Enviar Feedback' });

it('requires subject and message', async () => {
  open();
  await userEvent.click(send());
  expect(await screen.findByText('Preencha o assunto.')).toBeDefined();
  expect(screen.getByText('Escreva a mensagem.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Assunto'));
  expect(api.requests).toEqual([]);
});

it('sends feedback once, confirms it, and is ready for the next', async () => {
  open();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Assunto'), 'Gráfico');
  await user.type(screen.getByLabelText('Mensagem'), 'Faltou a legenda.');
  await user.dblClick(send());
  expect((await screen.findByRole('alert')).textContent).toContain('Recebemos a sua mensagem.');
  expect(api.requests).toMatchObject([
    { method: 'POST', path: '/api/user/feedback', body: { title: 'Gráfico', body: 'Faltou a legenda.' } },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Assunto').value).toBe('');
});

it('retains the input when sending fails', async () => {
  api.answerWith(() => 'hang up');
  startSession('a-token');
  open();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Assunto'), 'Gráfico');
  await user.type(screen.getByLabelText('Mensagem'), 'Faltou a legenda.');
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toContain('Nada do que está na tela se perdeu');
  expect(screen.getByLabelText<HTMLInputElement>('Mensagem').value).toBe('Faltou a legenda.');
});

it('asks the user before typed text is left behind', async () => {
  const { router } = open();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Assunto'), 'Gráfico');
  void router.navigate('/elsewhere');
  expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.pathname).toBe('/feedback');
  void router.navigate('/elsewhere');
  await user.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
  expect(await screen.findByRole('heading', { name: 'Outra tela' })).toBeDefined();
});
