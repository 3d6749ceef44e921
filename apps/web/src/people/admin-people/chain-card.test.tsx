import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { ChainCard } from './chain-card.tsx';

const total = {
  ok: true,
  isIntact: true,
  events: 1_234,
  waiting: 0,
  erased: 0,
  since: '2026-05-20T12:00:00.000Z',
  head: { number: 1_234, hash: 'ab'.repeat(32) },
  problems: [],
  problemCount: 0,
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => ({ body: total }));
});
beforeEach(() => startSession('of an admin'));
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const verify = async (answer: { status?: number; body: unknown }) => {
  api.answerWith(() => answer);
  openSignedIn({ ...aUser, profile: 'Admin' }, ChainCard, '/people/audit');
  await userEvent.click(await screen.findByRole('button', { name: 'Conferir a cadeia' }));
};

it('shows that the chain is complete, and its last hash', async () => {
  await verify({ body: total });
  expect(
    await screen.findByText(
      /^A cadeia está inteira: .* 1\.234 registros conferidos, desde 20\/05\/2026 08:00/,
    ),
  ).toBeDefined();
  expect(screen.getByText('ab'.repeat(32))).toBeDefined();
});

it('shows each problem of the chain and its place', async () => {
  const at = '2026-11-20T12:00:00.000Z';
  const problems = [
    { kind: 'changed', number: 5, upTo: 5, at },
    { kind: 'removed', number: 7, upTo: 9, at: null },
    { kind: 'inserted', number: 1_200, upTo: 1_200, at },
  ];
  await verify({ body: { ...total, isIntact: false, problems, problemCount: 3, waiting: 2 } });
  expect(await screen.findByText(/^A cadeia não está inteira: há 3 problemas\./)).toBeDefined();
  const items = within(screen.getByRole('list', { name: 'Problemas da cadeia' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^O registro 5 foi alterado \(diz ser de 20\/11\/2026 07:00/),
    'Os registros de 7 a 9 foram removidos.',
    expect.stringMatching(/^O registro 1\.200 foi inserido depois/),
  ]);
  expect(screen.getByText('2 registros recentes ainda não foram encadeados.')).toBeDefined();
});

it('reports an empty chain, and a failed check', async () => {
  await verify({ body: { ...total, events: 0, since: null, head: null } });
  expect(await screen.findByText(/^Nenhum registro foi encadeado ainda/)).toBeDefined();
  api.answerWith(() => ({
    status: 503,
    body: { ok: false, type: 'unavailable', msg: 'Serviço indisponível.' },
  }));
  await userEvent.click(screen.getByRole('button', { name: 'Conferir a cadeia' }));
  expect(await screen.findByText('Serviço indisponível.')).toBeDefined();
});
