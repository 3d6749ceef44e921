import type { ElectronicBillAnswer } from '@nascente/contract/money/electronic-bills';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { someTerms } from '../../../testing/some-terms.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { UtilityPage } from './utility-page.tsx';

const KEY = '35260811222333000181660010000000011000000013';
const noTaxes = { icms: 0, pis: 0, cofins: 0, cbs: 0, ibs: 0 };
const cosip = {
  label: 'COSIP',
  kind: 'lighting' as const,
  value: { mode: 'amount' as const, amount: '64.60' },
  isCredit: false,
  taxes: { icms: false, pisCofins: false },
};
const aBill = (overrides: Partial<ElectronicBillAnswer> = {}): ElectronicBillAnswer => ({
  accessKey: KEY,
  number: '1',
  issuedOn: '2026-08-05',
  issuer: { name: 'Light', cnpj: '11222333000181' },
  holder: { name: 'PADARIA LTDA', document: '11222333000181' },
  unitCode: '7012470655',
  isOfUnit: true,
  signature: 'matches',
  period: { start: '2026-07-06', end: '2026-08-04' },
  cycle: { start: '2026-07-06', end: '2026-08-04' },
  due: '2026-08-20',
  lines: [
    {
      label: 'Energia',
      code: '0601001',
      unit: 'kWh',
      quantity: 304,
      price: 1.36636,
      amount: 415.37,
      taxes: { ...noTaxes, icms: 99.69, pis: 3.88, cofins: 17.9 },
      part: 'energy',
      kind: null,
    },
    {
      label: 'COSIP',
      code: '0801001',
      unit: null,
      quantity: null,
      price: null,
      amount: 64.6,
      taxes: noTaxes,
      part: 'cosip',
      kind: 'lighting',
    },
  ],
  total: 479.97,
  taxes: { ...noTaxes, icms: 99.69, pis: 3.88, cofins: 17.9, cbs: 2.84, ibs: 0.32 },
  addsVat: false,
  warnings: [],
  stored: null,
  sameDays: null,
  entered: { consumed: { outPoint: 304 }, demand: {}, taxes: 121.47, others: null, lines: [cosip] },
  ...overrides,
});

let api: Awaited<ReturnType<typeof startApi>>;
let bill: ElectronicBillAnswer | null = aBill();
/** A reading is answered after it. */
let late: Promise<void> | null = null;

const stored = { ...aBill(), id: 'u1' };
const asEntered = {
  id: 'u1',
  type: 'eletric',
  start: '2026-07-06',
  end: '2026-08-04',
  total: 479.97,
  consumed: { outPoint: 304 },
  demand: {},
  volume: null,
  taxes: 121.47,
  others: 64.6,
  lines: [cosip],
  image: null,
  note: '',
  nf3e: { accessKey: KEY, unitCode: '7012470655' },
};
let bills: object[] = [];

