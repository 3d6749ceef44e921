import type { PortfolioFigures } from '@nascente/contract/insight/portfolio';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { PortfolioPage } from './portfolio-page.tsx';

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

let api: Awaited<ReturnType<typeof startApi>>;

const aShop = (id: string, name: string, state: string, overrides: object = {}) =>
  anEstablishment({
    _id: id,
    name,
    owner: aUser._id,
    activity: 'Comercio e Serviços',
    area: 100,
    location: { ...anEstablishment().location, city: state === 'PE' ? 'Recife' : 'São Paulo', state },
    installations: [meter],
    ...overrides,
  });
const figures = (cost: number | null, overrides: Partial<PortfolioFigures> = {}): PortfolioFigures => ({
  start: '2026-11-01',
  end: '2026-11-30',
  total: 400,
  cost,
  forecast: {
    total: 1000,
    cost: cost === null ? null : cost * 2,
    byDailyAverage: { total: 980, cost: cost === null ? null : cost * 1.9 },
  },
  completeness: 0.98,
  budget: null,
  yearBefore: null,
  ...overrides,
});
let shops = [
  aShop('a', 'Padaria Aurora', 'PE'),
  aShop('b', 'Loja Centro', 'SP'),
  aShop('c', 'Depósito', 'SP', { area: null }),
];
let answered: Record<string, { figures: PortfolioFigures | null; alerts: number }>;
/** Figures are told once it is over. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  api = await startApi(async ({ path, body }) => {
    if (path === '/api/establishment') return { body: { ok: true, establishments: shops } };
    if (path === '/api/portfolio') {
      const { ids } = body as { ids: string[] };
      await held;
      return {
        body: { ok: true, establishments: ids.map((id) => answered[id] ?? { figures: null, alerts: 0 }) },
      };
    }
    return { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };
  });
});
beforeEach(() => {
  answered = {
    a: {
      figures: figures(300, {
        yearBefore: { hours: 500, ofHours: 500, current: 110, other: 100 },
        budget: { measure: 'money', amount: 500 },
      }),
      alerts: 2,
    },
    b: { figures: figures(900), alerts: 0 },
    c: { figures: null, alerts: 0 },
  };
});
afterAll(() => api.stop());

const open = (address = '/portfolio') => openSignedIn(aUser, PortfolioPage, address);
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((header) => within(header).getByRole('link').textContent);
const figuresCame = () => screen.findByText('R$ 1.800');

it('ranks establishments by the forecast of their cycles, and sums them', async () => {
  open();
  await figuresCame();
  expect(names()).toEqual(['Loja Centro', 'Padaria Aurora', 'Depósito']);
  expect(screen.getByText('2.400')).toBeDefined();
  const line = screen.getByRole('row', { name: /Padaria Aurora/ });
  const cells = within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(cells).toEqual([
    'R$ 600',
    'R$ 300,00',
    'R$ 570,00',
    '1.000 kWh',
    '10,0',
    '+10%',
    '+20%',
    '98,0%',
    '2',
  ]);
  expect(within(line).getByRole('link').getAttribute('href')).toBe('/home?estabelecimento=a');
  expect(screen.getByText(/1 sem valor/)).toBeDefined();
});

it('calls a difference that nobody notices equal', async () => {
  const yearBefore = { hours: 500, ofHours: 500, current: 100.2, other: 100 };
  answered = { ...answered, b: { figures: figures(900, { yearBefore }), alerts: 0 } };
  open();
  await figuresCame();
  expect(within(screen.getByRole('row', { name: /Loja Centro/ })).getByText('igual')).toBeDefined();
});

it('omits columns without values, and columns that the user hides on this device', async () => {
  const { unmount } = open();
  await figuresCame();
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).not.toContain('kWh/pessoa');
  expect(heads()).not.toContain('Entre os parecidos');
  await userEvent.click(screen.getByText('Colunas'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Medido' }));
  expect(heads()).not.toContain('Medido');
  unmount();
  open();
  await figuresCame();
  expect(heads()).not.toContain('Medido');
  localStorage.clear();
});

it('sorts by any column with unknown values last, and stores the order in the address', async () => {
  const { router } = open();
  await figuresCame();
  const head = (name: string) => screen.getByRole('button', { name });
  await userEvent.click(head('Em relação ao ano passado'));
  expect(names()[0]).toBe('Padaria Aurora');
  await userEvent.click(head('Estabelecimento'));
  await waitFor(() => expect(names()).toEqual(['Depósito', 'Loja Centro', 'Padaria Aurora']));
  await userEvent.click(head('Estabelecimento'));
  await waitFor(() => expect(names()).toEqual(['Padaria Aurora', 'Loja Centro', 'Depósito']));
  expect(router.state.location.search).toBe('?ordem=-nome');
  expect(screen.getByRole('columnheader', { name: 'Estabelecimento' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
});

it('searches, and filters by state on the map and by alerts', async () => {
  open();
  await figuresCame();
  await userEvent.click(
    screen.getByRole('button', { name: 'SP 2: 2 estabelecimentos em São Paulo, R$ 1.800 previstos' }),
  );
  await waitFor(() => expect(names()).toEqual(['Loja Centro', 'Depósito']));
  await userEvent.type(screen.getByRole('searchbox'), 'deposito');
  await waitFor(() => expect(names()).toEqual(['Depósito']));
  await userEvent.click(screen.getByRole('button', { name: '1 com aviso aberto' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todos' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it('marks as text an establishment that differs from similar ones', async () => {
  const all = shops;
  shops = Array.from({ length: 7 }, (_, index) => aShop(`p${index}`, `Loja ${index}`, 'PE'));
  answered = Object.fromEntries(
    shops.map(({ _id }, index) => [
      _id,
      {
        figures: figures(100, {
          forecast: { ...figures(100).forecast, total: index === 3 ? 5000 : 1000 + index },
        }),
        alerts: 0,
      },
    ]),
  );
  open('/portfolio?so=parecidos');
  await screen.findByRole('cell', {
    name: 'Usa 5,0 vezes o normal por m², comparado a 6 da mesma atividade',
  });
  expect(names()).toEqual(['Loja 3']);
  shops = all;
});

it('lists first the establishment that needs attention, with the reason', async () => {
  open();
  await figuresCame();
  const [first] = within(screen.getByRole('list', { name: 'Pedem atenção' })).getAllByRole('link');
  expect(first?.textContent).toBe('Padaria Aurora2 avisos abertos');
  expect(first?.getAttribute('href')).toBe('/home?estabelecimento=a');
});

it('requests many establishments in several calls', async () => {
  const all = shops;
  shops = Array.from({ length: 60 }, (_, index) => aShop(`m${index}`, `Loja ${index}`, 'PE'));
  answered = Object.fromEntries(shops.map(({ _id }) => [_id, { figures: figures(900), alerts: 0 }]));
  const before = api.requests.length;
  open();
  await waitFor(() => expect(screen.getAllByText('R$ 1.800')).toHaveLength(60), { timeout: 10_000 });
  const sizes = api.requests
    .slice(before)
    .filter(({ path }) => path === '/api/portfolio')
    .map(({ body }) => (body as { ids: string[] }).ids.length);
  expect(sizes).toEqual([25, 25, 10]);
  shops = all;
});

it('explains that one establishment is not enough', async () => {
  const all = shops;
  shops = shops.slice(0, 1);
  open();
  expect(await screen.findByText(/ao menos dois estabelecimentos com medidor/)).toBeDefined();
  shops = all;
});

it('shows no amount before the first figures arrive', async () => {
  const holding = Promise.withResolvers<void>();
  held = holding.promise;
  try {
    open();
    expect(await screen.findByText('0 de 3 estabelecimentos lidos')).toBeDefined();
    expect(screen.queryByText(/R\$/)).toBeNull();
  } finally {
    held = null;
    holding.resolve();
  }
  expect(await screen.findByText('R$ 1.200,00 até agora', { exact: false })).toBeDefined();
});

it('shows water for an account that measures only water', async () => {
  const before = shops;
  const hydrometer = { ...meter, type: 'water', model: 'mono' } as const;
  shops = before.map((shop) => ({ ...shop, installations: [hydrometer] }));
  open();
  expect(await screen.findByRole('link', { name: 'Padaria Aurora' })).toBeDefined();
  expect(screen.getByRole('columnheader', { name: /m³ previstos/ })).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Energia' }));
  expect(await screen.findByText(/ao menos dois estabelecimentos com medidor\./)).toBeDefined();
  shops = before;
});
