import type { Reconciliation, UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import type { User } from '@nascente/contract/people/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { someTerms } from '../../../testing/some-terms.ts';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { UtilityPage } from './utility-page.tsx';

const aUtilityBill = (overrides: Partial<UtilityBillAnswer> = {}): UtilityBillAnswer => ({
  id: 'u1',
  type: 'eletric',
  start: '2026-10-06',
  end: '2026-11-05',
  total: 3032.16,
  consumed: { inPoint: 196, outPoint: 3615 },
  demand: {},
  volume: null,
  taxes: null,
  others: -5,
  lines: null,
  image: null,
  note: 'Com juros.',
  nf3e: null,
  ...overrides,
});

const reconciled: Reconciliation = {
  billed: aUtilityBill(),
  expected: { start: '2026-10-05', end: '2026-11-04', total: 2989.65, lines: [] },
  repriced: { start: '2026-10-06', end: '2026-11-05', total: 3024.5, lines: [] },
  difference: 42.51,
  parts: [
    { cause: 'period', amount: -0.05 },
    { cause: 'missingData', amount: 0 },
    { cause: 'consumption', amount: 34.9 },
    { cause: 'demand', amount: 0 },
    { cause: 'tariff', amount: 0 },
    { cause: 'taxes', amount: 0 },
    { cause: 'rest', amount: 7.66 },
  ],
  lines: [
    { label: 'COSIP', kind: 'lighting', billed: 42.47, expected: 40 },
    { label: 'Multa', kind: 'fine', billed: 5.19, expected: null },
    { label: 'Multa', kind: 'fine', billed: 5.19, expected: null },
    { label: 'Doação', kind: 'donation', billed: null, expected: 10 },
  ],
  findings: [],
  distributor: 'Enel SP',
  missing: [],
  completeness: 0.998,
};

let api: Awaited<ReturnType<typeof startApi>>;
let bills: UtilityBillAnswer[] = [];
const terms = { ...someTerms, modality: 'branca' as const };

beforeAll(async () => {
  api = await startApi(
    answering({
      'GET /api/establishment/e1/contract': {
        contract: {
          type: 'eletric',
          inForce: { validFrom: '2026-01-01', tariff: null, terms },
          assumed: [],
          versions: [],
        },
      },
      'GET /api/establishment/e1/reading-dates': {
        readings: {
          type: 'eletric',
          dates: [],
          cycles: [
            { start: '2026-11-05', end: '2026-12-04' },
            { start: '2026-10-05', end: '2026-11-04' },
          ],
        },
      },
      'GET /api/establishment/e1/utility-bills': () => ({ body: { ok: true, bills } }),
      'POST /api/establishment/e1/utility-bills': () => {
        bills = [aUtilityBill({ id: 'u2' }), ...bills];
        return { status: 201, body: { ok: true, bill: bills[0] } };
      },
      'PATCH /api/establishment/e1/utility-bills/u1': { bill: aUtilityBill() },
      'DELETE /api/establishment/e1/utility-bills/u1': () => {
        bills = [];
        return { body: { ok: true } };
      },
      'GET /api/establishment/e1/utility-bills/u1/reconciliation': { reconciliation: reconciled },
      'GET /api/establishment/e1/utility-bills/u2/reconciliation': { reconciliation: reconciled },
    }),
  );
});
beforeEach(() => {
  bills = [aUtilityBill()];
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (search = '', profile: User['profile'] = 'user') =>
  openBillPage(UtilityPage, '/bill/:id/utility', `/bill/e1/utility${search}`, profile);
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const OTHERS = 'Soma das outras linhas (R$)';
const sent = (method: string) => api.requests.find((one) => one.method === method)?.body;

it('splits the difference into parts that add up to it on the screen', async () => {
  open();
  const list = within(await screen.findByRole('list', { name: 'Do esperado ao faturado' }));
  const rows = list.getAllByRole('listitem').map((row) => row.textContent ?? '');
  expect(rows).toHaveLength(5);
  const amounts = rows.map((row) => {
    const [, sign = '', size = ''] = /([+−]?)R\$\s([\d.,]+)$/.exec(row) ?? [];
    return Number(size.replaceAll('.', '').replace(',', '.')) * (sign === '−' ? -1 : 1);
  });
  expect(sumReais(amounts.slice(0, -1))).toBe(amounts.at(-1));
  expect(screen.getByText('Faturado a mais do que o esperado')).toBeDefined();
  expect(screen.getByText('dados completos em 99,8%')).toBeDefined();
});

it('stores an entered bill without its empty fields', async () => {
  const { router } = open('?conta=nova');
  expect((await screen.findByLabelText<HTMLInputElement>('Primeiro dia')).value).toBe('05/10/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  expect(await screen.findByText('Informe o total, como 1.234,56.')).toBeDefined();
  expect(sent('POST')).toBeUndefined();
  await type('Total (R$)', '3.100,5');
  await type('Na ponta', '1.234,5');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  await waitFor(() => expect(router.state.location.search).toBe('?conta=u2'));
  expect(sent('POST')).toEqual({
    type: 'eletric',
    start: '2026-10-05',
    end: '2026-11-04',
    total: 3100.5,
    consumed: { inPoint: 1234.5 },
    demand: {},
    volume: null,
    taxes: null,
    others: null,
    lines: null,
    image: null,
    note: '',
    nf3e: null,
  });
});

it('stores the other lines of a bill as they are printed', async () => {
  open('?conta=nova');
  await type('Total (R$)', '100');
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar linha' }));
  const lighting = within(screen.getByRole('group', { name: 'Iluminação pública (COSIP)' }));
  await userEvent.type(lighting.getByLabelText('Valor (R$)'), '42,47');
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar linha' }));
  const other = within(screen.getByRole('group', { name: 'Linha 2' }));
  await userEvent.selectOptions(other.getByLabelText('Tipo'), 'Devolução ou crédito');
  await userEvent.clear(other.getByLabelText('Nome, como está na fatura'));
  await userEvent.type(other.getByLabelText('Nome, como está na fatura'), 'Bônus');
  await userEvent.selectOptions(other.getByLabelText('Como é calculada'), 'Quantidade × preço');
  await userEvent.type(other.getByLabelText('Quantidade'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  expect(await screen.findByText(/Informe o preço em R\$ por unidade/)).toBeDefined();
  await userEvent.type(other.getByLabelText('Preço (R$)'), '6,17');
  await userEvent.click(other.getByLabelText('ICMS'));
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  await waitFor(() =>
    expect(sent('POST')).toMatchObject({
      others: null,
      lines: [
        {
          label: 'Iluminação pública (COSIP)',
          kind: 'lighting',
          value: { mode: 'amount', amount: '42.47' },
          isCredit: false,
          taxes: { icms: false, pisCofins: false },
        },
        {
          label: 'Bônus',
          kind: 'refund',
          value: { mode: 'quantity', quantity: 2, price: '6.17' },
          isCredit: true,
          taxes: { icms: true, pisCofins: false },
        },
      ],
    }),
  );
});

it('refuses an end before the start', async () => {
  open('?conta=nova');
  await type('Último dia', '01/10/2026');
  await type('Total (R$)', '10');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  expect(await screen.findByText('O fim deve ser no dia do início ou depois.')).toBeDefined();
});

it('changes a bill, starting with its stored values', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Alterar esta fatura' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Total (R$)')).value).toBe('3032,16');
  expect(screen.getByLabelText<HTMLInputElement>('Fora ponta').value).toBe('3615');
  expect(screen.getByLabelText<HTMLInputElement>(OTHERS).value).toBe('-5,00');
  await type('Total (R$)', '3.000,00');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject({ total: 3000, others: -5, lines: null, note: 'Com juros.' }),
  );
});

it('stores that a bill has no other lines', async () => {
  open('?conta=nova');
  await type('Total (R$)', '10');
  await userEvent.click(screen.getByLabelText('A fatura não tem nenhuma outra linha'));
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  await waitFor(() => expect(sent('POST')).toMatchObject({ others: null, lines: [] }));
});

it('changes the lines of a stored bill', async () => {
  const line = {
    label: 'Multa',
    kind: 'fine' as const,
    value: { mode: 'amount' as const, amount: '5.19' },
    isCredit: false,
    taxes: { icms: false, pisCofins: false },
  };
  bills = [aUtilityBill({ lines: [line], others: 5.19 })];
  open('?conta=u1&alterar=1');
  await type('Valor (R$)', '6,00');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject({
      others: null,
      lines: [{ ...line, value: { mode: 'amount', amount: '6.00' } }],
    }),
  );
});

