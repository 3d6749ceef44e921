import type { User } from '@nascente/contract/session';
import type { Reconciliation, UtilityBillAnswer } from '@nascente/contract/utility-bills';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { someTerms } from '../../testing/some-terms.ts';
import { sumReais } from './cycle/bill-groups.ts';
import { answering, openBillPage } from './testing/open-bill.tsx';
import { waterfall } from './utility/waterfall.ts';
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
  image: null,
  note: 'Com juros.',
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
  api.asked.length = 0;
});
afterAll(() => api.stop());

const open = (search = '', profile: User['profile'] = 'user') =>
  openBillPage(UtilityPage, '/bill/:id/utility', `/bill/e1/utility${search}`, profile);
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const OTHERS = 'Iluminação pública, multas e outros valores (R$, opcional)';
const sent = (method: string) => api.asked.find((one) => one.method === method)?.body;

it('splits the difference into parts that add up to it, as they are read on the screen', async () => {
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

it('enters a bill with what is on it, and leaves out what is not', async () => {
  const { router } = open('?conta=nova');
  expect((await screen.findByLabelText<HTMLInputElement>('Primeiro dia')).value).toBe('2026-10-05');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar conta' }));
  expect(await screen.findByText('Informe o total, como 1.234,56.')).toBeDefined();
  expect(sent('POST')).toBeUndefined();
  await type('Total (R$)', '3.100,5');
  await type('Na ponta', '1.234,5');
  await type(OTHERS, '-12,34');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar conta' }));
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
    others: -12.34,
    image: null,
    note: '',
  });
});

it('refuses an end before the start', async () => {
  open('?conta=nova');
  await type('Último dia', '2026-10-01');
  await type('Total (R$)', '10');
  await userEvent.click(screen.getByRole('button', { name: 'Lançar conta' }));
  expect(await screen.findByText('O fim deve ser no dia do início ou depois.')).toBeDefined();
});

it('changes a bill, beginning with what it says', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Alterar esta conta' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Total (R$)')).value).toBe('3032,16');
  expect(screen.getByLabelText<HTMLInputElement>('Fora ponta').value).toBe('3615');
  expect(screen.getByLabelText<HTMLInputElement>(OTHERS).value).toBe('-5,00');
  await type('Total (R$)', '3.000,00');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() => expect(sent('PATCH')).toMatchObject({ total: 3000, others: -5, note: 'Com juros.' }));
});

it('removes a bill after asking', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remover esta conta' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }));
  expect(await screen.findByText(/Lance a conta da distribuidora/)).toBeDefined();
});

it('lets the read-only profile read', async () => {
  open('?conta=nova', 'client');
  await screen.findByRole('list', { name: 'Do esperado ao faturado' });
  expect(screen.queryByRole('button', { name: /Lançar|Alterar|Remover/ })).toBeNull();
});

describe('the waterfall', () => {
  const cents = fc.integer({ min: -500_000, max: 500_000 }).map((amount) => amount / 100);

  it('ends where the billed bar ends, whatever the parts are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.array(cents, { maxLength: 5 }),
        (base, amounts) => {
          const expected = { total: base / 100 };
          const billed = { total: sumReais([expected.total, ...amounts]) };
          const causes = ['period', 'missingData', 'consumption', 'demand', 'tariff'] as const;
          const parts = amounts.map((amount, index) => ({
            cause: causes[index] ?? ('rest' as const),
            amount,
          }));
          const steps = waterfall({ expected, billed, parts });
          for (const { from, length } of steps) {
            expect(from).toBeGreaterThanOrEqual(-1e-9);
            expect(from + length).toBeLessThanOrEqual(1 + 1e-9);
          }
          const moved = steps.slice(1, -1).filter(({ amount }) => amount !== 0);
          expect(sumReais([expected.total, ...moved.map(({ amount }) => amount)])).toBe(billed.total);
        },
      ),
    );
  });
});
