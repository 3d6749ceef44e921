import type {
  Opportunity,
  OpportunityKind,
  OpportunityOf,
} from '@nascente/contract/insight/opportunity-kinds';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { evidenceChart } from './evidence.ts';
import { OpportunitiesPage } from './opportunities-page.tsx';

const MONEY = [{ date: '2026-08-01', now: 700, instead: 600 }];
let opportunities: Opportunity[];
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({
    body: { ok: true, opportunities, perYear: 0, looked: { done: 1, of: 1 } },
  }));
});
afterAll(() => api.stop());

const rowOf = async <K extends OpportunityKind>(kind: K, facts: Partial<OpportunityOf<K>>) => {
  opportunities = [anOpportunity(kind, { evidence: MONEY, ...facts } as Partial<OpportunityOf<K>>)];
  openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities' });
  const [row] = await within(await screen.findByRole('list', { name: 'Oportunidades' })).findAllByRole(
    'listitem',
  );
  if (row === undefined) throw new Error('no row');
  return within(row);
};
const tableOf = async (row: Awaited<ReturnType<typeof rowOf>>): Promise<string | null> => {
  await userEvent.click(row.getByRole('button', { name: /Ver o que foi medido/ }));
  await userEvent.click(row.getByRole('button', { name: /ver tabela/ }));
  return row.getByRole('table').textContent;
};

it('shows the measured demand beside the contracted demand', () => {
  const cycles = [
    { date: '2026-08-01', highest: 44.5 },
    { date: '2026-09-01', highest: 63.2 },
  ];
  const evidence = [{ date: '2026-08-01', now: 1200, instead: 900 }];
  const chart = evidenceChart(
    anOpportunity('demand', { demanded: [{ touPeriod: null, contracted: 60, cycles }], evidence }),
  );
  expect(chart.bars.map(({ values }) => values?.map((value) => Math.round(value * 10) / 10))).toEqual([
    [44.5, 15.5, 0],
    [60, 0, 3.2],
  ]);
  expect(chart.table.rows).toEqual([
    ['1 ago', '44,5\u00a0kW', '60,0\u00a0kW', 'R$\u00a01.200,00', 'R$\u00a0900,00'],
    ['1 set', '63,2\u00a0kW', '60,0\u00a0kW', '–', '–'],
  ]);
  const byTouPeriod = evidenceChart(
    anOpportunity('demand', {
      demanded: (['inPoint', 'outPoint'] as const).map((touPeriod) => ({
        touPeriod,
        contracted: 60,
        cycles,
      })),
    }),
  );
  expect(byTouPeriod.table.rows.map(([name]) => name)).toEqual([
    '1 ago, na ponta',
    '1 ago, fora ponta',
    '1 set, na ponta',
    '1 set, fora ponta',
  ]);
  const never = [{ touPeriod: null, contracted: 70, cycles }];
  expect(evidenceChart(anOpportunity('demand', { demanded: never })).series).toHaveLength(2);
  expect(byTouPeriod.describe(1).title).toBe('1 ago, fora ponta');
  expect(byTouPeriod.describe(9)).toEqual({ title: '', rows: [] });
});

it('shows the movable consumption by hour of the peak', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    now: hour === 19 ? 20 : 8,
    movable: hour === 19 ? 5 : 0,
  }));
  const peak = { energy: 800, share: 0.4, from: 18, to: 21, hours, meter: null };
  const chart = evidenceChart(anOpportunity('peak', { peak, evidence: MONEY }));
  expect(chart.bars[19]?.values).toEqual([15, 5]);
  expect(chart.table.rows[3]).toEqual(['3h', '8,0\u00a0kW', '0,0\u00a0kW']);
  // Kept before the hours were told.
  const retained = evidenceChart(anOpportunity('peak', { peak: { ...peak, hours: [] }, evidence: MONEY }));
  expect(retained.bars).toHaveLength(1);
});

