import type { BudgetProgressAnswer } from '@nascente/contract/money/budgets';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aGroup } from '../../testing/a-group.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { BudgetPage } from './budget-page.tsx';
import { BudgetsPage } from './budgets-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
let budgets: BudgetProgressAnswer[];
let saved: unknown[];
interface Listed {
  readonly status?: number;
  readonly body: unknown;
}
let listed: () => Listed | Promise<Listed>;
let groups: unknown[];
let establishments: ReturnType<typeof anEstablishment>[];

const budget = (overrides: Partial<BudgetProgressAnswer> = {}): BudgetProgressAnswer => ({
  target: { kind: 'establishment', id: 'e1', name: 'Padaria Aurora' },
  measure: 'money',
  amount: 1200,
  start: '2026-11-01',
  end: '2026-11-30',
  used: 636,
  forecast: 1150,
  forecastByDailyAverage: 1120,
  completeness: 1,
  usualShare: 0.48,
  ...overrides,
});
const meter = {
  _id: '7',
  name: 'Geral',
  meter: 'AA:BB:CC:DD:EE:01',
  comment: '',
  fuseBoxMeter: true,
  tax: null,
  type: 'eletric',
  model: 'tri',
  equipment: 'emd3p',
} as const;
/** Measured from the last days of a month on, as `01/2025`. */
let measuredFrom: string;
const orderOf = (date: string): string => `${date.slice(3)}${date.slice(0, 2)}`;
const month = (date: string) => {
  const isPoor = date === '02/2025';
  const completeness = orderOf(date) < orderOf(measuredFrom) ? 0 : isPoor ? 0.4 : 1;
  return {
    date,
    value: { total: 1000, inPoint: 0, interPoint: 0, outPoint: 1000, cost: 800, completeness },
  };
};

beforeAll(async () => {
  api = await startApi(({ path, method, body }) => {
    if (path === '/api/establishment') return listed();
    if (path === '/api/groups') return { body: { ok: true, groups } };
    if (path === '/api/budgets' && method === 'POST') {
      saved.push(body);
      return { body: { ok: true } };
    }
    if (path.startsWith('/api/budgets/'))
      return { body: { ok: true, plans: [{ measure: 'money', amounts: Array<number>(12).fill(500) }] } };
    if (path.startsWith('/api/budgets')) return { body: { ok: true, budgets } };
    if (path.endsWith('/consumption/months'))
      return { body: { ok: true, hist: (body as { months: string[] }).months.map(month) } };
    return { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };
  });
});
beforeEach(() => {
  budgets = [];
  groups = [];
  saved = [];
  measuredFrom = '11/2024';
  listed = () => ({ body: { ok: true, establishments } });
  establishments = [anEstablishment({ installations: [meter] })];
});
afterEach(() => vi.useRealTimers());
afterAll(() => api.stop());

const openList = () =>
  openSignedIn(aUser, BudgetsPage, '/budgets', [{ path: '/budgets/:kind/:id', element: <h1>O plano</h1> }]);
const openYear = (search = '?ano=2026') =>
  openSignedIn(aUser, BudgetPage, { route: '/budgets/:kind/:id', at: `/budgets/establishment/e1${search}` });

it('shows each cycle against its plan, with the largest excess first', async () => {
  budgets = [
    budget(),
    budget({
      target: { kind: 'group', id: 'g1', name: 'Térreo' },
      measure: 'energy',
      amount: 900,
      forecast: 1200,
    }),
  ];
  openList();
  const list = await screen.findByRole('list', { name: 'Metas dos ciclos de agora' });
  const [first, second] = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(first).toContain('TérreoA caminho de passar');
  expect(first).toContain('Caminha para 1.200 kWh, 33% acima');
  expect(first).toContain('Meta 900 kWh');
  expect(first).toMatch(/média diária × dias: 1\.120\skWh/);
  expect(second).toContain('Caminha para R$ 1.150, 4% abaixo');
  expect(second).toContain('53% usado; dias como os que passaram costumam consumir 48% do ciclo (o traço).');
  expect(within(list).getByRole('link', { name: 'Térreo' }).getAttribute('href')).toBe('/budgets/group/g1');
});

