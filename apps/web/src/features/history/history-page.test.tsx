import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SignedInProvider } from '../../shared/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { HistoryPage } from './history-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const NOW = Date.parse('2026-11-20T15:00:00Z');
const FIELDS =
  'rssi t va vb vc ia ib ic pfa pfb pfc wa wb wc vara varb varc kwha kwhb kwhc kvarha kvarhb kvarhc vthda vthdb vthdc ithda ithdb ithdc litres flow'.split(
    ' ',
  );
const TOTAL = 130;

type Frame = Record<string, string | number | null>;
const frameAt = (index: number, overrides: Frame = {}): Frame => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, null])),
  date: new Date(NOW - index * 5000).toISOString(),
  va: 219.8,
  vb: 221.3,
  vc: 220,
  wa: 1234.4,
  pfa: 0.95,
  kwha: 2.75,
  vthda: 1.9,
  ...overrides,
});

interface PageAsked {
  readonly limit: number;
  readonly skip?: number;
  readonly cursor?: string;
  readonly dateIn: string | number;
  readonly dateOut: string | number;
}

let board = aBoard({ macAddress: MAC, name: 'Geral' });
let special: Frame = {};
let failing = false;
let total = TOTAL;
let api: Awaited<ReturnType<typeof startApi>>;

const page = ({ limit, skip = 0, cursor }: PageAsked) => {
  const first = cursor === undefined ? skip : Number(cursor);
  const length = Math.max(0, Math.min(limit, total - first));
  const value = Array.from({ length }, (_, index) => frameAt(first + index, index === 0 ? special : {}));
  return { ok: true, value, next: first + limit < total ? String(first + limit) : null };
};

const curve = {
  source: 'quarters',
  length: 900_000,
  step: 900_000,
  origin: new Date(NOW - 86_400_000 * 18).toISOString(),
  at: [0, 900_000],
  mean: [100, 200],
  low: null,
  high: null,
  since: new Date(0).toISOString(),
  excluded: [],
  posts: [],
};

const answer = (path: string, body: unknown) => {
  const failed = { status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } };
  if (path === `/api/board/${encodeURIComponent(MAC)}`) return { body: { ok: true, board } };
  if (failing) return failed;
  if (path === '/api/board/values/last/pagination/count') return { body: { ok: true, value: total } };
  if (path === '/api/board/values/last/pagination') return { body: page(body as PageAsked) };
  if (path === '/api/board/curve') return { body: { ok: true, curve } };
  if (path.includes('/export')) return { body: '\uFEFFInício;Fim' };
  return failed;
};

beforeAll(async () => {
  api = await startApi(({ path, body }) => answer(path, body));
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  board = aBoard({ macAddress: MAC, name: 'Geral' });
  [special, failing, total] = [{}, false, TOTAL];
  api.asked.length = 0;
});
afterAll(() => api.stop());

const open = (search = '') =>
  openScreen(
    [
      {
        path: '/history/:mac',
        element: (
          <SignedInProvider value={aUser}>
            <HistoryPage />
          </SignedInProvider>
        ),
      },
      { path: '/home', element: <h1>Início</h1> },
    ],
    `/history/${MAC}${search}`,
  );
const pagesAsked = () =>
  api.asked.filter(({ path }) => path.endsWith('/pagination')).map(({ body }) => body as PageAsked);
const rowsShown = async () => within(await screen.findByRole('table')).getAllByRole('rowheader');

describe('the table of a meter', () => {
  it('of three phases has the columns of the specification, the power factor before the distortion, THD for wide screens', async () => {
    open();
    const table = await screen.findByRole('table');
    const names = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    const phases = (name: string) => ['A', 'B', 'C'].map((phase) => name + phase);
    expect(names).toEqual([
      'Data',
      'Tensão (V)',
      'Corrente (A)',
      'Energia (Wh)',
      'Potência (W)',
      'Fator de potência',
      'THD de tensão (%)',
      'THD de corrente (%)',
      ...['V', 'I'].flatMap(phases),
      ...phases('kWh').map((name) => `${name}, em Wh, desde a leitura anterior`),
      ...['W', 'PF', 'VTHD', 'ITHD'].flatMap(phases),
    ]);
    expect(within(table).getAllByTitle('em Wh, desde a leitura anterior')).toHaveLength(3);
    expect(within(table).getByText('VTHDA').className).toContain('wide');
    expect(within(table).getByText('PFA').className).not.toContain('wide');
    expect((await rowsShown())[0]?.textContent).toBe('20/11/2026 12:00:00');
    expect(within(table).getAllByText('1.234')).toHaveLength(50);
  });

  it.each([
    ['mono', { model: 'mono' }, ['Data', 'Tensão (V)', 'Corrente (A)', 'Potência (W)', 'Fator de potência']],
    ['water', { type: 'water' }, ['Data', 'Volume (L)', 'Vazão (L/min)']],
  ] as const)('of %s has its own', async (_, boardChange, expected) => {
    board = aBoard({ macAddress: MAC, ...boardChange });
    open();
    const heads = within(await screen.findByRole('table')).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(expected);
  });

  it('marks voltages beyond the limits by a sign and in words', async () => {
    special = { va: 233.1, vb: 205.9, vc: 233 };
    open();
    const [row] = await rowsShown();
    const cells = within(row?.closest('tr') as HTMLElement).getAllByRole('cell');
    expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual([
      '▲233,1 Sobretensão',
      '▼205,9 Subtensão',
      '233,0',
    ]);
    expect(screen.getByText(/sobretensão em 1 leitura e ▼ subtensão em 1 leitura/)).toBeDefined();
  });
});

