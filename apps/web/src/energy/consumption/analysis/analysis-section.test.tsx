import { civilDate } from '@nascente/domain/base/time/civil-day';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aLightRule, aTouRule } from '../../../testing/a-tou-rule.ts';
import { startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { AnalysisSection } from './analysis-section.tsx';

const compared = {
  start: '2026-11-01',
  end: '2026-11-20',
  total: 100,
  cost: 80,
  completeness: 1,
  workingDays: 12,
};
const alike = { hours: 400, ofHours: 472, current: 90, other: 100, currentCost: 72, otherCost: 80 };
const answers: Readonly<Record<string, unknown>> = {
  '/api/consolidated/comparison': {
    comparison: {
      until: '2026-11-20T17:00:00Z',
      current: compared,
      previous: { ...compared, start: '2026-10-12', end: '2026-10-31', alike, change: -0.1 },
      lastYear: {
        ...compared,
        start: '2025-11-01',
        end: '2025-11-20',
        total: 0,
        cost: 0,
        completeness: 0,
        alike: { hours: 0, ofHours: 472, current: 0, other: 0, currentCost: 0, otherCost: 0 },
        change: null,
      },
    },
  },
  '/api/always-on': {
    alwaysOn: {
      power: 1.54,
      energy: 739.2,
      share: 0.29,
      cost: 512.34,
      completeness: 0.98,
      touPeriods: [aTouRule()],
    },
  },
  '/api/consolidated/demand': {
    demand: {
      peaks: [
        {
          start: '2026-11-11T17:15:00Z',
          end: '2026-11-11T17:30:00Z',
          power: 21.7,
          phases: { phaseA: 8, phaseB: 7, phaseC: 6.7 },
          touPeriod: 'outPoint',
          loads: [{ mac: 'AA', name: 'Fornos', power: 18.7 }],
          remainder: 3,
        },
      ],
      highest: {
        inPoint: { start: '2026-11-11T20:30:00Z', power: 12.4 },
        interPoint: null,
        outPoint: { start: '2026-11-11T17:15:00Z', power: 21.7 },
      },
      curve: [{ date: '2026-11-11T17:15:00Z', power: 21.7 }],
      completeness: 1,
      touPeriods: [aLightRule()],
    },
  },
  '/api/consolidated/heatmap': {
    heatmap: {
      days: [
        { date: '2026-11-11', hours: [18.6, ...Array(23).fill(null)], total: 18.6, completeness: 1 / 24 },
      ],
      highest: { date: '2026-11-11', hour: 0, total: 18.6 },
      completeness: 1 / 24,
      touPeriods: [aTouRule({ end: '2026-11-09' }), aLightRule({ start: '2026-11-10' })],
    },
  },
  '/api/consolidated/period': { consolidated: [], completeness: 0 },
};
const statuses = {
  PF: [{ date: '2026-11-11T03:00:00Z', value: 0.39, level: 'low' }],
  V: [{ date: '2026-11-11T03:00:00Z', value: 233.4, level: 'over' }],
};

const consumed = {
  total: 3,
  totalPhaseA: 3,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: 3,
  reactive: 0,
  cost: null,
  completeness: 1,
};
let injected = 0;

let isDown = false;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path, body }) => {
    if (isDown) return { status: 503, body: { ok: false, type: 'unavailable', msg: 'Tente mais tarde.' } };
    if (path.startsWith('/api/board/telemetries/status'))
      return { body: { ok: true, status: statuses[(body as { type: 'PF' | 'V' }).type] } };
    if (path.startsWith('/api/board/consumption'))
      return { body: { ok: true, value: { ...consumed, injected } } };
    const match = Object.entries(answers).find(([start]) => path.startsWith(start));
    if (match !== undefined) return { body: { ok: true, ...(match[1] as object) } };
    return { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };
  });
});
beforeEach(() => {
  isDown = false;
  injected = 0;
});
afterAll(() => api.stop());