it('reports that no budget exists, and leads to planning one', async () => {
  const { router } = openList();
  expect(await screen.findByText(/Nenhuma meta/)).toBeDefined();
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('establishment/e1'));
  await userEvent.click(screen.getByRole('button', { name: 'Planejar' }));
  expect(await screen.findByRole('heading', { name: 'O plano' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/budgets/establishment/e1');
});

it('offers a subject only when establishments and groups are loaded', async () => {
  const held = Promise.withResolvers<void>();
  const complete = listed;
  listed = async () => {
    await held.promise;
    return complete();
  };
  groups = [aGroup({ owner: '1' })];
  openList();
  await waitFor(() => expect(api.requests.some(({ path }) => path === '/api/groups')).toBe(true));
  const plan = await screen.findByRole<HTMLButtonElement>('button', { name: 'Planejar' });
  expect(plan.disabled).toBe(true);
  held.resolve();
  await waitFor(() => expect(plan.disabled).toBe(false));
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('establishment/e1');
  expect(screen.getByRole('option', { name: 'Cozinha' })).toBeDefined();
});

it('leads an account without establishments to a new one', async () => {
  establishments = [];
  openList();
  const link = await screen.findByRole('link', { name: 'Novo estabelecimento' });
  expect(link.getAttribute('href')).toBe('/new/establishment');
  expect(screen.queryByRole('button', { name: 'Planejar' })).toBeNull();
});

it('offers no plan when establishments fail to load, and tries again', async () => {
  const complete = listed;
  listed = () => ({ status: 500, body: { ok: false, type: 'error', msg: 'Fora do ar.' } });
  openList();
  const again = await screen.findByRole('button', { name: 'Tentar novamente' });
  expect(screen.queryByRole('button', { name: 'Planejar' })).toBeNull();
  listed = complete;
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Planejar' })).toBeDefined();
});

it('shows the plan, refuses invalid amounts, and stores the year', async () => {
  openYear();
  const january = await screen.findByLabelText<HTMLInputElement>('jan');
  expect(january.value).toBe('500');
  await userEvent.clear(january);
  await userEvent.type(january, 'mil');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar metas' }));
  expect(await screen.findByText(/Use um valor acima de zero, até 100\.000\.000/)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(january));
  expect(saved).toEqual([]);
  await userEvent.clear(january);
  await userEvent.type(january, 'R$ 1.200,50');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar metas' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const target = { kind: 'establishment', id: 'e1' };
  const amounts = [1200.5, ...Array<number>(11).fill(500)];
  expect(saved[0]).toEqual({ target, measure: 'money', year: '2026', amounts });
});

it('asks the user before another measure or year replaces unsaved months', async () => {
  openYear();
  const january = await screen.findByLabelText<HTMLInputElement>('jan');
  await userEvent.clear(january);
  await userEvent.type(january, '777');
  await userEvent.click(screen.getByText('kWh'));
  expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }));
  expect(screen.getByLabelText<HTMLInputElement>('jan').value).toBe('777');
  await userEvent.selectOptions(screen.getByLabelText('Ano'), '2027');
  await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('jan').value).toBe('500'));
  expect(screen.getByLabelText<HTMLSelectElement>('Ano').value).toBe('2027');
});

it('fills all months equally, or from a completely measured year before', async () => {
  openYear();
  await userEvent.type(await screen.findByLabelText('O mesmo para todos (R$)'), '700');
  await userEvent.click(screen.getByRole('button', { name: 'Preencher todos' }));
  const values = () =>
    ['jan', 'fev', 'mar', 'dez'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value);
  expect(values()).toEqual(['700', '700', '700', '700']);
  const percent = screen.getByLabelText('Como em 2025, ± %');
  await userEvent.clear(percent);
  await userEvent.type(percent, '-10');
  await userEvent.click(screen.getByRole('button', { name: 'Copiar o ano passado' }));
  await waitFor(() => expect(values()).toEqual(['720', '700', '720', '720']));
});

it('copies from the year before neither the first measured month nor the current one', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00Z'), toFake: ['Date'] });
  measuredFrom = '04/2026';
  openYear('?ano=2027');
  await userEvent.click(await screen.findByRole('button', { name: 'Copiar o ano passado' }));
  const values = () =>
    ['abr', 'mai', 'out', 'nov'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value);
  await waitFor(() => expect(values()).toEqual(['500', '800', '800', '500']));
});

it('leads a read-only user to Home', async () => {
  openSignedIn({ ...aUser, profile: 'client' }, BudgetsPage, '/budgets');
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
});

it.each([
  ['/budgets/establishment/xx', 'Estabelecimento não encontrado'],
  ['/budgets/group/xx', 'Grupo não encontrado'],
])('offers a way back and no plan at %s, which does not exist', async (at, title) => {
  openSignedIn(aUser, BudgetPage, { route: '/budgets/:kind/:id', at });
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Todas as metas' }).getAttribute('href')).toBe('/budgets');
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Salvar metas' })).toBeNull();
});
