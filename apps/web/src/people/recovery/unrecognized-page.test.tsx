import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { UnrecognizedPage } from './unrecognized-page.tsx';

const notice = {
  body: {
    ok: true,
    type: 'valid',
    at: '2026-11-20T12:00:00.000Z',
    device: 'Firefox no Linux',
    address: '198.51.100.9',
  },
};
const intruders = { kind: 'api-key', name: 'Planilha', createdAt: '2026-11-20T12:30:00.000Z' };
const denied = {
  body: { ok: true, msg: 'Pronto: todas as sessões foram encerradas.', removed: [intruders], left: 2 },
};
const gone = { status: 401, body: { ok: false, type: 'expired', msg: 'Este link não vale mais.' } };

type AnswerWith = { status?: number; body: unknown };
let api: Awaited<ReturnType<typeof startApi>>;
const answering =
  (read: AnswerWith, posted: AnswerWith = denied) =>
  ({ method }: { method: string }): AnswerWith =>
    method === 'GET' ? read : posted;

beforeAll(async () => {
  api = await startApi(answering(notice));
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(answering(notice));
});
afterAll(() => api.stop());

const open = () =>
  openScreen([{ path: '/unrecognized/:token', Component: UnrecognizedPage }], '/unrecognized/abc');
const deny = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Não fui eu: encerrar tudo' }));
const posted = () => api.requests.filter(({ method }) => method === 'POST');

it('shows the details of the sign-in, and does nothing before the button', async () => {
  open();
  expect(await screen.findByText('Firefox no Linux')).toBeDefined();
  expect(screen.getByText('198.51.100.9')).toBeDefined();
  expect(screen.getByText(/^20\/11\/2026 07:00/)).toBeDefined();
  expect(posted()).toEqual([]);
});

it('ends all sessions, and explains the next e-mail', async () => {
  open();
  await deny();
  expect(await screen.findByText('Pronto: todas as sessões foram encerradas.')).toBeDefined();
  expect(posted()).toMatchObject([{ path: '/api/sign-in-notice', body: { token: 'abc' } }]);
  expect(screen.queryByRole('button', { name: 'Não fui eu: encerrar tudo' })).toBeNull();
  expect(screen.getByRole('listitem').textContent).toContain('Chave de API Planilha');
  expect(screen.getByText(/^2 itens mais antigos continuam\./)).toBeDefined();
});

it.each([
  ['when it is opened', answering(gone), async () => undefined],
  ['when it is used', answering(notice, gone), deny],
])('explains what to do when the link is no longer valid, %s', async (_, answers, act) => {
  api.answerWith(answers);
  open();
  await act();
  expect(await screen.findByText(/^Este link não vale mais\./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'peça uma nova' }).getAttribute('href')).toBe('/recovery-password');
});

it('shows a failure, and allows another try', async () => {
  const failed = { status: 503, body: { ok: false, type: 'unavailable', msg: 'Serviço indisponível.' } };
  api.answerWith(answering(notice, failed));
  open();
  await deny();
  expect(await screen.findByText('Serviço indisponível.')).toBeDefined();
  api.answerWith(answering(notice));
  await deny();
  expect(await screen.findByText('Pronto: todas as sessões foram encerradas.')).toBeDefined();
});