const open = (type: 'eletric' | 'water' = 'eletric') =>
  openScreen(
    [
      {
        path: '/',
        element: (
          <AnalysisSection
            board={aBoard({ type, isGeral: true })}
            period={{ start: civilDate('2026-11-01'), end: civilDate('2026-11-20') }}
            unit="energy"
            today={civilDate('2026-11-20')}
            prices={null}
            onDay={() => {}}
          />
        ),
      },
    ],
    '/',
  );
const card = async (title: string, text: string | RegExp) => {
  await screen.findByText(text, undefined, { timeout: 10_000 });
  return within(screen.getByRole('region', { name: title }));
};

it('compares with the period before and a year ago, and reports missing measurements', async () => {
  open();
  const comparison = await card('Comparação', '10% a menos');
  expect(comparison.getByText(/ nas 400\shoras/)).toBeDefined();
  expect(comparison.getByText('1 nov – 20 nov 2025')).toBeDefined();
  expect(comparison.getByText('Sem medições dos dois períodos para comparar.')).toBeDefined();
});

it('shows the permanent load with its share and its cost', async () => {
  open();
  const base = await card('Carga permanente', '1,54');
  expect(base.getByText('29%')).toBeDefined();
  expect(base.getByText('512,34')).toBeDefined();
  expect(base.getByText('dados completos em 98,0%')).toBeDefined();
  expect(
    base.getByText(
      'Postos pela regra geral: ponta das 18:00 às 21:00 de segunda a sexta, feriados incluídos.',
    ),
  ).toBeDefined();
});

it('lists the peaks of demand with the loads behind each', async () => {
  open();
  const demand = await card('Demanda', 'Demais cargas');
  const peaks = within(demand.getByRole('list', { name: 'Maiores demandas' }));
  expect(peaks.getByText('Fora ponta')).toBeDefined();
  expect(peaks.getByText('18,7\u00a0kW', { normalizer: (text) => text })).toBeDefined();
  expect(peaks.getByText('qua, 11 nov, 14:15 às 14:30')).toBeDefined();
  expect(demand.getByText('Maior na ponta')).toBeDefined();
  expect(demand.getByText('qua, 11 nov, 17:30 às 17:45')).toBeDefined();
  expect(demand.queryByText('Maior no intermediário')).toBeNull();
  expect(demand.getByText('Postos da tarifa Light · A4 · Verde (ponta das 17:30 às 20:30).')).toBeDefined();
});

it('names the hour with the maximum consumption', async () => {
  open();
  const heat = await card('Mapa de calor', /qua, 11 nov, 0h às 1h/);
  expect(await heat.findByRole('slider', { name: 'Consumo por hora e dia, em kWh' })).toBeDefined();
  expect(
    heat.getByText(/^Até 9 nov, postos pela regra geral.*a partir de 10 nov, postos da tarifa/),
  ).toBeDefined();
});

it('shows the level of power factor as text, and warns of voltage', async () => {
  open();
  const quality = await card('Fator de potência e tensão', 'muito baixo, até 0,4');
  expect(quality.getAllByText('0,39', { selector: 'dd *' })).toHaveLength(2);
  await userEvent.click(quality.getByRole('radio', { name: 'Tensão' }));
  expect(await quality.findByText('Sobretensão.')).toBeDefined();
  expect(quality.getByText(/acima de 233 V em 1 hora\./)).toBeDefined();
});

it('shows neither demand nor voltage for water', async () => {
  open('water');
  await card('Comparação', '10% a menos');
  const base = await card('Carga permanente', /pode ser um vazamento/);
  expect(base.getByText('L/min')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Demanda' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Solar' })).toBeNull();
});

it('shows injection at a meter not marked as solar, and ignores noise', async () => {
  injected = 0.06;
  const { unmount } = open();
  expect(await screen.findByRole('region', { name: 'Solar' })).toBeDefined();
  unmount();
  injected = 0.04;
  open();
  await card('Comparação', '10% a menos');
  expect(screen.queryByRole('region', { name: 'Solar' })).toBeNull();
});

it('a failed card shows its failure and tries again', async () => {
  isDown = true;
  open();
  const [retry] = await screen.findAllByRole('button', { name: 'Tentar novamente' }, { timeout: 10_000 });
  isDown = false;
  if (retry !== undefined) await userEvent.click(retry);
  await card('Comparação', '10% a menos');
});
