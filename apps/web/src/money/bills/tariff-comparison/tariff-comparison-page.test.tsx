import type { MarketComparison } from '@nascente/contract/money/market-comparison';
import type { DemandOptimum, TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { aBill } from '../testing/a-bill.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { savingChart } from './comparison-card.tsx';
import { demandCostCurve, TariffComparisonPage } from './tariff-comparison-page.tsx';
import { adviceOf, adviceText, reasonNotCheapest } from './tariff-options.ts';

const cycles = [
  { start: '2026-08-05', end: '2026-09-04', completeness: 1 },
  { start: '2026-09-05', end: '2026-10-04', completeness: 0.75, estimated: 0.25 },
];
const tariff = aBill().tariff ?? {
  _id: 't1',
  distributor: '',
  group: '',
  comment: '',
  color: '',
  modality: 'verde' as const,
  versions: [],
};

const compared = (modality: 'verde' | 'azul', totals: readonly number[], optimalTotal: number) => ({
  modality,
  tariff: { ...tariff, _id: modality, group: 'A4', color: modality === 'verde' ? 'Verde' : 'Azul', modality },
  total: totals.reduce((sum, total) => sum + total, 0),
  months: cycles.map(({ start, end }, index) => ({
    start,
    end,
    total: totals[index] ?? 0,
    optimalTotal: optimalTotal / 2,
  })),
  optimal: [{ touPeriod: null, contracted: 62, cost: 9000 }],
  optimalTotal,
  missing: [],
});

const yearly: TariffComparison = {
  subgroup: 'A4',
  meanKwh: 20_000,
  cycles,
  current: 'azul',
  modalities: [compared('verde', [9000, 11_000], 18_500), compared('azul', [10_000, 10_500], 20_100)],
  taxRules: null,
  saving: 2000,
  unavailable: [{ modality: 'branca', reason: 'O transformador passa de 112,5 kVA.' }],
  missing: [],
};

const optimum: DemandOptimum = {
  cycles,
  modality: 'azul',
  demands: [
    {
      touPeriod: null,
      current: { contracted: 80, cost: 12_000 },
      best: { contracted: 62, cost: 9300 },
      saving: 2700,
      curve: [
        { contracted: 30, cost: 15_000 },
        { contracted: 61, cost: 9900 },
        { contracted: 62, cost: 9300 },
        { contracted: 100, cost: 15_000 },
      ],
      measured: [58.4, 65.1],
    },
  ],
  missing: [],
};

const inMarket = (total: number) => ({
  total,
  months: cycles.map(({ start, end }) => ({ start, end, total: total / 2 })),
  missing: [],
});
const captiveOnly: MarketComparison = {
  subgroup: 'A4',
  cycles,
  isOpen: true,
  current: 'cativo',
  captive: inMarket(20_500),
  free: null,
  taxRules: null,
  saving: null,
};

let api: Awaited<ReturnType<typeof startApi>>;
let comparison = yearly;
let markets = captiveOnly;
let isOfferBroken = false;
const offers: string[] = [];
let demands: DemandOptimum | null = optimum;
const broken = { status: 500, body: { ok: false, type: 'error', msg: 'Algo inesperado aconteceu.' } };
beforeAll(async () => {
  api = await startApi(
    answering({
      'GET /api/establishment/e1/tariff-comparison': () => ({ body: { ok: true, comparison } }),
      'GET /api/establishment/e1/market-comparison': ({ path }: { path: string }) => {
        const query = new URLSearchParams(path.split('?')[1]);
        offers.push(String(query));
        const isOffer = query.has('supplierPrice');
        if (isOffer && isOfferBroken) return broken;
        const comparisonOf = isOffer ? { ...markets, free: inMarket(18_000), saving: 2500 } : markets;
        return { body: { ok: true, comparison: comparisonOf } };
      },
      'GET /api/establishment/e1/demand-optimum': () =>
        demands === null ? broken : { body: { ok: true, optimum: demands } },
    }),
  );
});
beforeEach(() => {
  comparison = yearly;
  markets = captiveOnly;
  isOfferBroken = false;
  offers.length = 0;
  demands = optimum;
});
afterAll(() => api.stop());

const open = () => openBillPage(TariffComparisonPage, '/bill/:id/tariffs', '/bill/e1/tariffs');
const card = async (name: string) => within(await screen.findByRole('region', { name }));

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const textOf = (of: TariffComparison) => plain(adviceText(adviceOf(of), of.cycles.length));

it('shows the advice first, and the same values in table and chart', async () => {
  open();
  expect(
    await screen.findByText(/^Peça a Verde com 62\skW: R\$\s2\.000 a menos em 2 ciclos\.$/),
  ).toBeDefined();
  const table = within(screen.getByRole('table', { name: 'Custo por modalidade' }));
  const [, verde, demand, azul] = table.getAllByRole('row').map((row) => plain(row.textContent) ?? '');
  expect(verde).toMatch(/^Verde com 62 kW O que pedir.*−R\$ 2\.000,00R\$ 18\.500,00$/);
  expect(demand).toMatch(/^Azul com 62 kW .*−R\$ 400,00R\$ 20\.100,00$/);
  expect(azul).toMatch(/^Azul como hoje Hoje.*R\$ 20\.500,00$/);
  expect(screen.getAllByText('5 set – 4 out: só 75,0% medido, 25,0% estimado.')).not.toEqual([]);
});

it('advises the small step when it gives the larger part of the saving', () => {
  const [verde, azul] = [
    compared('verde', [9000, 11_000], 18_500),
    compared('azul', [10_000, 10_500], 19_000),
  ];
  const small = { ...yearly, modalities: [verde, azul] };
  expect(textOf(small)).toBe(
    'Peça só outra demanda, 62 kW, e fique na Azul: R$ 1.500 a menos em 2 ciclos. Verde com 62 kW custaria ainda R$ 500 a menos, mas pede a troca de modalidade.',
  );
  expect(adviceOf(small).options.map(({ step }) => step)).toEqual(['demand', 'modality', 'stay']);
  expect(reasonNotCheapest(adviceOf(small))).toBe(
    'Não é a mais barata: dá a maior parte da economia sem trocar de modalidade',
  );
  expect(reasonNotCheapest(adviceOf(yearly))).toBeNull();
});

it('shows every cycle under every modality in the table behind the chart', async () => {
  open();
  await screen.findByRole('table', { name: 'Custo por modalidade' });
  const comparisonCard = await card('Comparação de modalidades');
  await userEvent.click(await comparisonCard.findByRole('button', { name: /^ver tabela/ }));
  const rows = comparisonCard.getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00a0', ' '));
  expect(rows).toContain('5 ago – 4 setR$ 9.250,00R$ 10.050,00R$ 10.000,00');
  expect(rows).toContain('TotalR$ 18.500,00R$ 20.100,00R$ 20.500,00');
});

it('draws a more expensive cycle below the axis, never as a saving', () => {
  const { today } = adviceOf(yearly);
  const [verde] = yearly.modalities;
  const cycles = verde?.months.map(({ start, end, total }) => ({ start, end, cost: total })) ?? [];
  const chart = today && savingChart({ today, other: { ...today, key: 'verde', cycles } });
  expect(chart?.bars.map(({ values }) => values)).toEqual([
    [1000, 0],
    [0, 500],
  ]);
  expect(chart?.series.map(({ isBelowAxis }) => isBelowAxis)).toEqual([undefined, true]);
  expect(chart?.describe(1).rows.at(-1)).toEqual({
    label: 'Custo a mais',
    value: 'R$\u00a0500,00',
    color: '--peak',
  });
});

it('reports when the present modality is the cheapest, and why others are unavailable', async () => {
  const [, azul] = yearly.modalities;
  const verde = compared('verde', [9000, 9500], 18_500);
  comparison = { ...yearly, current: 'verde', saving: 0, modalities: [verde, ...(azul ? [azul] : [])] };
  open();
  expect(await screen.findByText(/^Você já está na mais barata: Verde/)).toBeDefined();
  expect(screen.getByText(/O transformador passa de 112,5 kVA\./)).toBeDefined();
});

it('announces a comparison when no complete cycle exists yet', async () => {
  comparison = { ...yearly, cycles: [], modalities: [], saving: null, unavailable: [] };
  demands = { ...optimum, demands: [] };
  open();
  expect(await screen.findByText('A comparação aparece depois do primeiro ciclo completo.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Demanda contratada' })).toBeNull();
});