it('compares each other line with the contract', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Outras linhas da fatura' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00a0', ' '));
  expect(rows.slice(1)).toEqual([
    'COSIPIluminação pública (COSIP)R$ 42,47R$ 40,00+R$ 2,47',
    'MultaMulta, juros ou correção · não está no contratoR$ 5,19–+R$ 5,19',
    'MultaMulta, juros ou correção · não está no contratoR$ 5,19–+R$ 5,19',
    'Doaçãonão está na fatura–R$ 10,00−R$ 10,00',
    'Outras linhas, somadasR$ 52,85R$ 50,00+R$ 2,85',
  ]);
});

it('removes a bill after a question', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remover esta fatura' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }));
  expect(await screen.findByText(/Lance a fatura da distribuidora/)).toBeDefined();
});

it('names the removed bill until its dialog closes', async () => {
  bills = [aUtilityBill({ id: 'u2', start: '2026-11-06', end: '2026-12-05', total: 9999 }), aUtilityBill()];
  open('?conta=u1');
  await userEvent.click(await screen.findByRole('button', { name: 'Remover esta fatura' }));
  const dialog = screen.getByRole('dialog');
  const texts = new Set([dialog.textContent]);
  const watch = new MutationObserver(() => texts.add(dialog.textContent));
  watch.observe(dialog, { subtree: true, childList: true, characterData: true });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  watch.disconnect();
  expect([...texts].filter((text) => text.includes('9.999,00'))).toEqual([]);
  expect([...texts].some((text) => text.includes('3.032,16'))).toBe(true);
});

it('lets the read-only profile read, without buttons to change', async () => {
  open('?conta=nova', 'client');
  await screen.findByRole('list', { name: 'Do esperado ao faturado' });
  expect(screen.queryByRole('button', { name: /Lançar|Alterar|Remover/ })).toBeNull();
});

it('reports to a read-only user that no bill exists, without asking for one', async () => {
  bills = [];
  open('', 'client');
  expect(await screen.findByText(/Nenhuma fatura da distribuidora foi lançada ainda/)).toBeDefined();
  expect(screen.queryByText(/Lance a fatura/)).toBeNull();
});
