import type { EstablishmentContract } from '@nascente/contract/money/billing-terms';
import type { User } from '@nascente/contract/people/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { someTerms } from '../../../testing/some-terms.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { ContractPage } from './contract-page.tsx';

const stored: EstablishmentContract = {
  type: 'eletric',
  inForce: { validFrom: '2026-01-01', tariff: null, terms: someTerms },
  assumed: [],
  versions: [
    { validFrom: '2025-03-01', tax: null, terms: { ...someTerms, modality: 'branca' } },
    { validFrom: '2026-01-01', tax: null, terms: someTerms },
  ],
};

let api: Awaited<ReturnType<typeof startApi>>;
let contract = stored;
let isRefused = false;
/** The answer to a contract that is being saved, where it takes its time. */
let held: Promise<{ body: unknown }> | null = null;
let dates: string[] = [];

beforeAll(async () => {
  api = await startApi(
    answering({
      'GET /api/tax': { taxes: [] },
      'GET /api/establishment/e1/contract': () => ({ body: { ok: true, contract } }),
      'PUT /api/establishment/e1/contract': () => held ?? { body: { ok: true, contract } },
      'DELETE /api/establishment/e1/contract/eletric/2025-03-01': () => {
        contract = { ...stored, versions: stored.versions.slice(1) };
        return { body: { ok: true, contract } };
      },
      'GET /api/establishment/e1/reading-dates': () => ({
        body: {
          ok: true,
          readings: { type: 'eletric', dates, cycles: [{ start: '2026-10-05', end: '2026-11-04' }] },
        },
      }),
      'PUT /api/establishment/e1/reading-dates': ({ body }: { body: unknown }) => {
        if (isRefused) return { status: 409, body: { ok: false, type: 'error', msg: 'Tente de novo.' } };
        dates = (body as { dates: string[] }).dates;
        return { body: { ok: true, readings: { type: 'eletric', dates, cycles: [] } } };
      },
    }),
  );
});
beforeEach(() => {
  isRefused = false;
  held = null;
  contract = stored;
  dates = ['2026-10-05'];
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (search = '', profile: User['profile'] = 'user') =>
  openBillPage(ContractPage, '/bill/:id/contract', `/bill/e1/contract${search}`, profile);
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const sent = (method: string) => api.requests.find((one) => one.method === method)?.body;

it('shows the contract in force in the form', async () => {
  open();
  expect((await field('ICMS (%)')).value).toBe('18');
  expect((await field('COFINS (%)')).value).toBe('4,24');
  expect((await field('Valor (R$)')).value).toBe('42,10');
  expect((await field('Vale a partir de')).value).toBe('01/01/2026');
});

it('shows an error at its field and sends nothing, then sends the corrected value', async () => {
  open();
  const icms = await field('ICMS (%)');
  await userEvent.clear(icms);
  await userEvent.type(icms, '1.8');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  expect(await screen.findByText('Informe a porcentagem, como 18 ou 1,65.')).toBeDefined();
  expect(sent('PUT')).toBeUndefined();
  await userEvent.clear(icms);
  await userEvent.type(icms, '12,5');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  await waitFor(() =>
    expect(sent('PUT')).toMatchObject({
      type: 'eletric',
      validFrom: '2026-01-01',
      tax: null,
      terms: { taxes: [{ icms: '0.125', pis: '0.0092', cofins: '0.0424', method: 'por-dentro' }] },
    }),
  );
});

it('moves the focus to the first field of an added entry', async () => {
  open();
  const buttons = await screen.findAllByRole('button', {
    name: /^Acrescentar (alíquotas|novo valor|desconto|linha)/,
  });
  expect(buttons).toHaveLength(4);
  for (const button of buttons) {
    button.focus();
    await userEvent.keyboard('{Enter}');
    const entry = () => document.activeElement?.closest('fieldset[aria-label]');
    await waitFor(() => expect(entry(), button.textContent).toBeInstanceOf(HTMLElement));
    expect(document.activeElement, button.textContent).toBe(entry()?.querySelector('input, select'));
  }
});

it('stores a new value of public lighting from a day on, also in bands', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Acrescentar novo valor' }));
  const change = within(screen.getByRole('group', { name: 'Novo valor da COSIP 1' }));
  expect(change.getByLabelText<HTMLInputElement>('Novo valor (R$)').value).toBe('42,10');
  await userEvent.clear(change.getByLabelText('Vale desde'));
  await userEvent.type(change.getByLabelText('Vale desde'), '01/08/2026');
  await userEvent.selectOptions(change.getByLabelText('Como passa a ser cobrada'), 'bands');
  await userEvent.clear(change.getByLabelText('Valor (R$)'));
  await userEvent.type(change.getByLabelText('Valor (R$)'), '50,5');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  await waitFor(() =>
    expect(sent('PUT')).toMatchObject({
      terms: {
        cosip: { mode: 'flat', amount: '42.10' },
        cosipChanges: [
          { validFrom: '2026-08-01', cosip: { mode: 'bands', bands: [{ upTo: null, amount: '50.5' }] } },
        ],
      },
    }),
  );
});

it('stores earlier credits from the month before the contract', async () => {
  open();
  await userEvent.click(await field('Há geração ou créditos de energia (SCEE)'));
  expect(screen.getByText(/^Créditos que sobravam em 01\/01\/2026/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar créditos anteriores' }));
  const lot = within(screen.getByRole('group', { name: 'Crédito 1' }));
  expect(lot.getByLabelText<HTMLInputElement>('Gerado em').value).toBe('12/2025');
  await userEvent.type(lot.getByLabelText('Energia (kWh)'), '1.234,5');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  await waitFor(() =>
    expect(sent('PUT')).toMatchObject({
      terms: {
        generation: {
          credits: [{ generatedIn: '2025-12', touPeriod: 'outPoint', origin: 'own', energy: 1234.5 }],
        },
      },
    }),
  );
});

it('fills in the bill style of a distributor, and retains later changes', async () => {
  open();
  await userEvent.selectOptions(await field('Preencher como nas faturas de'), 'Amazonas Energia (Âmbar)');
  expect((await field('Centavos')).value).toBe('truncate');
  expect((await field('Bandeira tarifária')).value).toBe('price');
  expect(screen.getByText('4 linhas fora do usual')).toBeDefined();
  await userEvent.selectOptions(await field('ICMS em Bandeira'), 'charged');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  await waitFor(() => {
    const { terms } = sent('PUT') as { terms: EstablishmentContract['inForce']['terms'] };
    expect(terms.lineTaxes?.map(({ line }) => line)).not.toContain('flag');
    expect(terms.lineTaxes).toContainEqual({ line: 'energy-te', icms: 'substituted', pisCofins: true });
  });
});

it('stores tariff discounts, with steps for the social one and hours for irrigation', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Acrescentar desconto' }));
  const social = within(screen.getByRole('group', { name: 'Tarifa social' }));
  expect(social.getAllByLabelText<HTMLInputElement>('Até (kWh)').map(({ value }) => value)).toEqual([
    '80',
    '',
  ]);
  await userEvent.selectOptions(social.getByLabelText('Tipo de desconto'), 'irrigation');
  const irrigation = within(screen.getByRole('group', { name: 'Irrigação' }));
  expect(irrigation.getByLabelText<HTMLInputElement>('Das').value).toBe('21:30');
  await userEvent.clear(irrigation.getByLabelText('Na TE (%)'));
  await userEvent.type(irrigation.getByLabelText('Na TE (%)'), '73');
  await userEvent.selectOptions(await field('Descontos da tarifa e da fonte incentivada'), 'gross-net');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  await waitFor(() =>
    expect(sent('PUT')).toMatchObject({
      terms: {
        printing: { discount: 'gross-net' },
        benefits: [
          {
            kind: 'irrigation',
            label: 'Irrigação',
            steps: [{ upTo: null, tusd: '0.6', te: '0.73' }],
            hours: { start: 1290, end: 360 },
            last: null,
          },
        ],
      },
    }),
  );
});

it('requires one demand for Verde, two for Azul, and none for Group B', async () => {
  open();
  expect(await screen.findByRole('group', { name: 'Enquadramento' })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Demanda contratada' })).toBeNull();
  await userEvent.selectOptions(await field('Subgrupo'), 'A4');
  await userEvent.selectOptions(await field('Modalidade'), 'verde');
  expect(await field('Demanda (kW)')).toBeDefined();
  await userEvent.selectOptions(await field('Modalidade'), 'azul');
  expect(await field('Na ponta (kW)')).toBeDefined();
  expect(await field('Fora ponta (kW)')).toBeDefined();
});

it('navigates its versions by the address, and removes one after a question', async () => {
  const { router } = open();
  const versions = within(await screen.findByRole('region', { name: 'Versões' }));
  await userEvent.click(versions.getByRole('button', { name: /^01\/03\/2025/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?versao=2025-03-01'));
  expect((await field('Vale a partir de')).value).toBe('01/03/2025');
  await userEvent.click(versions.getByRole('button', { name: 'Remover a versão de 01/03/2025' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.queryByText('01/03/2025')).toBeNull());
});

it('names the assumptions while nothing is stored', async () => {
  contract = {
    ...stored,
    inForce: { ...stored.inForce, validFrom: null },
    versions: [],
    assumed: ['supply', 'taxes', 'cosip'],
  };
  open();
  expect(
    await screen.findByText('Ainda não informado: tipo de fornecimento, tributos e iluminação pública.'),
  ).toBeDefined();
});

it('shows neither group nor modality in a water contract', async () => {
  contract = {
    ...stored,
    type: 'water',
    inForce: { ...stored.inForce, validFrom: null, terms: { ...someTerms, modality: 'simple' } },
    versions: [],
    assumed: ['group', 'subgroup', 'modality', 'tax'],
  };
  open('?tipo=agua');
  expect(await screen.findByText('Ainda não informado: tarifa.')).toBeDefined();
  expect(await field('Economias')).toBeDefined();
  expect(screen.queryByLabelText('Subgrupo')).toBeNull();
});

it('lets the read-only profile read the contract, and change nothing', async () => {
  open('', 'client');
  const icms = await field('ICMS (%)');
  expect(icms.matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Salvar contrato' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Nova versão' })).toBeNull();
  expect(await screen.findByText('05/10/2026')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Remover a/ })).toBeNull();
  for (const button of screen.queryAllByRole('button', { name: /Acrescentar|Remover/ }))
    expect(button.matches(':disabled')).toBe(true);
});

it('adds and removes reading dates, and refuses invalid ones', async () => {
  open();
  const typed = await field('Data da leitura');
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar' }));
  expect(await screen.findByText('Informe a data da leitura.')).toBeDefined();
  await userEvent.type(typed, '08/10/2026');
  expect(screen.queryByText('Informe a data da leitura.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar' }));
  expect(await screen.findByText('Entre duas leituras há ao menos 10 dias.')).toBeDefined();
  await userEvent.clear(typed);
  await userEvent.type(typed, '04/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar' }));
  await waitFor(() => expect(sent('PUT')).toEqual({ type: 'eletric', dates: ['2026-10-05', '2026-11-04'] }));
  const remove = await screen.findByRole('button', { name: 'Remover a leitura de 05/10/2026' });
  await waitFor(() => expect(remove).toHaveProperty('disabled', false));
  await userEvent.click(remove);
  await waitFor(() =>
    expect(api.requests.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      type: 'eletric',
      dates: ['2026-11-04'],
    }),
  );
});

