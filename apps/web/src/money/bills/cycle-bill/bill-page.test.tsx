import type { ReportSubscription } from '@nascente/contract/insight/reports';
import type { BillAnswer, FrozenBill } from '@nascente/contract/money/bills';
import type { User } from '@nascente/contract/people/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { someTerms } from '../../../testing/some-terms.ts';
import { aBill } from '../testing/a-bill.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { BillPage } from './bill-page.tsx';

let api: Awaited<ReturnType<typeof startApi>>;
let bill: BillAnswer = aBill();
let stored: FrozenBill[] = [];
let subscriptions: ReportSubscription[] = [];
let assumed: string[] = [];
let report: { status?: number; body: unknown } = { body: 'a file' };

const ofEachCycle: ReportSubscription = {
  _id: 's1',
  kind: 'establishment',
  subject: 'e1',
  subjectName: 'Padaria',
  type: 'eletric',
  period: 'month',
  formats: ['pdf'],
  byMail: true,
};

const aFrozenBill = (overrides: Partial<FrozenBill> = {}): FrozenBill => ({
  id: 'k1',
  type: 'eletric',
  start: '2026-10-05',
  end: '2026-11-04',
  closedAt: '2026-11-06T12:00:00.000Z',
  closedBy: 'Marina Costa',
  total: 2537.35,
  completeness: 1,
  repricedTotal: 2549.85,
  difference: 12.5,
  ...overrides,
});

beforeAll(async () => {
  api = await startApi(
    answering({
      'GET /api/establishment/e1/bill': () => ({ body: { ok: true, bill } }),
      'GET /api/establishment/e1/contract': () => {
        const inForce = { validFrom: null, tariff: null, terms: someTerms };
        return { body: { ok: true, contract: { type: 'eletric', inForce, assumed, versions: [] } } };
      },
      'GET /api/establishment/e1/bills': () => ({ body: { ok: true, bills: stored } }),
      'GET /api/establishment/e1/report': () => report,
      'GET /api/reports/subscriptions': () => ({ body: { ok: true, subscriptions } }),
      'PUT /api/reports/subscriptions': () => {
        subscriptions = [ofEachCycle];
        return { body: { ok: true, subscription: ofEachCycle } };
      },
      'DELETE /api/reports/subscriptions/s1': () => {
        subscriptions = [];
        return { body: { ok: true } };
      },
      'POST /api/establishment/e1/bills': () => {
        stored = [aFrozenBill({ repricedTotal: 2537.35, difference: 0 })];
        return { status: 201, body: { ok: true, frozenBill: stored[0] } };
      },
    }),
  );
});
beforeEach(() => {
  bill = aBill();
  stored = [];
  subscriptions = [];
  assumed = [];
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (search = '', profile: User['profile'] = 'user') =>
  openBillPage(BillPage, '/bill/:id', `/bill/e1${search}`, profile);
const sheet = async () => {
  await screen.findByRole('table', { name: 'Linhas da fatura' });
  return within(screen.getByRole('region', { name: 'Fatura de energia' }));
};
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Linhas da fatura' }))
    .getAllByRole('row')
    .map((row) => row.textContent ?? '');

const cents = (text: string): number => Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 100);

it('shows CBS and IBS with the rule of the bill, and its amount without them', async () => {
  bill = aBill({
    total: 182.07,
    withoutTaxCredits: 170.73,
    taxes: { icms: 30.73, pis: 0, cofins: 0, vat: { cbs: 11.2, ibsState: 0.07, ibsMunicipal: 0.07 } },
    taxNotes: ['PIS e COFINS terminam pelo vencimento (a confirmar).'],
  });
  const { unmount } = openBillPage(BillPage, '/bill/:id', '/bill/e1');
  const amountOf = (name: string) =>
    screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ');
  await screen.findByText('Tributos, já incluídos nos valores');
  expect([amountOf('CBS'), amountOf('IBS'), amountOf('ICMS')]).toEqual(['R$ 11,20', 'R$ 0,14', 'R$ 30,73']);
  expect(screen.queryByText('COFINS', { selector: 'dt' })).toBeNull();
  expect(screen.getByText(/recupera como crédito, a fatura custa R\$\s170,73/)).toBeDefined();
  expect(screen.getByText('PIS e COFINS terminam pelo vencimento (a confirmar).')).toBeDefined();
  unmount();
  bill = aBill({ informedVat: { cbs: 16.54, ibsState: 1.84, ibsMunicipal: 0 } });
  openBillPage(BillPage, '/bill/:id', '/bill/e1');
  await screen.findByText('Só para informação, sem cobrança');
  expect([amountOf('CBS'), amountOf('IBS')]).toEqual(['R$ 16,54', 'R$ 1,84']);
});

it('shows lines whose amounts add up to the total on the screen', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Linhas da fatura' }));
  const amountIn = (row: HTMLElement): number =>
    cents(/R\$\s([\d.,]+)$/.exec(row.textContent ?? '')?.[1] ?? '0');
  const lines = table.getAllByRole('row').filter((row) => within(row).queryByRole('rowheader') !== null);
  const counted = lines.filter(
    (row) => within(row).queryByText(/^(Energia|Bandeira|Iluminação pública|Total)$/) === null,
  );
  expect(counted).toHaveLength(4);
  const sum = counted.map(amountIn).reduce((total, amount) => total + amount, 0);
  expect(sum).toBe(cents('2.537,35'));
  expect((await rows()).at(-1)).toMatch(/^TotalR\$\s2\.537,35$/);
});

