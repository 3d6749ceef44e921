import type { BillChanges } from '@nascente/contract/money/bill-changes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { ChangesPage } from './changes-page.tsx';

const usual: BillChanges = {
  type: 'eletric',
  previousCycle: { start: '2026-09-05', end: '2026-10-04' },
  nextCycle: { start: '2026-11-05', end: '2026-12-04' },
  before: { start: '2026-09-05', end: '2026-10-04', total: 2914, consumed: 3600, completeness: 1 },
  after: { start: '2026-10-05', end: '2026-11-04', total: 2989.65, consumed: 3700, completeness: 1 },
  comparedWith: 'o ciclo anterior',
  taxRules: null,
  difference: 75.65,
  sentence: 'R$ 76 mais que o ciclo anterior: um dia a mais (+R$ 94)',
  parts: [
    { kind: 'days', label: 'um dia a mais', amount: 93.92 },
    { kind: 'flag', label: 'bandeira verde', amount: -18.27 },
  ],
  meters: [
    { macAddress: '02:4E:41:00:00:02', name: 'Fornos', change: 31.04, amount: 29.01 },
    { macAddress: null, name: 'Sem medidor próprio', change: -11.2, amount: -8.32 },
  ],
  missing: [],
};

let api: Awaited<ReturnType<typeof startApi>>;
let changes = usual;

beforeAll(async () => {
  api = await startApi(
    answering({ 'GET /api/establishment/e1/bill/changes': () => ({ body: { ok: true, changes } }) }),
  );
});
beforeEach(() => {
  changes = usual;
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (search = '') => openBillPage(ChangesPage, '/bill/:id/changes', `/bill/e1/changes${search}`);
const requested = () => api.requests.filter(({ path }) => path.includes('/changes')).at(-1)?.path ?? '';

it('shows one sentence, each cause with its amount, and each meter', async () => {
  open();
  expect(await screen.findByText(usual.sentence ?? '')).toBeDefined();
  const causes = within(screen.getByRole('list', { name: 'De uma fatura à outra' })).getAllByRole('listitem');
  expect(causes.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '5 set – 4 outR$ 2.914,00',
    'Um dia a mais+R$ 93,92',
    'Bandeira verde−R$ 18,27',
    '5 out – 4 novR$ 2.989,65',
  ]);
  const meters = within(screen.getByRole('table', { name: 'Mudança do consumo de cada medidor' }));
  expect(meters.getAllByRole('row').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual(
    ['MedidorConsumoCusto', 'Fornos+31,0 kWh+R$ 29,01', 'Sem medidor próprio−11,2 kWh−R$ 8,32'],
  );
});

it('navigates from cycle to cycle', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: /^Ciclo anterior/ }));
  await waitFor(() => expect(requested()).toContain('start=2026-09-05'));
  expect(requested()).not.toContain('end=');
});

it('compares a month or a day, each with its navigation', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T15:00:00Z'), toFake: ['Date'] });
  try {
    const user = userEvent.setup();
    open();
    await screen.findByText(usual.sentence ?? '');
    await user.click(screen.getByRole('radio', { name: 'Mês' }));
    await waitFor(() => expect(requested()).toMatch(/start=2026-11-01&end=2026-11-30/));
    await user.click(await screen.findByRole('button', { name: 'Mês anterior' }));
    await waitFor(() => expect(requested()).toMatch(/start=2026-09-01&end=2026-09-30/));
    changes = { ...usual, after: { ...usual.after, start: '2026-11-28', end: '2026-11-28' } };
    await user.click(screen.getByRole('radio', { name: 'Dia' }));
    await waitFor(() => expect(requested()).toMatch(/start=2026-11-04&end=2026-11-04/));
    expect(await screen.findByText(/^sáb, 28 nov em relação a/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Próximo dia' }).disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Ciclo' }));
    await waitFor(() => expect(requested()).not.toContain('start='));
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['states that a running cycle is compared by its elapsed days', { nextCycle: null }, true],
  ['states no elapsed days of a complete cycle', {}, false],
  [
    'states no elapsed days on the first day of a cycle, which compares the previous one',
    { nextCycle: null, previousCycle: { start: '2026-10-05', end: '2026-11-04' } },
    false,
  ],
])('%s', async (_title, cycles, isStated) => {
  changes = { ...usual, ...cycles };
  open();
  expect(await screen.findByText(usual.sentence ?? '')).toBeDefined();
  expect(screen.queryByText(/^São os dias que já passaram.*previsão do ciclo inteiro/) !== null).toBe(
    isStated,
  );
  await userEvent.setup().click(screen.getByRole('radio', { name: 'Mês' }));
  await waitFor(() => expect(screen.queryByText(/^São os dias que já passaram/)).toBeNull());
});

it('shows yesterday when the address names no day', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T15:00:00Z'), toFake: ['Date'] });
  try {
    open('?por=dia');
    await waitFor(() => expect(requested()).toMatch(/start=2026-11-28&end=2026-11-28/));
  } finally {
    vi.useRealTimers();
  }
});

it('reports that a comparison is impossible, and what is missing', async () => {
  changes = { ...usual, sentence: null, meters: [], missing: ['Falta a bandeira de outubro.'] };
  open();
  expect(await screen.findByText('Não há medição, ou preço, de antes para comparar.')).toBeDefined();
  expect(screen.getByText('Falta a bandeira de outubro.', { exact: false })).toBeDefined();
  expect(screen.queryByRole('list', { name: 'De uma fatura à outra' })).toBeNull();
});

it('reports equal bills, or a lower later bill', async () => {
  changes = { ...usual, difference: 0 };
  const { unmount } = open();
  expect(await screen.findByText('O mesmo valor que o ciclo anterior')).toBeDefined();
  unmount();
  changes = { ...usual, difference: -3, type: 'water' };
  open('?tipo=agua');
  expect(await screen.findByText('A menos que o ciclo anterior')).toBeDefined();
  expect(screen.getByRole('cell', { name: /31,04.m³/ })).toBeDefined();
});

it('compares bills of different tax rules by one rule, and without recovered taxes', async () => {
  changes = {
    ...usual,
    taxRules: '2027 com CBS, 2026 com PIS/COFINS',
    before: { ...usual.before, withoutTaxCredits: 2700 },
    after: { ...usual.after, withoutTaxCredits: 2751.5 },
  };
  open();
  expect(await screen.findByText('Regras de tributos: 2027 com CBS, 2026 com PIS/COFINS.')).toBeDefined();
  expect(
    screen.getByText(/^Sem os tributos que a empresa recupera:/).textContent?.replaceAll('\u00a0', ' '),
  ).toBe('Sem os tributos que a empresa recupera: R$ 2.700,00 antes, R$ 2.751,50 agora (+R$ 51,50).');
  expect(requested()).not.toContain('taxRule');
  await userEvent.click(screen.getByRole('radio', { name: 'As duas pela regra da mais nova' }));
  await waitFor(() => expect(requested()).toContain('taxRule=later'));
});

it('returns to the own rules of bills whose rules no longer differ', async () => {
  open('?regra=igual');
  await userEvent.click(await screen.findByRole('radio', { name: 'Como cobradas' }));
  expect(screen.queryByText(/^Regras de tributos:/)).toBeNull();
  await waitFor(() => expect(requested()).not.toContain('taxRule'));
});
