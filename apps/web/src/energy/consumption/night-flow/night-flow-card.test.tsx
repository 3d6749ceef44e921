import type { NightFlow } from '@nascente/contract/energy/water';
import type { User } from '@nascente/contract/people/session';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { NightFlowCard, nightFlowChart } from './night-flow-card.tsx';

const nights = [
  { date: '2026-11-11', flow: 0, isAbove: false },
  { date: '2026-11-12', flow: null, isAbove: false },
  { date: '2026-11-13', flow: 18, isAbove: true },
];
const quiet: NightFlow = {
  window: { from: 0, to: 5 },
  baseline: 0,
  latest: { date: '2026-11-13', flow: 0 },
  nights,
  leak: null,
  continuous: null,
  verdict: null,
};
const leaking: NightFlow = {
  ...quiet,
  latest: { date: '2026-11-13', flow: 18 },
  leak: {
    since: '2026-11-12' as CivilDate,
    flow: 18,
    perDay: 0.432,
    lost: 3.9,
    costPerDay: 9.58,
    cost: 86.5,
  },
};

let nightFlow = quiet;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true, nightFlow } }));
});
afterAll(() => api.stop());

const board = aBoard({ type: 'water' });
const Screen = () => <NightFlowCard board={board} />;
const open = (profile: User['profile'] = 'user') => openSignedIn({ ...aUser, profile }, Screen, '/');

describe('the card of the night flow', () => {
  it('warns of a leak with its loss in m³ and R$', async () => {
    nightFlow = leaking;
    open();
    expect(await screen.findByText('Possível vazamento.')).toBeDefined();
    const card = within(screen.getByRole('region', { name: 'Vazão noturna' }));
    expect(card.getByText('Perda estimada')).toBeDefined();
    expect(card.getByText('desde 12 nov')).toBeDefined();
    expect(card.getByText('86,50', { exact: false, selector: 'dd *' })).toBeDefined();
  });

  it('explains what to do, and stores and withdraws the verdict with author and time', async () => {
    nightFlow = leaking;
    open();
    expect(await screen.findByText(/leia o hidrômetro duas vezes/)).toBeDefined();
    const verdict = {
      verdict: 'resolved',
      since: '2026-11-12' as CivilDate,
      at: '2026-11-13T12:30:00Z',
      by: 'Rita',
    } as const;
    api.requests.length = 0;
    nightFlow = { ...quiet, verdict };
    await userEvent.click(screen.getByRole('button', { name: 'Resolvido' }));
    expect(await screen.findByText('Vazamento resolvido.')).toBeDefined();
    expect(screen.getByText(/encerrado por Rita em 13 nov, 09:30/)).toBeDefined();
    expect(screen.queryByText(/nenhum sinal de vazamento/)).toBeNull();
    expect(api.requests[0]).toMatchObject({
      method: 'POST',
      body: { since: '2026-11-12' as CivilDate, verdict: 'resolved' },
    });
    nightFlow = leaking;
    await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Possível vazamento.')).toBeDefined();
  });

  it('shows the verdict buttons only to a user who may change the meter', async () => {
    nightFlow = leaking;
    open('client');
    expect(await screen.findByText('Possível vazamento.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resolvido' })).toBeNull();
  });

  it('reports water that flows in every hour, and leaves the verdict to the user', async () => {
    const continuous = {
      since: '2026-08-22' as CivilDate,
      flow: 4,
      perDay: 0.096,
      lost: 0.9,
      costPerDay: 2.13,
      cost: 19.97,
    };
    nightFlow = { ...quiet, continuous };
    open();
    expect(await screen.findByText('Vazão contínua.')).toBeDefined();
    expect(
      screen.getByText(/4,0\s?L\/h na hora mais calma, 0,90\s?m³ \(R\$\s?19,97\) até agora/),
    ).toBeDefined();
    expect(screen.queryByText(/nenhum sinal de vazamento/)).toBeNull();
  });

  it('reports no sign of a leak, or too few nights', async () => {
    nightFlow = quiet;
    const { unmount } = open();
    expect(await screen.findByText(/nenhum sinal de vazamento/)).toBeDefined();
    unmount();
    nightFlow = { ...quiet, baseline: null };
    open();
    expect(await screen.findByText(/Com cinco noites calmas medidas/)).toBeDefined();
  });

  it('the night flow card is empty before the first night', async () => {
    nightFlow = { ...quiet, latest: null, baseline: null, nights: [] };
    open();
    expect(await screen.findByText('Não há medições neste período.')).toBeDefined();
  });
});

it('draws nights above normal separately, and leaves gaps where measurements are missing', () => {
  const { bars, table } = nightFlowChart({ nights });
  expect(bars.map(({ values }) => values)).toEqual([[0, 0], null, [0, 18]]);
  expect(table.rows.map(([, , state]) => state)).toEqual(['normal', 'sem dados', 'acima do normal']);
});

it('names the first and the last night below the bars', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...nights[0],
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  }));
  const ranks = nightFlowChart({ nights: many as typeof nights }).bars.map(({ labelRank }) => labelRank);
  expect([ranks[0], ranks[4], ranks.at(-1)]).toEqual([1, 2, 1]);
});