it('groups lines and shows the quantity of each', async () => {
  open();
  const [, energy, te, , flag, , lighting] = await rows();
  expect(energy).toMatch(/^EnergiaR\$\s2\.420,38$/);
  expect(te).toMatch(/3\.050\skWh.*0,4123.*R\$\s1\.257,51$/);
  expect(flag).toBe('Bandeira');
  expect(lighting).toBe('Iluminação pública');
});

it('reports an open cycle, and does not offer to close it', async () => {
  bill = aBill({ isOpen: true, end: '2026-10-20', nextCycle: null });
  open();
  expect((await sheet()).getByText('Até agora, até 20 out')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Fechar fatura' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Este é o ciclo atual' }).disabled).toBe(true);
});

it('navigates to the cycle before, and stores it in the address', async () => {
  const { router } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Ciclo anterior: 5 set – 4 out' }));
  await waitFor(() => expect(router.state.location.search).toBe('?inicio=2026-09-05'));
  await waitFor(() =>
    expect(
      api.requests.some(({ path }) => path.includes('/bill?') && path.includes('start=2026-09-05')),
    ).toBe(true),
  );
});

it('names what is missing, and leads a user with permission to the contract', async () => {
  bill = aBill({ missing: ['Falta a contribuição de iluminação pública (COSIP): ela não está na fatura.'] });
  assumed = ['cosip'];
  const { unmount } = open();
  const link = await screen.findByRole('link', { name: 'Completar o contrato' });
  expect(link.getAttribute('href')).toBe('/bill/e1/contract');
  expect(screen.getByText(/COSIP\): ela não está/)).toBeDefined();
  unmount();
  open('', 'client');
  expect(await screen.findByText(/COSIP\): ela não está/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Completar o contrato' })).toBeNull();
});

it('does not lead to the contract for missing readings or flags', async () => {
  bill = aBill({ completeness: 0.97, missing: ['Faltam 90 de 2.976 medições de 15 minutos.'] });
  open();
  expect(await screen.findByText(/Faltam 90 de 2\.976/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Completar o contrato' })).toBeNull();
  expect(screen.getByText('dados completos em 97,0%')).toBeDefined();
});

it('closes a bill after a question, and then shows it as closed', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Fechar fatura' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Fechar a fatura de 5 out – 4 nov?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar fatura' }));
  expect(await screen.findByText('sem diferença')).toBeDefined();
  const sent = api.requests.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ type: 'eletric', start: '2026-10-05', end: '2026-11-04' });
  expect(screen.queryByRole('button', { name: 'Fechar fatura' })).toBeNull();
});

