import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { anAnsweredFrame } from '../../../testing/an-answered-frame.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { MeterPage } from '../meter-page.tsx';

const MAC = 'A4:CF:12:00:0B:08';
const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const hour = (at: number, consumed: number, injected: number) => ({
  hour: at,
  total: consumed,
  touPeriod: 'outPoint',
  consumptionActivePower: { ...none, phaseA: consumed },
  consumptionReactivePower: none,
  consumptioninjectedPower: { ...none, phaseA: injected },
  demand: { avgValue: 0, period: { startDate: '', endDate: '' } },
  completeness: 1,
});
const hours = [hour(3, 0.004, 0), hour(10, 0, 1.5), hour(11, 0, 2)];
const dayOf = (date: string) => ({
  date,
  total: 0.004,
  totalPhaseA: 0.004,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: 0.004,
  injected: 3.5,
  cost: 0.01,
  completeness: 1,
  hours,
});
const SILENT = { total: 0, totalPhaseA: 0, outPoint: 0, injected: 0, completeness: 0, hours: [] };
/** The day of which nothing was heard. */
let silentDay: string | null = null;
const savingOf = (date: string) => ({ ...dayOf(date), ...(date === silentDay ? SILENT : {}) });
const frame = anAnsweredFrame({ date: '2026-01-20T14:59:00.000Z', pfa: -0.99, wa: -1840, kwha: -2.5 });
const inverter = aBoard({
  macAddress: MAC,
  name: 'Inversor',
  solarPanel: true,
  model: 'mono',
  tax: null,
  lastSeen: '2026-01-20T14:59:00Z',
});

const newestFrame = () => (silentDay === null ? frame : null);
const newestFrames = () => (silentDay === null ? [frame] : []);

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path, body }) => {
    if (path === `/api/board/${encodeURIComponent(MAC)}`) return { body: { ok: true, board: inverter } };
    if (path.startsWith('/api/installation-meter'))
      return { body: { ok: true, installationsMeter: [inverter] } };
    if (path.startsWith('/api/board/values/last/pagination'))
      return { body: { ok: true, value: newestFrames(), next: null } };
    if (path.startsWith('/api/board/values/last')) return { body: { ok: true, value: newestFrame() } };
    if (path.endsWith('/connecting')) return { status: 404, body: { ok: false, type: 'not-found', msg: '' } };
    if (path.startsWith('/api/consolidated/daily')) {
      const date = new URL(path, 'http://x').searchParams.get('date') ?? '';
      return { body: { ok: true, ...savingOf(date), basis: 'tariff', prices: null, windows: null } };
    }
    if (path.startsWith('/api/consolidated/period')) {
      const { dateEnd } = body as { dateEnd: string };
      const day = Number(dateEnd.slice(8));
      const dates = [day - 2, day - 1, day].map((one) => `2026-01-${String(one).padStart(2, '0')}`);
      return { body: { ok: true, consolidated: dates.map(savingOf), completeness: 1 } };
    }
    return { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  silentDay = null;
  vi.useFakeTimers({ now: Date.parse('2026-01-20T15:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const open = () => openSignedIn(aUser, MeterPage, { route: '/meter/:mac', at: `/meter/${MAC}` });
/** What stands at a label, once it is this. */
const expectAt = (label: string, text: string) =>
  waitFor(() =>
    expect(screen.getByText(label).parentElement?.textContent?.replaceAll('\u00a0', ' ')).toContain(text),
  );

it('shows the generation of a meter at an inverter, and no bill', async () => {
  open();
  await expectAt('Gerada hoje', '3,50 kWh');
  await expectAt('Gerada no mês', '10,5 kWh');
  await expectAt('Média diária', '3,50 kWh');
  await expectAt('Melhor dia', '18 jan');
  for (const name of ['Fatura', 'Previsão Fatura', 'Maior demanda'])
    expect(screen.queryByText(name)).toBeNull();
  expect(screen.queryByText(/Não foi encontrado tarifa/)).toBeNull();
  expect(screen.queryByRole('radio', { name: 'R$' })).toBeNull();
  expect(screen.queryByText(/R\$/)).toBeNull();
  expect(api.requests.some(({ path }) => path.includes('/consolidated/days/'))).toBe(false);
});

it('shows generated power as positive, and names day, month and period by generation', async () => {
  open();
  await expectAt('Potência gerada', '1,84 kW');
  expect(screen.queryByText(/−1,84/)).toBeNull();
  expect(await screen.findByRole('slider', { name: /^Geração por hora, ter, 20 jan, em kWh/ })).toBeDefined();
  expect(await screen.findByRole('region', { name: 'Geração no período' })).toBeDefined();
  expect(await screen.findByRole('slider', { name: 'Energia gerada por dia, em kWh' })).toBeDefined();
  const tile = await screen.findByRole('button', { name: /^seg, 19 jan: 3,50.kWh/ });
  expect(tile.querySelector('[data-hours="3"] path')?.getAttribute('d')).toMatch(/^M10\.1 /);
});

it('shows no consumption cards at an inverter', async () => {
  open();
  await screen.findByRole('region', { name: 'Geração no período' });
  const index = within(screen.getByRole('navigation', { name: 'Nesta página' }));
  expect(index.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Geração',
    'Agora',
    'Dia',
    'Mês',
    'Período',
    'Solar',
    'Qualidade',
  ]);
  for (const name of ['Comparação', 'Carga permanente', 'Demanda', 'Mapa de calor'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});

it('shows a dash instead of zero for a day without readings', async () => {
  silentDay = '2026-01-20';
  open();
  await expectAt('Gerada no mês', '7,00 kWh');
  const day = within(await screen.findByRole('region', { name: 'Dia' }));
  expect(await day.findByText('Não há medições neste período.')).toBeDefined();
  expect(screen.getByText('Gerada hoje').parentElement?.textContent).toMatch(/^Gerada hoje–\s*$/);
});
