import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aHomeApi, aNight, namedEstablishment, openHome } from '../testing/open-home.tsx';

const { stored, requests, clearRequests, hold } = aHomeApi();
const aLeak = {
  since: '2026-11-12' as CivilDate,
  flow: 31.4,
  perDay: 0.75,
  lost: 6.8,
  costPerDay: 17.1,
  cost: 155.6,
};

it('never shows a silent meter as online, also while it connects', async () => {
  stored.boards = [aBoard({ name: 'Geral', establishmentId: 'e1', online: false })];
  openHome('/home');
  const row = await screen.findByRole('link', { name: /Geral.*Ver medidor$/ });
  expect(row.textContent).toContain('sem mensagem');
  expect(within(row).getByText('Ver medidor')).toBeDefined();
});

const aWaterMeter = () => aBoard({ name: 'Hidrômetro', type: 'water', establishmentId: 'e1' });
const warning = () => screen.queryByText('Possível vazamento: Hidrômetro.');
const figures = () => screen.queryByText('Até agora, dia 16 de 30');

it('shows the leak warning together with the figures below it, and not later', async () => {
  stored.boards = [...stored.boards, aWaterMeter()];
  stored.nightFlow = { ...aNight, leak: aLeak };
  const isRequested = (part: string) => requests().some(({ path }) => path.includes(part));
  clearRequests();
  const answerNights = hold('/night-flow/');
  openHome();
  await waitFor(() => expect(isRequested('/night-flow/')).toBe(true));
  // What the cards show is asked for meanwhile, so that they come no later.
  await waitFor(() => expect(isRequested('/establishment/e1/consumption')).toBe(true));
  await screen.findByRole('heading', { level: 1, name: 'Padaria Aurora' });
  expect(figures()).toBeNull();
  answerNights();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(warning()).not.toBeNull();
});

it('draws the content below the figures only together with the figures', async () => {
  stored.establishments = [
    namedEstablishment('e1', 'Padaria Aurora'),
    namedEstablishment('e2', 'Escritório'),
  ];
  stored.boards = [...stored.boards, aWaterMeter()];
  const answerNights = hold('/night-flow/');
  const below = () => screen.queryByRole('region', { name: 'Outros estabelecimentos' });
  openHome();
  // The cycle is known, and its cards still wait for the nights.
  await screen.findByRole('radio', { name: /Padaria Aurora.*previsão/ });
  expect(figures()).toBeNull();
  expect(below()).toBeNull();
  answerNights();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  await waitFor(() => expect(below()).not.toBeNull());
});

it('does not wait for nights that the server cannot provide', async () => {
  stored.boards = [...stored.boards, aWaterMeter()];
  stored.nightFlow = null;
  openHome();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(warning()).toBeNull();
});

it('waits for nights only for a limited time', async () => {
  stored.boards = [...stored.boards, aWaterMeter()];
  stored.nightFlow = { ...aNight, leak: aLeak };
  const answerNights = hold('/night-flow/');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    openHome();
    await screen.findByRole('heading', { level: 1, name: 'Padaria Aurora' });
    expect(figures()).toBeNull();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
    answerNights();
    expect(await screen.findByText('Possível vazamento: Hidrômetro.')).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

it('shows which meter is silent, since when, and what to do', async () => {
  stored.boards = [
    ...stored.boards,
    aBoard({
      name: 'Câmara fria',
      establishmentId: 'e1',
      online: false,
      lastSeen: '2020-03-05T17:00:00Z',
    }),
  ];
  openHome();
  expect(await screen.findByText('Medidor sem mensagem: Câmara fria.')).toBeDefined();
  expect(screen.getByText(/Nada chega desde 5 mar, 14:00\. Confira se a placa está ligada/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ver medidor' }).getAttribute('href')).toMatch(/^\/meter\//);
});

it('shows nothing about meters that are online or never sent a message', async () => {
  stored.boards = [
    ...stored.boards,
    aBoard({ name: 'Novo', establishmentId: 'e1', online: false, lastSeen: null }),
  ];
  openHome();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(screen.queryByText(/sem mensagem[:.]/)).toBeNull();
});
