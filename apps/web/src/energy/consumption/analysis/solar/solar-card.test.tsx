import type { Board } from '@nascente/contract/sites/meters';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aBoard } from '../../../../testing/a-board.ts';
import { aUser, startApi } from '../../../../testing/api-server.ts';
import { openSignedIn } from '../../../../testing/open-signed-in.tsx';
import { SolarCard } from './solar-card.tsx';

const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const dayWith = (consumed: number, injected: number) => ({
  date: '2026-11-11',
  total: consumed,
  totalPhaseA: consumed,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: consumed,
  injected,
  cost: null,
  completeness: 1,
  hours: [
    {
      hour: 12,
      total: consumed,
      touPeriod: 'outPoint',
      consumptionActivePower: none,
      consumptionReactivePower: none,
      consumptioninjectedPower: { ...none, phaseA: injected },
      demand: { avgValue: 0, period: { startDate: '', endDate: '' } },
      completeness: 1,
    },
  ],
});

const general = aBoard({ name: 'Geral', isGeral: true, solarPanel: true, model: 'mono' });
const inverter = aBoard({ name: 'Inversor', solarPanel: true, model: 'mono' });
const unmarked = aBoard({ name: 'Telhado', model: 'mono' });
let boards: readonly Board[] = [];
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ path, body }) => {
    if (path.startsWith('/api/installation-meter')) return { body: { ok: true, installationsMeter: boards } };
    if (path.startsWith('/api/consolidated/period')) {
      const { meter } = body as { meter: string };
      const day = meter === general.macAddress ? dayWith(4, 10) : dayWith(0, 25);
      return { body: { ok: true, consolidated: [day], completeness: 1 } };
    }
    return { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };
  });
});
afterAll(() => api.stop());

const open = (board: Board, user: Parameters<typeof openSignedIn>[0] = aUser) =>
  openSignedIn(
    user,
    () => (
      <SolarCard
        board={board}
        period={{ start: civilDate('2026-11-11'), end: civilDate('2026-11-11') }}
        today={civilDate('2026-11-11')}
        prices={{ inPoint: 2, interPoint: 1, outPoint: 0.5 }}
      />
    ),
    '/',
  );
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

const figure = (label: string) => {
  const stat = screen.getByText(label).parentElement;
  if (stat === null) throw new Error(`no figure ${label}`);
  return within(stat);
};

it('shows the injection at the grid alone, and reports that self-consumption is unknown', async () => {
  boards = [general];
  open(general);
  expect(await screen.findByText(/autoconsumo só pode ser conhecido com outro medidor/)).toBeDefined();
  expect(figure('Injetada no período').getByText('10,0', { exact: false })).toBeDefined();
  expect(figure('Crédito, no máximo').getByText('5,00', { exact: false })).toBeDefined();
  expect(figure('Injetada por consumida').getByText('250%')).toBeDefined();
  expect(screen.queryByText('Autoconsumo')).toBeNull();
});

it('shows generation less injection beside an inverter', async () => {
  boards = [general, inverter];
  open(general);
  expect(await screen.findByText(/geração medida em Inversor/)).toBeDefined();
  expect(figure('Gerada').getByText('25,0', { exact: false })).toBeDefined();
  expect(figure('Autoconsumo').getByText('15,0', { exact: false })).toBeDefined();
  expect(figure('Exportada').getByText('40%')).toBeDefined();
  expect(figure('Vinda dos painéis').getByText('79%')).toBeDefined();
});

it('shows the generation of an inverter meter, and leads to the grid meter', async () => {
  boards = [general, inverter];
  open(inverter);
  expect((await screen.findByRole('link', { name: 'Ver Geral' })).getAttribute('href')).toBe(
    `/meter/${general.macAddress}`,
  );
  expect(figure('Gerada no período').getByText('25,0', { exact: false })).toBeDefined();
  expect(screen.queryByText('Crédito, no máximo')).toBeNull();
});

it('leads from missing generation to a possible inverter meter, and to a new one', async () => {
  boards = [general, unmarked];
  open(general);
  expect(await screen.findByText(/Já há um medidor no inversor/)).toBeDefined();
  expect(linkTo('Telhado')).toBe(`/editBoard/${unmarked.macAddress}`);
  expect(linkTo('cadastrar o medidor')).toBe('/registerBoard');
});

it('leads to a new meter without another one, and shows a reader no link', async () => {
  boards = [general];
  const { unmount } = open(general);
  expect(await screen.findByText(/Instale um e marque “Este medidor está no inversor solar”/)).toBeDefined();
  expect(linkTo('cadastrar o medidor')).toBe('/registerBoard');
  unmount();
  open(general, { ...aUser, profile: 'client' });
  expect(await screen.findByText('Quem administra este estabelecimento pode cadastrar um.')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

it('asks whether a meter with injection is at the inverter', async () => {
  boards = [general, unmarked];
  open(unmarked);
  expect(await screen.findByText(/Ele está na saída dos painéis/)).toBeDefined();
  expect(linkTo('editar o medidor')).toBe(`/editBoard/${unmarked.macAddress}`);
});