it('names both demands of a year, and the date from which the lower one is possible', async () => {
  const row = await rowOf('demand', {
    modality: { from: 'verde', to: 'verde' },
    demands: [{ touPeriod: null, contracted: 60 }],
    seasons: [{ from: 12, to: 3, demands: [{ touPeriod: null, contracted: 96 }] }],
    lowering: { noticeDays: 90, earliest: '2027-09-01', lastLowered: '2026-09-01' },
  });
  expect(row.getByRole('heading', { name: 'Contratar uma demanda para cada época do ano' })).toBeDefined();
  expect(
    row.getByText(/^Peça à distribuidora 96\skW de dezembro a março e 60\skW no resto do ano\./).textContent,
  ).toMatch(
    /vale a partir de 01\/09\/2027: a distribuidora tem 90 dias, e só se reduz uma vez em 12 meses, e a última foi em 01\/09\/2026\.$/,
  );
});

it('shows expiring credits with the energy to and from the grid', async () => {
  const row = await rowOf('expiring-credits', {
    credits: {
      energy: 1234.4,
      first: '2032-03',
      left: 300,
      cycles: [{ date: '2026-08-01', consumed: 5.25, injected: 400 }],
    },
  });
  expect(row.getByText(/a partir de março de 2032 vencem 1\.234\skWh em doze meses/)).toBeDefined();
  expect(row.getByRole('link', { name: 'Ver a fatura' })).toBeDefined();
  expect(await tableOf(row)).toContain('400\u00a0kWh5,3\u00a0kWh');
});

it('describes a larger generation as an indication, and accepts the price of an offer', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ used: 4, generated: hour === 12 ? 6 : 1 }));
  const row = await rowOf('larger-generation', {
    perYear: 1200,
    generation: { factor: 1.84, generated: 5000, used: 9200, power: 6, hours },
  });
  expect(
    row.getByText(
      /1,8 vezes maior: hoje ela dá 5\.000\skWh por ano, e o local usa 9\.200\skWh\. É uma indicação/,
    ),
  ).toBeDefined();
  await userEvent.type(row.getByLabelText('Preço da ampliação instalada (R$)'), '2.400');
  expect(row.getByText('Paga-se em 24 meses.')).toBeDefined();
  expect(await tableOf(row)).toContain('12h4,0\u00a0kW2,0\u00a0kW0,0\u00a0kW');
});

it('shows the effect of old prices where new ones are stored, and unknown otherwise', async () => {
  const prices = {
    tariff: { _id: 't1', name: 'Aurora B3' },
    validFrom: '2025-04-29',
    validUntil: null,
    newer: { _id: 't2', name: 'Aurora B3 2026', validFrom: '2026-04-29' },
    change: 1230.4,
  };
  const row = await rowOf('old-prices', { prices });
  expect(row.getByText(/^R\$\s1\.230 por ano a mais na fatura$/)).toBeDefined();
  expect(
    row.getByText(/Troque no contrato a tarifa por Aurora B3 2026, que vale desde 29\/04\/2026/),
  ).toBeDefined();
  expect(row.getByRole('link', { name: 'Ver o contrato' })).toBeDefined();
  expect(await tableOf(row)).toContain('Preços antigosPreços novos');
  document.body.replaceChildren();
  const unknown = await rowOf('old-prices', {
    perYear: null,
    low: null,
    high: null,
    prices: { ...prices, validUntil: '2026-04-28', newer: null, change: null },
  });
  expect(unknown.getByText('Valor desconhecido')).toBeDefined();
  expect(unknown.queryByRole('img', { name: /^Certeza/ })).toBeNull();
  expect(unknown.getByText(/valeram até 28\/04\/2026\. Peça a quem cuida do cadastro/)).toBeDefined();
  expect(await tableOf(unknown)).toMatch(/^.*Preços antigos(?!Preços novos)/);
});

it('shows no amount without a general meter, and shows the consumption by meter', async () => {
  const row = await rowOf('no-general-meter', {
    perYear: null,
    low: null,
    high: null,
    evidence: [],
    parts: [
      { mac: 'AA:BB:CC:DD:EE:01', name: 'Forno', energy: 800 },
      { mac: 'AA:BB:CC:DD:EE:02', name: 'Loja', energy: 9.5 },
    ],
  });
  expect(row.getByRole('heading', { name: 'Instalar um medidor geral' })).toBeDefined();
  expect(row.getByText('Valor desconhecido')).toBeDefined();
  expect(row.getByText(/a demanda do todo e o fator de potência ficam desconhecidos/)).toBeDefined();
  expect(await tableOf(row)).toContain('Forno800\u00a0kWhLoja9,5\u00a0kWh');
});