beforeAll(async () => {
  api = await startApi(
    answering({
      'GET /api/establishment/e1/contract': {
        contract: {
          type: 'eletric',
          inForce: { validFrom: '2026-01-01', tariff: null, terms: someTerms },
          assumed: [],
          versions: [],
        },
      },
      'GET /api/establishment/e1/reading-dates': {
        readings: { type: 'eletric', dates: [], cycles: [{ start: '2026-09-01', end: '2026-09-30' }] },
      },
      'GET /api/establishment/e1/utility-bills': () => ({ body: { ok: true, bills } }),
      'POST /api/establishment/e1/electronic-bill': async () => {
        await late;
        return bill === null
          ? { status: 400, body: { ok: false, type: 'validation', msg: 'Este XML é uma NF-e (modelo 55).' } }
          : { body: { ok: true, bill } };
      },
      'POST /api/establishment/e1/utility-bills': () => {
        bills = [asEntered];
        return { status: 201, body: { ok: true, bill: asEntered } };
      },
      'PATCH /api/establishment/e1/utility-bills/u1': { bill: asEntered },
    }),
  );
});
beforeEach(() => {
  bill = aBill();
  late = null;
  bills = [];
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = () => openBillPage(UtilityPage, '/bill/:id/utility', '/bill/e1/utility?conta=xml');
const file = (content = '<nf3eProc/>') => new File([content], 'fatura.xml', { type: 'text/xml' });
const send = async (sent = file()) =>
  userEvent.upload(await screen.findByLabelText('XML da fatura (NF3e)'), sent);
const sent = (method: string, path = '/utility-bills') =>
  api.requests.find((one) => one.method === method && one.path.includes(path))?.body;
const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ');
const text = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ');

it('shows unit, period, taxes and lines as they were read, and stores them with one press', async () => {
  const { router } = open();
  await send();
  const lines = within(await screen.findByRole('list', { name: 'Linhas da nota' })).getAllByRole('listitem');
  expect(lines.map(text)).toEqual([
    'Energia304 kWh × R$ 1,36636 · ICMS R$ 99,69 · PIS e COFINS R$ 21,78R$ 415,37Consumo',
    'COSIPR$ 64,60Iluminação pública (COSIP)',
  ]);
  expect(fact('Unidade consumidora')).toBe('7012470655');
  expect(fact('Cliente')).toBe('PADARIA LTDA, CNPJ 11.222.333/0001-81');
  expect(fact('Período')).toBe('6 jul – 4 ago 2026');
  expect(fact('Vencimento')).toBe('20/08/2026');
  expect(fact('Consumo')).toBe('304 kWh');
  expect(fact('Tributos')).toBe(
    'ICMS R$ 99,69, PIS e COFINS R$ 21,78, CBS R$ 2,84, IBS R$ 0,32 (CBS e IBS só informados)',
  );
  expect(fact('Assinatura digital')).toBe(
    'Confere com o conteúdo; quem emitiu o certificado não foi conferido',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Guardar fatura' }));
  await waitFor(() => expect(router.state.location.search).toBe('?conta=u1'));
  expect(sent('POST')).toEqual({
    type: 'eletric',
    start: '2026-07-06',
    end: '2026-08-04',
    total: 479.97,
    consumed: { outPoint: 304 },
    demand: {},
    taxes: 121.47,
    others: null,
    lines: [cosip],
    nf3e: { accessKey: KEY, unitCode: '7012470655' },
  });
});

it('replaces the typed bill of the same days, and leaves its picture and note', async () => {
  bills = [{ ...asEntered, nf3e: null, total: 400 }];
  bill = aBill({ sameDays: 'u1' });
  open();
  await send();
  expect(await screen.findByText('Já há uma fatura lançada com este período.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Substituir a fatura lançada' }));
  await waitFor(() => expect(sent('PATCH')).toMatchObject({ total: 479.97, nf3e: { accessKey: KEY } }));
  expect(Object.keys(sent('PATCH') as object)).not.toContain('note');
  expect(sent('POST')).toBeUndefined();
});

it('offers the stored bill for a second copy', async () => {
  bills = [asEntered];
  bill = aBill({ stored: stored.id, isOfUnit: false });
  const { router } = open();
  await send();
  expect(await screen.findByText('Esta fatura já está guardada.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Guardar|Revisar/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ver a comparação' }));
  expect(router.state.location.search).toBe('?conta=u1');
});

it('asks whether the bill is of this unit before it can be stored', async () => {
  bill = aBill({ isOfUnit: false });
  open();
  await send();
  const store = await screen.findByRole('button', { name: 'Guardar fatura' });
  expect(store.hasAttribute('disabled')).toBe(true);
  expect(text(screen.getByText(/o cadastro deste estabelecimento não tem/))).toBe(
    'A fatura é da unidade 7012470655 (PADARIA LTDA, CNPJ 11.222.333/0001-81), e o cadastro deste estabelecimento não tem o código para comparar.',
  );
  await userEvent.click(screen.getByLabelText('Sim, a fatura é deste estabelecimento'));
  expect(store.hasAttribute('disabled')).toBe(false);
});

it('asks about a note without unit, customer and quantities', async () => {
  const nobody = { name: '', document: '' };
  const entered = { ...aBill().entered, consumed: {}, demand: { inPoint: 10, outPoint: 20.5 } };
  bill = aBill({ isOfUnit: false, unitCode: '', holder: nobody, due: null, taxes: noTaxes, entered });
  open();
  await send();
  expect(await screen.findByText(/A fatura é sem código de unidade, e o cadastro/)).toBeDefined();
  expect(fact('Demanda')).toBe('10 kW na ponta, 20,50 kW fora ponta');
  for (const label of ['Unidade consumidora', 'Cliente', 'Vencimento', 'Consumo', 'Tributos'])
    expect(screen.queryByText(label, { selector: 'dt' })).toBeNull();
});

it('completes a note without readings in the form, which keeps its key', async () => {
  bill = aBill({ period: null, cycle: null });
  open();
  await send();
  expect(await screen.findByText('A fatura não diz os dias das leituras.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Guardar fatura' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Completar no formulário' }));
  const total = await screen.findByLabelText<HTMLInputElement>('Total (R$)');
  expect(total.value).toBe('479,97');
  for (const [label, day] of [
    ['Primeiro dia', '06/07/2026'],
    ['Último dia', '04/08/2026'],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    await userEvent.clear(field);
    await userEvent.type(field, day);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Lançar fatura' }));
  await waitFor(() =>
    expect(sent('POST')).toMatchObject({ start: '2026-07-06', taxes: 121.47, nf3e: { accessKey: KEY } }),
  );
});

it('reviews a note in the form of the typed bill that it replaces, with its picture and note', async () => {
  bills = [{ ...asEntered, nf3e: null, total: 400, image: 'i1', note: 'Paga' }];
  bill = aBill({ sameDays: 'u1' });
  open();
  await send();
  await userEvent.click(await screen.findByRole('button', { name: 'Revisar no formulário' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Total (R$)')).value).toBe('479,97');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar alterações' }));
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject({
      total: 479.97,
      image: 'i1',
      note: 'Paga',
      nf3e: { accessKey: KEY },
    }),
  );
});

it('reports a broken signature, other days than the cycle, and what was not understood', async () => {
  bill = aBill({
    signature: 'broken',
    cycle: { start: '2026-07-01', end: '2026-07-31' },
    warnings: ['Não sabemos o que é “X”.'],
    lines: [{ ...(aBill().lines[1] as ElectronicBillAnswer['lines'][number]), part: 'own', kind: 'other' }],
  });
  open();
  await send();
  expect(await screen.findByText('A assinatura digital não confere.')).toBeDefined();
  expect(screen.getByText(/não é o do ciclo que calculamos, 1 jul – 31 jul 2026/)).toBeDefined();
  expect(screen.getByText('Não sabemos o que é “X”.')).toBeDefined();
  expect(screen.getByText('Outra').dataset.missed).toBe('true');
});

it('explains a refused file, and no longer shows the one before', async () => {
  open();
  await send();
  await screen.findByRole('button', { name: 'Guardar fatura' });
  bill = null;
  await send(file('<NFe/>'));
  expect(await screen.findByText('Este XML é uma NF-e (modelo 55).')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Guardar fatura' })).toBeNull();
  await send(file(''));
  expect(await screen.findByText(/Envie o XML da fatura \(NF3e\)/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByText(/Lance a fatura da distribuidora/)).toBeDefined();
});

it('ignores the answer about an earlier file after a file is refused', async () => {
  let answerLate = () => {};
  late = new Promise((resolve) => {
    answerLate = resolve;
  });
  const sends = vi.spyOn(XMLHttpRequest.prototype, 'send');
  open();
  await send();
  await waitFor(() => expect(api.requests.some(({ path }) => path.includes('electronic-bill'))).toBe(true));
  const [request] = sends.mock.contexts;
  if (!(request instanceof XMLHttpRequest)) throw new Error('The file was not sent');
  const ended = new Promise((resolve) => request.addEventListener('loadend', resolve));
  await send(file(''));
  expect(await screen.findByText(/Envie o XML da fatura \(NF3e\)/)).toBeDefined();
  answerLate();
  await act(() => ended);
  expect(screen.queryByRole('button', { name: 'Guardar fatura' })).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('takes a file that is dropped beside the field', async () => {
  open();
  const area = await screen.findByRole('region', { name: 'Arquivo da fatura' });
  const field = screen.getByLabelText<HTMLInputElement>('XML da fatura (NF3e)');
  Object.defineProperty(field, 'files', { value: [file()], writable: true });
  fireEvent.dragOver(area);
  fireEvent.drop(area, { dataTransfer: { files: [file()] } });
  expect(await screen.findByRole('button', { name: 'Guardar fatura' })).toBeDefined();
});
