import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session-state/session.ts';
import { aBoard } from '../../testing/a-board.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { SupplyPage, supplyCsv } from './supply-page.tsx';
import { verdictOf } from './supply-texts.ts';

const MAC = 'A4:CF:12:00:0B:01';
const WINDOWS = 1008;
const course = (value: number | null) => Array.from({ length: WINDOWS }, () => value);

const week: SupplyWeekAnswer = {
  nominal: 220,
  limits: { criticalLow: 191, adequateLow: 202, adequateHigh: 231, criticalHigh: 233 },
  start: '2026-11-09',
  end: '2026-11-15',
  from: '2026-11-09T03:00:00.000Z',
  counted: WINDOWS,
  replaced: 0,
  phases: [
    { phase: 'A', adequate: 958, precarious: 50, critical: 0, lowest: 198.04, mean: 218.2, highest: 224 },
    { phase: 'B', adequate: 1008, precarious: 0, critical: 0, lowest: 215, mean: 219, highest: 223 },
  ],
  precarious: 50 / WINDOWS,
  critical: 0,
  compensation: 0.06,
  unbalance: null,
  distortion: { phase: 'A', percent: 3.2 },
  volts: { A: [198.04, ...course(220).slice(1)], B: course(219), C: course(null) },
  distortions: { A: course(3.2), B: course(null), C: course(null) },
  isValid: [...course(1)].map((_, window) => window !== 1),
  eventCount: 1,
  events: [
    {
      kind: 'dip',
      start: '2026-11-10T14:00:05.000Z',
      end: '2026-11-10T14:00:25.000Z',
      phase: 'A',
      volts: 176,
      frames: 3,
    },
  ],
};

let api: Awaited<ReturnType<typeof startApi>>;
let answer: { status?: number; body: unknown };
let establishment = anEstablishment();
let board = aBoard({ macAddress: MAC, name: 'Quadro' });

beforeAll(async () => {
  api = await startApi(({ path }) => {
    if (path === '/api/establishment') return { body: { ok: true, establishments: [establishment] } };
    return path.includes('/supply-week') ? answer : { body: { ok: true, board } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
  answer = { body: { ok: true, supply: week } };
  board = aBoard({ macAddress: MAC, name: 'Quadro' });
  establishment = anEstablishment({ _id: board.establishmentId });
  startSession('token');
});

const open = (query = '?inicio=2026-11-09') =>
  openScreen([{ path: '/meter/:mac/quality', element: <SupplyPage /> }], `/meter/${MAC}/quality${query}`);
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('a week of power quality', () => {
  it('shows each exceeded limit with its share, and the share without measurement', async () => {
    open();
    expect(await screen.findByText('A energia passou dos limites nesta semana.')).toBeDefined();
    const verdict = await card('A semana');
    expect(verdict.getByText(/^Acima do limite: a tensão precária\.$/)).toBeDefined();
    expect(verdict.getByText('5,0%')).toBeDefined();
    expect(verdict.getByText('acima de 3,0%')).toBeDefined();
    expect(verdict.getByText('3,2%')).toBeDefined();
    expect(verdict.getByText('não medido')).toBeDefined();
  });

  it('shows the voltage ranges of each phase and the events that frames recorded', async () => {
    open();
    const phases = await card('Faixas');
    expect(phases.getByText('precária 5,0%')).toBeDefined();
    expect(phases.getByText('de 198,0 a 224,0 V, média 218,2 V')).toBeDefined();
    const events = await card('Afundamentos e elevações');
    expect(events.getByText('Afundamento, fase A')).toBeDefined();
    expect(events.getByText(/, visto em 3 leituras, por 20 s$/)).toBeDefined();
    expect(events.getByText('176,0 V, 80% da nominal')).toBeDefined();
  });

  it('shows no compensation for a group A establishment and explains the reason', async () => {
    const { bill } = establishment;
    establishment = anEstablishment({ _id: board.establishmentId, bill: { ...bill, tariff: 'A' } });
    open();
    const compensation = await card('Compensação');
    expect(compensation.getByText(/Sem indicação para o grupo A/)).toBeDefined();
    expect(compensation.queryByLabelText(/^TUSD na fatura/)).toBeNull();
  });

  it('shows the compensation in R$ as an indication after the user types the charge', async () => {
    open();
    const compensation = await card('Compensação');
    expect(compensation.getByText(/não é um instrumento certificado/)).toBeDefined();
    await userEvent.type(compensation.getByLabelText(/^TUSD na fatura/), '1.500,00');
    expect(compensation.getByText(/90,00/)).toBeDefined();
  });

  it('shows no compensation for a week with too few valid readings', async () => {
    answer = { body: { ok: true, supply: { ...week, counted: 20, compensation: null } } };
    open();
    const compensation = await card('Compensação');
    expect(compensation.getByText(/sai de 1\.008 leituras válidas/)).toBeDefined();
    expect(compensation.queryByText(/Nada a compensar|deveria devolver/)).toBeNull();
  });

  it('stores the chosen week and nominal voltage in the address', async () => {
    const { router } = open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Semana anterior' }));
    expect(router.state.location.search).toBe('?inicio=2026-11-02');
    await user.selectOptions(await screen.findByLabelText('Tensão nominal de uma fase'), '127 V');
    expect(router.state.location.search).toBe('?inicio=2026-11-02&tensao=127');
    await screen.findByText('A energia passou dos limites nesta semana.');
    expect(api.requests.at(-1)?.path).toContain('start=2026-11-02&nominal=127');
  });

  it('reports a week within limits, and the number of replaced or missing readings', () => {
    const quiet = { ...week, precarious: 0, compensation: 0 };
    expect(verdictOf(quiet)).toMatchObject({ tone: 'good' });
    expect(verdictOf({ ...quiet, replaced: 12 }).text).toContain('12 de 1.008 leituras vieram de depois');
    const short = verdictOf({ ...quiet, counted: 400 });
    expect(short).toMatchObject({ tone: 'info' });
    expect(short.text).toContain('Há 400 leituras válidas de 10 minutos das 1.008');
  });

  it('offers a retry after a failed request, and shows no power quality for a water meter', async () => {
    answer = { status: 500, body: { ok: false, type: 'error', msg: 'Falhou.' } };
    const failed = open();
    const again = await screen.findByRole('button', { name: /Tentar/ });
    answer = { body: { ok: true, supply: week } };
    await userEvent.click(again);
    expect(await screen.findByText('A energia passou dos limites nesta semana.')).toBeDefined();
    failed.unmount();
    board = aBoard({ macAddress: MAC, name: 'Hidrômetro', type: 'water' });
    open();
    expect(await screen.findByText(/Este medidor mede água/)).toBeDefined();
  });
});

it('writes one line per ten minutes of the week to the file, with its range', () => {
  const lines = supplyCsv(week, DEFAULT_ZONE).trimEnd().split('\r\n');
  expect(lines).toHaveLength(WINDOWS + 1);
  expect(lines[1]).toBe('09/11/2026;00:00;198,04;precária;3,20;219,00;adequada;;;;;sim');
  expect(lines[2]?.endsWith(';não')).toBe(true);
  expect(lines.at(-1)?.startsWith('15/11/2026;23:50;220,00;adequada')).toBe(true);
});