it('shows the demand with the minimum cost, and the present one on the curve', async () => {
  open();
  const demand = await card('Demanda contratada');
  expect(demand.getByText('58,4 a 65,1 kW')).toBeDefined();
  // As the sentence above says it: two sums that are cut to the cent apart never stand beside one another.
  expect(demand.getByText(/^R\$\s2\.700$/)).toBeDefined();
  await userEvent.click(demand.getByRole('button', { name: /^ver tabela/ }));
  expect(demand.getByRole('row', { name: /^62\skW, a mais barata R\$\s9\.300,00$/ })).toBeDefined();
  expect(demand.getByRole('row', { name: /^80\skW, a de hoje R\$\s12\.000,00$/ })).toBeDefined();
});

it('reports that the demand could not be computed, and tries again', async () => {
  demands = null;
  open();
  await screen.findByRole('table', { name: 'Custo por modalidade' });
  const failed = await card('Demanda contratada');
  expect(failed.getByRole('alert').textContent).toContain('Algo inesperado aconteceu.');
  demands = optimum;
  await userEvent.click(failed.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Demanda de menor custo')).toBeDefined();
});

it('marks the points on the curve in ascending order', () => {
  const [demand] = optimum.demands;
  const curve = demand && demandCostCurve(demand);
  expect(curve?.points.map(({ x }) => x)).toEqual([30, 61, 62, 80, 100]);
  expect(curve?.marks).toEqual([2, 3]);
  expect(curve?.ticks.map(({ label }) => label.replace('\u00a0', ' '))).toEqual([
    '40 kW',
    '60 kW',
    '80 kW',
    '100 kW',
  ]);
});

it('compares an offer of the free market with the present cost, and requires a valid price', async () => {
  open();
  const region = await card('Cativo ou livre');
  expect(region.getByText(/Informe o preço de um fornecedor/)).toBeDefined();
  await userEvent.click(region.getByRole('button', { name: 'Comparar proposta' }));
  expect(region.getByText('Digite um preço, como 280,00 por MWh ou 0,28 por kWh.')).toBeDefined();
  await userEvent.type(region.getByLabelText(/Preço da proposta/), '0,28');
  await userEvent.type(region.getByLabelText(/Desconto na TUSD/), '50');
  await userEvent.click(region.getByRole('button', { name: 'Comparar proposta' }));
  expect(
    await region.findByText(/^Nos últimos 2 ciclos, o mercado livre teria custado R\$\s2\.500,00 a menos\.$/),
  ).toBeDefined();
  expect(offers.at(-1)).toBe('supplierPrice=0.28&discount=0.5');
  const rows = region.getAllByRole('row').map((row) => plain(row.textContent));
  expect(rows.at(-1)).toBe('TotalR$ 20.500,00R$ 18.000,00');
  const price = region.getByLabelText(/Preço da proposta/);
  for (const [typed, isTaken] of [
    ['abc', false],
    ['99999999', false],
    ['280,00', true],
  ] as const) {
    await userEvent.clear(price);
    await userEvent.type(price, typed);
    await userEvent.click(region.getByRole('button', { name: 'Comparar proposta' }));
    await waitFor(() => expect(region.queryByText(/teria custado R/) !== null).toBe(isTaken));
  }
  expect(offers.at(-1)).toBe('supplierPrice=0.28&discount=0.5');
});

it('retains an offer that could not be compared, for another try or a correction', async () => {
  isOfferBroken = true;
  open();
  const region = await card('Cativo ou livre');
  const price = region.getByLabelText<HTMLInputElement>(/Preço da proposta/);
  await userEvent.type(price, '0,28');
  await userEvent.click(region.getByRole('button', { name: 'Comparar proposta' }));
  const again = await region.findByRole('button', { name: 'Tentar novamente' }, { timeout: 5_000 });
  expect(price.isConnected).toBe(true);
  expect(price.value).toBe('0,28');
  isOfferBroken = false;
  await userEvent.click(again);
  expect(await region.findByText(/teria custado R/)).toBeDefined();
});

it('names the tax rules of cycles with CBS beside cycles with PIS and COFINS', async () => {
  const taxRules = '2027 com CBS, 2026 com PIS/COFINS';
  comparison = { ...yearly, taxRules };
  markets = { ...captiveOnly, taxRules };
  open();
  await waitFor(() => expect(screen.getAllByText(`Regras de tributos: ${taxRules}.`)).toHaveLength(2));
});

it('shows no markets without a tariff that states TUSD and TE', async () => {
  markets = { ...captiveOnly, isOpen: false, captive: null };
  open();
  await screen.findByRole('table', { name: 'Custo por modalidade' });
  expect(screen.queryByRole('region', { name: 'Cativo ou livre' })).toBeNull();
});

it('tells low voltage when its market opens, on which conditions, and asks for no discount', async () => {
  markets = { ...captiveOnly, isOpen: false, subgroup: 'B3' };
  open();
  const region = await card('Cativo ou livre');
  expect(region.getByText('O mercado livre abre para a baixa tensão (B3) até 25/11/2027.')).toBeDefined();
  const text = region.getByText(/^É o prazo da lei, com condições/).textContent;
  expect(text).toContain('se for indústria ou comércio; para os demais, até 25/11/2028. O aviso');
  expect(text).toContain(
    'proposta que ainda não é lei, seria até 29/05/2027 (para os demais, até 29/05/2028).',
  );
  expect(region.getByText('(proposta da Consulta Pública MME 196/2025, não é lei)')).toBeDefined();
  expect(region.queryByLabelText(/Desconto na TUSD/)).toBeNull();
});

it('warns that a discount may not hold for who migrates after the law', async () => {
  markets = captiveOnly;
  open();
  const region = await card('Cativo ou livre');
  await userEvent.type(region.getByLabelText(/Preço da proposta/), '0,28');
  await userEvent.type(region.getByLabelText(/Desconto na TUSD/), '50');
  await userEvent.click(region.getByRole('button', { name: 'Comparar proposta' }));
  expect(await region.findByText('Este desconto pode não valer.')).toBeDefined();
});

it('says what Tarifa Branca would have cost a consumer for whom it may become the rule', async () => {
  const [first] = yearly.modalities;
  if (first === undefined) throw new Error('no modality');
  const option = (modality: 'convencional' | 'branca', total: number) => ({
    ...first,
    modality,
    tariff: { ...first.tariff, _id: modality, modality },
    total,
    optimalTotal: total,
    withoutTaxCredits: { total: total - 100, optimalTotal: total - 100 },
    optimal: [],
  });
  comparison = {
    ...yearly,
    subgroup: 'B3',
    meanKwh: 1500,
    current: 'convencional',
    modalities: [option('convencional', 2000), option('branca', 2150.5)],
  };
  open();
  const notice = (await screen.findByText('A Tarifa Branca pode se tornar a regra.')).parentElement;
  expect(plain(notice?.textContent ?? null)).toContain(
    'A média aqui é de 1.500 kWh por ciclo. Em 2 ciclos, ela teria custado R$ 150,50 a mais que a Convencional.',
  );
  expect(
    plain(screen.getAllByText(/^Sem os tributos que a empresa recupera:/)[0]?.textContent ?? null),
  ).toContain('R$ 1.900,00');
});