it('retains a refused reading date, and clears the field with the new list', async () => {
  open();
  isRefused = true;
  const typed = await field('Data da leitura');
  await userEvent.type(typed, '04/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar' }));
  expect(await screen.findByText('Tente de novo.')).toBeDefined();
  expect(typed.value).toBe('04/11/2026');
  isRefused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Acrescentar' }));
  expect(await screen.findByText('04/11/2026')).toBeDefined();
  expect(typed.value).toBe('');
  await userEvent.type(typed, '04/12/2026');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Acrescentar' })).toHaveProperty('disabled', false),
  );
  expect(typed.value).toBe('04/12/2026');
});

it('retains input during a save as unsaved', async () => {
  open();
  const [icms, cofins] = [await field('ICMS (%)'), await field('COFINS (%)')];
  await userEvent.clear(icms);
  await userEvent.type(icms, '12');
  let answer: () => void = () => undefined;
  held = new Promise((resolve) => {
    answer = () => resolve({ body: { ok: true, contract } });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Salvar contrato' }));
  await waitFor(() => expect(sent('PUT')).toBeDefined());
  await userEvent.clear(cofins);
  await userEvent.type(cofins, '5');
  answer();
  expect(await screen.findByText('Contrato salvo.')).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar contrato' }).disabled).toBe(false),
  );
  expect([icms.value, cofins.value]).toEqual(['12', '5']);
  expect(screen.getByText('Há alterações não salvas.')).toBeDefined();
});