describe('the search', () => {
  it('is of today at first, whole days in the zone of the meter, 50 a page', async () => {
    open();
    await rowsShown();
    expect(pagesAsked()).toEqual([
      { id: MAC, dateIn: '2026-11-20', dateOut: '2026-11-20', limit: 50, skip: 0 },
    ]);
    expect(screen.getByText('130 no período')).toBeDefined();
  });

  it('of more than 31 days is refused in the words of the specification', async () => {
    const user = userEvent.setup();
    open();
    await rowsShown();
    const start = screen.getByLabelText('Data inicial');
    await user.clear(start);
    await user.type(start, '2026-10-20');
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    expect((await screen.findAllByText('A pesquisa deve ser de no máximo um mês...')).length).toBeGreaterThan(
      0,
    );
    expect(pagesAsked()).toHaveLength(1);
  });

  it('is kept in the address, and is what the address says', async () => {
    const user = userEvent.setup();
    const { router } = open('?inicio=2026-11-01&fim=2026-11-05&por=10&pagina=3');
    await rowsShown();
    expect(pagesAsked()[0]).toMatchObject({
      dateIn: '2026-11-01',
      dateOut: '2026-11-05',
      limit: 10,
      skip: 20,
    });
    await user.click(screen.getByRole('button', { name: 'Ontem' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?inicio=2026-11-19&fim=2026-11-19&por=10'),
    );
  });

  it('may be of the last hour, to the second', async () => {
    const user = userEvent.setup();
    const { router } = open();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: 'Última hora' }));
    await waitFor(() => expect(router.state.location.search).toBe('?ultima=hora'));
    await waitFor(() => {
      const { dateIn, dateOut } = pagesAsked().at(-1) ?? { dateIn: 0, dateOut: 0 };
      expect([dateIn, dateOut]).toEqual([NOW - 3_600_000, NOW]);
    });
  });

  it('is made again by the reload button', async () => {
    const user = userEvent.setup();
    open();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: 'Recarregar' }));
    await waitFor(() => expect(pagesAsked()).toHaveLength(2));
  });
});

describe('pages', () => {
  it('that follow one another are asked for by cursor, others by number', async () => {
    total = 230;
    const user = userEvent.setup();
    const { router } = open();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(await screen.findByText('Página 2 de 5')).toBeDefined();
    await waitFor(() => expect(pagesAsked().at(-1)).toMatchObject({ cursor: '50', limit: 50 }));
    expect(pagesAsked().at(-1)).not.toHaveProperty('skip');
    expect(router.state.location.search).toBe('?pagina=2');
    await user.click(screen.getByRole('button', { name: 'Primeira' }));
    await user.click(screen.getByRole('button', { name: 'Última' }));
    await waitFor(() => expect(pagesAsked().at(-1)).toMatchObject({ skip: 200 }));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(30));
    expect(screen.getByRole('button', { name: 'Próxima página' }).hasAttribute('disabled')).toBe(true);
  });

  it('of another size begin at the first', async () => {
    const user = userEvent.setup();
    const { router } = open('?pagina=2');
    await rowsShown();
    await user.selectOptions(screen.getByLabelText('Por página'), '100');
    await waitFor(() => expect(router.state.location.search).toBe('?por=100'));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(100));
  });

  it('without readings say so', async () => {
    total = 0;
    open();
    expect(await screen.findByText('Não há medições neste período.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('that fail can be tried again', async () => {
    failing = true;
    const user = userEvent.setup();
    open();
    await screen.findByRole('button', { name: 'Pesquisar' });
    const readings = within(screen.getByRole('region', { name: 'Leituras' }));
    const again = await readings.findByRole('button', { name: 'Tentar novamente' });
    expect(readings.getByText('Tente mais tarde.')).toBeDefined();
    failing = false;
    await user.click(again);
    expect(await rowsShown()).toHaveLength(50);
  });
});

it('a chart shows a quantity of the table over the whole period, the address keeps which, and leads to the Explorer', async () => {
  const user = userEvent.setup();
  const { router } = open('?inicio=2026-11-01&fim=2026-11-05&grandeza=tensao');
  const chart = within(await screen.findByRole('region', { name: 'Gráfico' }));
  expect(await chart.findByRole('slider', { name: 'Tensão (V)' })).toBeDefined();
  await user.selectOptions(chart.getByRole('combobox', { name: 'Grandeza' }), 'Energia (Wh)');
  await user.click(await chart.findByRole('button', { name: /^ver tabela/ }));
  expect((await chart.findAllByRole('cell', { name: /^200,00\skWh$/ })).length).toBeGreaterThan(0);
  expect(router.state.location.search).toContain('grandeza=energia');
  const link = chart.getByRole('link', { name: 'Abrir no Explorador' }).getAttribute('href');
  expect(decodeURIComponent(link ?? '')).toContain(`ver=${MAC}~consumed,${MAC}~injected&de=2026-11-01T03:00`);
});

it('a download is of the period on screen, in the rows that were chosen', async () => {
  const create = vi.fn(() => 'blob:one');
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() });
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const user = userEvent.setup();
  open('?inicio=2026-11-01&fim=2026-11-05');
  await rowsShown();
  await user.selectOptions(screen.getByLabelText('Linhas'), 'Por hora, com o custo');
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  expect(await screen.findByText('O arquivo foi baixado.')).toBeDefined();
  const asked = api.asked.find(({ path }) => path.includes('/export'));
  expect(asked?.path.split('?')[1]).toBe('start=2026-11-01&end=2026-11-05&format=xlsx&every=1h');
  expect(names).toEqual(['leituras-A4CF12000B01-2026-11-01-2026-11-05.xlsx']);
  expect(create).toHaveBeenCalledOnce();
});

it('links to the meter', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Ver medidor' });
  expect(link.getAttribute('href')).toBe(`/meter/${MAC}`);
});
