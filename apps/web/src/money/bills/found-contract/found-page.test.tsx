import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { someTerms } from '../../../testing/some-terms.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { FoundPage } from './found-page.tsx';

const energy = {
  label: 'Consumo ponta',
  part: 'energy',
  quantity: 100,
  price: 0.7,
  amount: 95,
  computed: 95,
};
const found = {
  basis: 'tariff',
  tariff: { _id: 't1', distributor: 'Celesc', comment: 'A4 Verde', validFrom: '2025-08-22' },
  modality: 'verde',
  isFree: true,
  flag: 'price',
  rounding: 'truncate',
  icms: 0.17,
  pisCofins: 0.0802,
  noIcms: null,
  discount: 0.5,
  benefit: null,
  supplier: null,
  demand: { inPoint: null, outPoint: 35 },
  lines: [
    energy,
    { ...energy, label: 'Demanda', part: 'demand', amount: 95.03 },
    { ...energy, label: 'COSIP', part: 'cosip', computed: null },
    { ...energy, label: 'Multa', part: 'own', computed: null },
  ],
  total: 380.03,
  unread: ['Itens da fatura'],
  tax: 't1',
  terms: someTerms,
};

let api: Awaited<ReturnType<typeof startApi>>;
let answer: object = found;
let isRefused = false;

beforeAll(async () => {
  api = await startApi(
    answering({
      'POST /api/establishment/e1/found-contract': () => ({ body: { ok: true, found: answer } }),
      'POST /api/establishment/e1/bill-text': () =>
        isRefused
          ? { status: 400, body: { ok: false, type: 'error', msg: 'Este PDF pede senha.' } }
          : { body: { ok: true, text: 'Consumo 10 kWh 9,00\nCOSIP 42,47', printedTotal: 60 } },
      'PUT /api/establishment/e1/contract': {
        contract: {
          type: 'eletric',
          inForce: { validFrom: '2026-01-01', tariff: null, terms: someTerms },
          assumed: [],
          versions: [],
        },
      },
    }),
  );
});
beforeEach(() => {
  answer = found;
  isRefused = false;
  api.requests.length = 0;
});
afterAll(() => api.stop());

const someTaxes = { icms: true, pisCofins: true };
const normalizer = (text: string) => text.replaceAll('\u00a0', ' ');

const discover = async () => {
  openBillPage(FoundPage, '/bill/:id/found', '/bill/e1/found');
  await userEvent.type(await screen.findByRole('textbox', { name: /Linhas da fatura/ }), 'COSIP 42,47');
  // No day is supposed: the contract would hold from the wrong month on.
  const send = screen.getByRole('button', { name: 'Descobrir o contrato' });
  expect(send.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Último dia do ciclo da fatura'), {
    target: { value: '2026-10-31' },
  });
  await userEvent.click(send);
};

it('shows the content of a bill and an unexplained line, and stores the contract with one press', async () => {
  await discover();
  expect(await screen.findByText('Uma linha não sai ao centavo.')).toBeDefined();
  expect(screen.getByText('Celesc, A4 Verde, desde 22/08/2025')).toBeDefined();
  expect(screen.getByText('35 kW')).toBeDefined();
  expect(screen.getByText('nenhuma regra explica esta linha, por 3 centavos a mais')).toBeDefined();
  expect(screen.getByText('linha própria')).toBeDefined();
  expect(screen.getByText(/Itens da fatura/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar como contrato' }));
  expect(await screen.findByText('Outra tela')).toBeDefined();
  await waitFor(() => {
    const retained = api.requests.find(({ method }) => method === 'PUT')?.body;
    expect(retained).toMatchObject({ type: 'eletric', tax: 't1', terms: { modality: 'convencional' } });
  });
});

it('reports that no stored tariff has the prices of the bill', async () => {
  answer = { ...found, basis: 'printed', tariff: null, tax: null, lines: [energy], icms: null, unread: [] };
  await discover();
  expect(await screen.findByText('Todas as linhas da tarifa saem ao centavo.')).toBeDefined();
  expect(screen.getByText(/Nenhuma tarifa cadastrada tem estes preços/)).toBeDefined();
});

it.each([
  ['exempt', 'isento em todas as linhas'],
  ['zero', 'alíquota zero em todas as linhas'],
  ['substituted', 'por substituição tributária, em todas as linhas'],
])('explains why a bill has no ICMS, and names its discount: %s', async (noIcms, texts) => {
  answer = { ...found, noIcms, icms: 0, benefit: 'Tarifa social' };
  await discover();
  expect(await screen.findByText(texts)).toBeDefined();
  expect(screen.getByText('Tarifa social')).toBeDefined();
});

it('shows supplier, generation, rounding, and lines without a quantity', async () => {
  const terms = {
    ...someTerms,
    generation: { class: 'I', credits: [], ownTaxes: someTaxes, otherTaxes: someTaxes },
    printing: { rounding: 'half-up', lineCents: 'parts', discount: 'price', flag: 'line' },
  };
  const injected = { ...energy, label: 'Energia injetada', part: 'compensation' };
  const reactive = { ...energy, label: 'Reativo', part: 'reactive', computed: null };
  answer = {
    ...found,
    terms,
    rounding: 'half-up',
    supplier: { price: 0.283025, losses: 0.00698 },
    lines: [injected, reactive, { ...reactive, label: 'Outro reativo', quantity: null }],
  };
  await discover();
  expect(await screen.findByText('R$ 0,283025 por kWh, com 0,70% de perdas', { normalizer })).toBeDefined();
  for (const text of ['GD I', 'arredondados na parte sem tributos e em cada tributo'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText('sem regra: fica como outra linha a lançar')).toBeDefined();
  expect(screen.getByText('sem quantidade para conferir: fica como outra linha a lançar')).toBeDefined();
});

it('extracts the lines of a PDF for review, and explains failures', async () => {
  openBillPage(FoundPage, '/bill/:id/found', '/bill/e1/found');
  const choose = async (name: string, type = 'application/pdf') =>
    userEvent.upload(screen.getByLabelText(/PDF da fatura/), new File(['%PDF'], name, { type }), {
      applyAccept: false,
    });
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Linhas da fatura/ });
  await choose('fatura.txt', 'text/plain');
  expect(await screen.findByText('Envie o PDF da fatura.')).toBeDefined();
  await choose('fatura.pdf');
  await waitFor(() => expect(text.value).toBe('Consumo 10 kWh 9,00\nCOSIP 42,47'));
  const notice = await screen.findByText(/As linhas somam/);
  expect(normalizer(String(notice.textContent))).toContain(
    'somam R$ 51,47 e a fatura imprime R$ 60,00: faltam R$ 8,53',
  );
  await userEvent.type(text, '\nMulta 8,53');
  expect(screen.queryByText(/As linhas somam/)).toBeNull();
  await userEvent.clear(text);
  await userEvent.paste('Consumo 10 kWh 9,00\nCOSIP 42,47');
  isRefused = true;
  await choose('outra.pdf');
  expect(await screen.findByText('Este PDF pede senha.')).toBeDefined();
  expect(text.value).toBe('Consumo 10 kWh 9,00\nCOSIP 42,47');
});

it('leads a user without permission to the existing contract', async () => {
  const { router } = openBillPage(FoundPage, '/bill/:id/found', '/bill/e1/found', 'client');
  expect(await screen.findByRole('heading', { name: 'Outra tela' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/bill/e1/contract');
});
