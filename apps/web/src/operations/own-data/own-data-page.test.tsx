import { LEGAL_VERSION } from '@nascente/domain/people/legal';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OwnDataPage } from './own-data-page.tsx';

const terms = {
  id: 'c1',
  document: 'terms',
  version: LEGAL_VERSION,
  acceptedAt: '2026-11-25T12:00:00.000Z',
  address: '203.0.113.7',
  device: 'Firefox no Linux',
  withdrawnAt: null,
};

let api: Awaited<ReturnType<typeof startApi>>;
const answering =
  (consents: readonly object[]) =>
  ({ method }: { method: string }) => ({
    body:
      method === 'GET'
        ? { ok: true, version: LEGAL_VERSION, consents }
        : { ok: true, ...(method === 'POST' ? { consent: terms } : { withdrawn: 1 }) },
  });

beforeAll(async () => {
  api = await startApi(answering([terms]));
});
beforeEach(() => {
  api.requests.length = 0;
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (consents: readonly object[]) => {
  api.answerWith(answering(consents));
  openSignedIn(aUser, OwnDataPage, '/account/data');
};
const row = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'O que você aceitou' });
  const [found] = within(list)
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.startsWith(name));
  return within(found ?? list);
};
const sent = (method: string) => api.requests.filter((one) => one.method === method);

it('shows the accepted document, its date, place and version', async () => {
  open([terms]);
  const accepted = await row('Termos de uso');
  expect(accepted.getByText('Aceito')).toBeDefined();
  expect(
    accepted.getByText(
      /^versão de 25\/11\/2026, aceita em 25\/11\/2026 07:00.* no Firefox no Linux \(203\.0\.113\.7\)$/,
    ),
  ).toBeDefined();
  expect((await row('Aviso de privacidade')).getByText('Não aceito')).toBeDefined();
});

it('withdraws an acceptance after a question', async () => {
  open([terms]);
  await userEvent.click(await screen.findByRole('button', { name: 'Retirar: Termos de uso' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(sent('DELETE')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar' }));
  expect(await screen.findByText('Aceite retirado.')).toBeDefined();
  expect(sent('DELETE').map(({ path }) => path)).toEqual(['/api/user/consents/terms']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['what was never accepted', []],
  ['an older version', [{ ...terms, version: '2025-01-01' }]],
])('accepts %s', async (_, consents) => {
  open(consents);
  await userEvent.click(await screen.findByRole('button', { name: 'Aceitar: Termos de uso' }));
  expect(await screen.findByText('Aceite registrado.')).toBeDefined();
  expect(sent('POST').map(({ body }) => body)).toEqual([{ document: 'terms', version: LEGAL_VERSION }]);
});

it('shows the processed data, its purpose, duration and recipients', async () => {
  open([terms]);
  const list = await screen.findByRole('list', { name: 'O que é tratado' });
  expect(within(list).getByText('Registros de acesso e auditoria')).toBeDefined();
  expect(within(list).getByText(/Marco Civil da Internet, art\. 15/)).toBeDefined();
});
