import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OpportunitiesPage } from './opportunities-page.tsx';

const FIELD = 'Preço do fornecedor (R$/MWh ou R$/kWh)';
const market: OpportunityOf<'free-market'>['market'] = {
  breakEven: 0.35,
  isRetail: true,
  cycles: [
    { date: '2026-08-01', days: 31, completeness: 1, now: 10_000, base: 6000, energy: 10_000 },
    { date: '2026-09-01', days: 30, completeness: 1, now: 9000, base: 6000, energy: 10_000 },
    { date: '2026-10-01', days: 31, completeness: 1, now: 9500, base: 6000, energy: 10_000 },
  ],
};
let opportunity: Opportunity;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({
    body: { ok: true, opportunities: [opportunity], perYear: 0, looked: { done: 1, of: 1 } },
  }));
});
afterAll(() => api.stop());

const openRow = async (overrides: Partial<OpportunityOf<'free-market'>> = {}) => {
  const unknown = { perYear: null, low: null, high: null };
  opportunity = anOpportunity('free-market', { ...unknown, market, ...overrides });
  const address = overrides.state === 'done' ? '/opportunities?lista=feitas' : '/opportunities';
  openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: address });
  const [row] = await within(await screen.findByRole('list', { name: 'Oportunidades' })).findAllByRole(
    'listitem',
  );
  if (row === undefined) throw new Error('no row');
  return within(row);
};
const typePrice = async (row: Awaited<ReturnType<typeof openRow>>, price: string): Promise<void> => {
  await userEvent.clear(row.getByLabelText(FIELD));
  await userEvent.type(row.getByLabelText(FIELD), price);
};
const showTable = async (row: Awaited<ReturnType<typeof openRow>>): Promise<void> => {
  await userEvent.click(row.getByRole('button', { name: /Ver o que foi medido/ }));
  await userEvent.click(row.getByRole('button', { name: /ver tabela/ }));
};

it('shows the break-even price before any price exists, and explains how to change', async () => {
  const row = await openRow();
  expect(row.getByRole('heading', { name: 'Comprar energia no mercado livre' })).toBeDefined();
  expect(row.getByText('Valor desconhecido')).toBeDefined();
  expect(row.getByText(/^compensa abaixo de R\$\s350,00\/MWh/)).toBeDefined();
  expect(row.queryByRole('img', { name: /^Certeza/ })).toBeNull();
  expect(
    row.getByText(/^Peça propostas a comercializadores varejistas, .* avise a distribuidora 180 dias/),
  ).toBeDefined();
  expect(row.getByRole('link', { name: 'Ver a comparação inteira' }).getAttribute('href')).toBe(
    `/bill/${anOpportunity('free-market').establishment._id}/tariffs`,
  );
  await showTable(row);
  expect(row.getByRole('table').textContent).toMatch(
    /R\$\s6\.000,00R\$\s4\.000,0010\.000\skWhR\$\s400,00\/MWh/,
  );
});

it('shows the yearly saving of a supplier’s price per MWh or kWh, with range and cycles', async () => {
  const row = await openRow();
  await showTable(row);
  await typePrice(row, '280,00');
  // R$ 1.200, 200 and 700 in 92 days.
  expect(row.getByText(/^R\$\s8\.332 por ano$/)).toBeDefined();
  expect(row.getByText(/^de R\$\s[\d.]+ a R\$\s[\d.]+/)).toBeDefined();
  expect(row.getByRole('img', { name: /^Certeza baixa/ })).toBeDefined();
  expect(row.getByText(/^A R\$\s280,00\/MWh, é o que se economiza .* Não entra na soma acima/)).toBeDefined();
  expect(row.getByRole('table').textContent).toMatch(
    /Fatura de hojeNo mercado livre.*R\$\s10\.000,00R\$\s8\.800,00/,
  );
  await typePrice(row, '0,28');
  expect(row.getByText(/^R\$\s8\.332 por ano$/)).toBeDefined();
});

it('reports a higher or nearly equal price, and refuses an invalid one', async () => {
  const row = await openRow();
  await typePrice(row, '380');
  expect(
    row.getByText(/^A R\$\s380,00\/MWh, as faturas sairiam R\$\s3\.571 por ano mais caras\.$/),
  ).toBeDefined();
  expect(row.getByText('Não compensa a este preço')).toBeDefined();
  await typePrice(row, '350,1');
  expect(row.getByText(/os dois mercados custariam quase o mesmo/)).toBeDefined();
  await typePrice(row, 'barato');
  expect(row.getByText('Digite um preço, como 280,00 por MWh ou 0,28 por kWh.')).toBeDefined();
});

it('advises a large customer to request offers from any trader', async () => {
  const row = await openRow({ market: { ...market, isRetail: false } });
  expect(row.getByText(/^Peça propostas a comercializadores de energia: abaixo de/)).toBeDefined();
});

it('requests no offers once the change is done, and says where the saving appears', async () => {
  const row = await openRow({ state: 'done', doneOn: '2026-10-01' });
  expect(row.queryByText(/^Peça propostas/)).toBeNull();
  expect(row.queryByLabelText(FIELD)).toBeNull();
  expect(
    row.getByText(/a economia aparece na soma da fatura da distribuidora com a nota do fornecedor/),
  ).toBeDefined();
});