it('shows the total of today beside the closed one', async () => {
  stored = [aFrozenBill()];
  open();
  const card = await sheet();
  expect(await card.findByText('em 06/11/2026, por Marina Costa')).toBeDefined();
  expect(card.getByText(/2\.549,85/)).toBeDefined();
  expect(card.getByText(/^\+R\$\s12,50/)).toBeDefined();
  expect(card.getByRole('link', { name: 'Comparar linha por linha' }).getAttribute('href')).toBe(
    '/bill/e1/kept/k1',
  );
});

it('does not let the read-only profile close a bill', async () => {
  open('', 'client');
  await sheet();
  expect(screen.queryByRole('button', { name: 'Fechar fatura' })).toBeNull();
});

it('names the unknown flag, and the tariff of the calculation', async () => {
  open();
  const card = within(await screen.findByRole('region', { name: 'Como foi calculada' }));
  expect(card.getByText('ENEL SP · B3 · Convencional · Comercial')).toBeDefined();
  expect(card.getByText('Bandeira de 11/2026, 4 dias')).toBeDefined();
  expect(card.getByText('não informada')).toBeDefined();
});

it('shows demand against the contract, and an overrun as text', async () => {
  const at = '2026-10-14T21:15:00.000Z';
  bill = aBill({
    demand: [{ touPeriod: null, measured: 92, at, contracted: 80, billed: 92, overrun: 12 }],
  });
  open();
  const table = within(await screen.findByRole('table', { name: 'Demanda, em kW' }));
  expect(table.getByRole('row', { name: 'Única 92,0 80,0 92,0' })).toBeDefined();
  expect(screen.getByText(/Maior demanda: única em 14 out, 18:15\./)).toBeDefined();
  expect(screen.getByText(/passou de 105% da contratada: 12,0 kW de ultrapassagem/)).toBeDefined();
});

it('downloads the report of the cycle on screen, and reports failures', async () => {
  const create = vi.fn(() => 'blob:report');
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() });
  open('?inicio=2026-10-05');
  await sheet();
  await userEvent.click(screen.getByRole('button', { name: 'Baixar relatório em PDF' }));
  await screen.findByText('O relatório foi baixado.');
  expect(create).toHaveBeenCalledTimes(1);
  const requested = api.requests.find(({ path }) => path.includes('/report?') && path.includes('format'));
  expect(requested?.path).toBe('/api/establishment/e1/report?type=eletric&start=2026-10-05&format=pdf');
  report = {
    status: 409,
    body: { ok: false, type: 'limit', msg: 'Ainda estamos trabalhando no seu pedido anterior.' },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Baixar relatório em Excel' }));
  await screen.findByText('Ainda estamos trabalhando no seu pedido anterior.');
  expect(create).toHaveBeenCalledTimes(1);
});

it('subscribes to the report of each cycle by e-mail, then ends the subscription', async () => {
  open();
  await sheet();
  const byMail = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Receber por e-mail quando cada ciclo fechar',
  });
  expect(byMail.checked).toBe(false);
  await userEvent.click(byMail);
  await screen.findByText('O relatório chegará por e-mail na manhã depois do fim de cada ciclo.');
  expect(byMail.checked).toBe(true);
  const requested = api.requests.find(({ method }) => method === 'PUT');
  const { _id, subjectName: _name, ...body } = ofEachCycle;
  expect(requested?.body).toEqual(body);
  await waitFor(() => expect(byMail.disabled).toBe(false));
  await userEvent.click(byMail);
  await screen.findByText('O relatório não virá mais por e-mail.');
  expect(byMail.checked).toBe(false);
});

it('shows both ends of a total whose rule is not written yet', async () => {
  bill = aBill({ total: 460, range: { lowest: 400, highest: 460 } });
  const { unmount } = openBillPage(BillPage, '/bill/:id', '/bill/e1');
  const total = (await screen.findByText('estimativa')).closest('p');
  expect(total?.textContent).toContain('400,00 a 460,00');
  unmount();
});
