import type { User } from '@nascente/contract/people/session';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { CorrectVersionPage, NewTariffPage } from './edit-tariff-page.tsx';
import { FlagsPage } from './flags-page.tsx';
import { ImportPage } from './import-page.tsx';
import { TariffPage } from './tariff-page.tsx';
import { TariffsPage } from './tariffs-page.tsx';

type Requested = Parameters<Parameters<typeof startApi>[0]>[0];

const admin: User = { ...aUser, profile: 'Admin' };
const down = { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => down);
});
afterAll(() => api.stop());

const answer = (path: string, body: object, status = 200) =>
  api.answerWith((requested: Requested) =>
    requested.path.startsWith(path) ? { status, body: { ok: true, ...body } } : down,
  );
const tax = (_id: string, distributor: string, modality: string) => ({
  _id,
  distributor,
  modality,
  group: 'B1',
  comment: 'Residencial',
  color: modality,
  type: 'eletric',
  versions: 2,
  inPointValue: 0.9,
  interPointValue: 0.9,
  outPointValue: 0.9,
  validFrom: '2026-05-28',
});

describe('the list of tariffs on screen', () => {
  it('searches by text and by modality', async () => {
    answer('/api/tax', { taxes: [tax('1', 'CEMIG-D', 'convencional'), tax('2', 'Copel', 'branca')] });
    openSignedIn(admin, TariffsPage, '/tariffs');
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Buscar tarifa'), 'cemig');
    expect(screen.getByText('CEMIG-D')).toBeDefined();
    expect(screen.queryByText('Copel')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Modalidade'), 'branca');
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todas' }));
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  });

  it('reports a failure to load, and refuses every profile but the Admin', async () => {
    api.answerWith(() => down);
    const { unmount } = openSignedIn(admin, TariffsPage, '/tariffs');
    expect((await screen.findByRole('alert')).textContent).toContain('O serviço está indisponível.');
    unmount();
    openSignedIn({ ...aUser, profile: 'Manager' }, TariffsPage, '/tariffs');
    expect(await screen.findByRole('heading', { name: 'Sem acesso' })).toBeDefined();
  });
});

describe('the tariff form', () => {
  it('reports what is missing at each field, and sends the fields of the modality', async () => {
    api.answerWith(() => ({
      status: 409,
      body: { ok: false, type: 'duplicate', msg: 'Já existe uma tarifa.' },
    }));
    openSignedIn(admin, NewTariffPage, '/tariffs/new');
    await userEvent.selectOptions(await screen.findByLabelText('Modalidade'), 'verde');
    await userEvent.click(screen.getByRole('button', { name: 'Criar tarifa' }));
    expect(await screen.findByText('Informe a distribuidora.')).toBeDefined();
    expect(screen.getAllByText('Informe o valor em R$/MWh, como 541,30.')).toHaveLength(4);
    expect(document.activeElement, 'the first field with a fault').toBe(
      screen.getByLabelText('Distribuidora'),
    );
    expect((screen.getByLabelText('Subgrupo') as HTMLSelectElement).value).toBe('A4');
    const typed: readonly (readonly [string, string])[] = [
      ['Distribuidora', 'Cosern'],
      ['Válida a partir de', '22/04/2026'],
      ['TUSD, ponta (R$/MWh)', '2.009,69'],
      ['TE, ponta (R$/MWh)', '485,53'],
      ['TUSD, fora ponta (R$/MWh)', '117,19'],
      ['TE, fora ponta (R$/MWh)', '282,57'],
      ['Demanda (R$/kW)', '32,00'],
    ];
    for (const [label, value] of typed) await userEvent.type(screen.getByLabelText(label), value);
    await userEvent.click(screen.getByRole('button', { name: 'Criar tarifa' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Já existe uma tarifa.');
    expect(api.requests.findLast(({ path }) => path === '/api/admin/tax')?.body).toMatchObject({
      tax: {
        type: 'eletric',
        group: 'A4',
        distributor: 'Cosern',
        validFrom: '2026-04-22',
        rules: {
          modality: 'verde',
          energy: {
            inPoint: { tusd: '2.00969', te: '0.48553' },
            outPoint: { tusd: '0.11719', te: '0.28257' },
          },
          demand: { outPoint: '32' },
          windows: { peak: { start: 1080, end: 1260 } },
          reactive: { vrEre: null },
        },
      },
    });
  });
});

it('raises the values of a water tariff by Enter in the field of its readjustment', async () => {
  openSignedIn(admin, NewTariffPage, '/tariffs/new');
  await userEvent.selectOptions(await screen.findByLabelText('Modalidade'), 'water');
  const price = screen.getByLabelText<HTMLInputElement>('Taxa fixa (R$)');
  await userEvent.clear(price);
  await userEvent.type(price, '10,00');
  await userEvent.type(screen.getByLabelText(/^Reajuste/), '6,5{Enter}');
  expect(price.value).toBe('10,65');
  expect(screen.queryByText(/^Informe/)).toBeNull();
});

describe('the page of a tariff', () => {
  const openTariff = () => openSignedIn(admin, TariffPage, { route: '/tariffs/:id', at: '/tariffs/t1' });

  it('shows TUSD and TE with as many decimals as their sum', async () => {
    const energy = { outPoint: { tusd: '0.2764', te: '0.24864' } };
    const base = {
      rounding: 'half-up',
      priceDecimals: null,
      integerKwh: false,
      integerKw: false,
      fioB: null,
      gd3: null,
    };
    const rules = { modality: 'convencional', ...base, tusdTe: 'separate', energy };
    const versions = [{ validFrom: '2026-01-01', validUntil: null, source: '', rules }];
    answer('/api/admin/tax/t1', {
      tax: { ...tax('t1', 'Copel', 'convencional'), cnpj: null, meters: 2, versions },
    });
    openTariff();
    const value = await screen.findByText(/TUSD/);
    expect(value.textContent).toBe('R$ 0,52504/kWh (TUSD\u00a00,27640\u00a0+\u00a0TE\u00a00,24864)');
  });

  it('leads from a missing tariff to the list, without another try', async () => {
    api.answerWith(() => ({
      status: 404,
      body: { ok: false, type: 'not-found', msg: 'Tarifa não encontrada.' },
    }));
    openTariff();
    expect(await screen.findByText('Tarifa não encontrada.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver tarifas' }).getAttribute('href')).toBe('/tariffs');
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  });
});

describe('a version of a tariff', () => {
  const version = (validFrom: string, outPoint: string) => ({
    validFrom,
    validUntil: null,
    source: '',
    rules: { modality: 'simple', inPoint: '1', interPoint: '1', outPoint },
  });
  const detail = {
    _id: 't1',
    group: 'B3',
    distributor: 'Cosern',
    cnpj: null,
    comment: '',
    color: 'Convencional Monomia',
    type: 'eletric',
    modality: 'simple',
    meters: 1,
    versions: [version('2026-01-01', '0.7'), version('2026-08-01', '7')],
  };
  const use = {
    start: '2026-08-01',
    end: null,
    establishments: 1,
    names: ['Padaria'],
    closed: 1,
    bills: [
      { establishment: 'Padaria', type: 'eletric', start: '2026-09-01', end: '2026-09-30', total: 1234.5 },
    ],
    staysBecause: null as string | null,
  };
  const answering = (uses: typeof use) =>
    api.answerWith(({ path }: Requested) => ({
      body: { ok: true, ...(path.endsWith('/use') ? { use: uses } : { tax: detail }) },
    }));
  const last = (method: string) => api.requests.findLast((requested) => requested.method === method);

  it('corrects a version after showing which bills change', async () => {
    answering(use);
    const path = '/tariffs/:id/version/:validFrom';
    const { router } = openSignedIn(admin, () => null, '/tariffs', [{ path, Component: CorrectVersionPage }]);
    await router.navigate('/tariffs/t1/version/2026-08-01');
    const price = await screen.findByLabelText(/fora ponta/i);
    expect((price as HTMLInputElement).value).toBe('7');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Corrigir preços' }).disabled).toBe(true);
    await userEvent.clear(price);
    await userEvent.type(price, '0,7x');
    await userEvent.click(screen.getByRole('button', { name: 'Corrigir preços' }));
    expect(await screen.findByText('Informe um preço, como 0,79417.')).toBeDefined();
    await userEvent.clear(price);
    await userEvent.type(price, '0,70');
    await userEvent.click(screen.getByRole('button', { name: 'Corrigir preços' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Corrigir os preços a partir de 01/08/2026?' }),
    );
    expect(dialog.getByText(/dias de 01\/08\/2026 em diante/)).toBeDefined();
    expect(dialog.getByText(/Uma fatura fechada foi feita com estes preços e fica como está/)).toBeDefined();
    expect(dialog.getByRole('listitem').textContent).toBe('Padaria 01/09/2026 a 30/09/2026R$\u00a01.234,50');
    await userEvent.click(dialog.getByRole('button', { name: 'Corrigir' }));
    expect(await screen.findByText('Preços corrigidos.')).toBeDefined();
    expect(last('PUT')).toMatchObject({
      path: '/api/admin/tax/t1/versions/2026-08-01',
      body: { source: '', rules: { modality: 'simple', outPoint: '0.7' } },
    });
  });

  const openTariff = async () => {
    const beside = [{ path: '/tariffs/:id', Component: TariffPage }];
    await openSignedIn(admin, () => null, '/tariffs', beside).router.navigate('/tariffs/t1');
  };

  it('removes a version after a question', async () => {
    answering({ ...use, closed: 0, bills: [] });
    await openTariff();
    const [newest] = await screen.findAllByRole('button', { name: 'Excluir versão' });
    await userEvent.click(newest as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Excluir os preços a partir de 01/08/2026?' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Versão excluída.')).toBeDefined();
    expect(last('DELETE')?.path).toBe('/api/admin/tax/t1/versions/2026-08-01');
  });

  it('explains why a version with a closed bill cannot be removed', async () => {
    answering({ ...use, staysBecause: 'Há uma fatura fechada feita com estes preços.' });
    await openTariff();
    const [newest] = await screen.findAllByRole('button', { name: 'Excluir versão' });
    await userEvent.click(newest as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Estes preços ficam' });
    expect(dialog.textContent).toContain('Há uma fatura fechada feita com estes preços.');
    expect(within(dialog).queryByRole('button', { name: 'Excluir' })).toBeNull();
  });
});

describe('the tariff flags on screen', () => {
  it('shows a grid of months, and sets a flag by choosing a month', async () => {
    answer('/api/flags', { flags: [{ month: '10/2026', flag: 'verde', price: 0 }], prices: [] });
    openSignedIn(admin, FlagsPage, '/tariffs/flags');
    const october = await screen.findByRole('button', { name: /out.*2026.*Verde/ });
    expect(october.textContent).toContain('sem adicional');
    expect(october.textContent).not.toContain('0,00');
    await userEvent.click(october);
    const dialog = within(screen.getByRole('dialog', { name: 'Bandeira de outubro de 2026' }));
    await userEvent.selectOptions(dialog.getByLabelText('Bandeira'), 'amarela');
    await userEvent.type(dialog.getByLabelText(/Adicional/), '1.885x');
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(dialog.getByText('Informe o adicional em R$/kWh, como 0,01885.')).toBeDefined();
    await userEvent.clear(dialog.getByLabelText(/Adicional/));
    answer('/api', {
      flag: { month: '10/2026', flag: 'amarela', price: 0.01885 },
      flags: [{ month: '10/2026', flag: 'amarela', price: 0.01885 }],
      prices: [],
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByRole('button', { name: /out.*2026.*Amarela/ })).toBeDefined();
    expect(api.requests.findLast(({ path }) => path === '/api/admin/flags')?.body).toEqual({
      month: '10/2026',
      flag: 'amarela',
    });
  });
});

describe('the rules of CBS and IBS on screen', () => {
  const estimate = {
    validFrom: '2027-01-01',
    cbs: '0.087',
    ibsState: '0.0005',
    ibsMunicipal: '0.0005',
    effect: 'charged',
    endsPisCofins: 'due',
    source: 'estimativa',
    isConfirmed: false,
  };

  it('shows each rule, marks an estimate, and stores the confirmed rate', async () => {
    answer('/api/flags', { flags: [], prices: [] });
    answer('/api/vat-periods', { periods: [estimate] });
    openSignedIn(admin, FlagsPage, '/tariffs/flags');
    const list = within(await screen.findByRole('list', { name: 'Regras de CBS e IBS' }));
    expect(list.getByText('a confirmar')).toBeDefined();
    expect(list.getByText('CBS 8,7% · IBS 0,05% do estado e 0,05% do município')).toBeDefined();
    expect(
      list.getByText('Cobrados pelo vencimento; PIS e COFINS terminam pelo vencimento da fatura'),
    ).toBeDefined();
    await userEvent.click(list.getByRole('button', { name: 'Alterar a regra de 01/01/2027' }));
    const dialog = within(screen.getByRole('dialog', { name: 'CBS e IBS desde 01/01/2027' }));
    await userEvent.clear(dialog.getByLabelText('CBS (%)'));
    await userEvent.type(dialog.getByLabelText('CBS (%)'), '870');
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await dialog.findByText('Informe a porcentagem, como 18 ou 1,65.')).toBeDefined();
    await userEvent.clear(dialog.getByLabelText('CBS (%)'));
    await userEvent.type(dialog.getByLabelText('CBS (%)'), '8,5');
    await userEvent.click(dialog.getByLabelText('Alíquotas confirmadas'));
    const confirmed = { ...estimate, cbs: '0.085', isConfirmed: true };
    answer('/api', { period: confirmed, periods: [confirmed], flags: [], prices: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('CBS 8,5% · IBS 0,05% do estado e 0,05% do município')).toBeDefined();
    expect(screen.queryByText('a confirmar')).toBeNull();
    expect(api.requests.findLast(({ path }) => path === '/api/admin/vat-periods')?.body).toEqual(confirmed);
  });
});

describe('the tables of COSIP on screen', () => {
  it('reads typed bands by line, and stores them for a municipality', async () => {
    answer('/api', { flags: [], prices: [], periods: [], tables: [] });
    openSignedIn(admin, FlagsPage, '/tariffs/flags');
    await userEvent.click(await screen.findByRole('button', { name: 'Acrescentar município' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Nova tabela da COSIP' }));
    await userEvent.type(dialog.getByLabelText('Município'), 'Recife/PE');
    await userEvent.type(dialog.getByLabelText('Vale desde'), '01/01/2027');
    await userEvent.type(dialog.getByLabelText('Faixas'), '50 8,20');
    await userEvent.type(dialog.getByLabelText('Fonte'), 'Lei municipal');
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await dialog.findByText(/^Linha 1: escreva o limite/)).toBeDefined();
    await userEvent.clear(dialog.getByLabelText('Faixas'));
    await userEvent.type(dialog.getByLabelText('Faixas'), 'até 50; 8,20{Enter}acima; 31');
    const saved = {
      municipality: 'Recife/PE',
      validFrom: '2027-01-01',
      cosip: {
        mode: 'bands',
        bands: [
          { upTo: 50, amount: '8.20' },
          { upTo: null, amount: '31.00' },
        ],
      },
      source: 'Lei municipal',
    };
    const { municipality, ...period } = saved;
    const table = { municipality, periods: [period] };
    answer('/api', { table, flags: [], prices: [], periods: [], tables: [table] });
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    const section = within(await screen.findByRole('region', { name: 'Recife/PE' }));
    expect(section.getByText(/^2 faixas, de/).textContent?.replaceAll('\u00a0', ' ')).toBe(
      '2 faixas, de R$ 8,20 a R$ 31,00',
    );
    expect(api.requests.findLast(({ path }) => path === '/api/admin/cosip-tables')?.body).toEqual(saved);
  });

  it('refuses a table of a stored day or municipality, which would replace it', async () => {
    const cosip = { mode: 'flat', amount: '8.20' };
    const periods = [{ validFrom: '2027-01-01', cosip, source: 'Lei municipal' }];
    answer('/api', { flags: [], prices: [], periods: [], tables: [{ municipality: 'Recife/PE', periods }] });
    openSignedIn(admin, FlagsPage, '/tariffs/flags');
    await userEvent.click(await screen.findByRole('button', { name: 'Nova tabela de Recife/PE' }));
    const ofDay = within(screen.getByRole('dialog', { name: 'COSIP de Recife/PE' }));
    await userEvent.type(ofDay.getByLabelText('Vale desde'), '01/01/2027');
    await userEvent.type(ofDay.getByLabelText('Fonte'), 'Lei nova');
    await userEvent.click(ofDay.getByRole('button', { name: 'Salvar' }));
    expect(await ofDay.findByText('Já há uma tabela deste dia: altere-a na lista.')).toBeDefined();
    await userEvent.click(ofDay.getByRole('button', { name: 'Cancelar' }));
    await userEvent.click(screen.getByRole('button', { name: 'Acrescentar município' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nova tabela da COSIP' }));
    await userEvent.type(dialog.getByLabelText('Município'), ' recife/pe ');
    await userEvent.type(dialog.getByLabelText('Vale desde'), '01/02/2027');
    await userEvent.selectOptions(dialog.getByLabelText('Como é cobrada'), 'flat');
    await userEvent.type(dialog.getByLabelText('Valor (R$)'), '9,00');
    await userEvent.type(dialog.getByLabelText('Fonte'), 'Lei nova');
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await dialog.findByText('Este município já está na lista.')).toBeDefined();
  });

  it('asks before the oldest table is removed, without promising an earlier one', async () => {
    const cosip = { mode: 'flat', amount: '8.20' };
    const periods = ['2026-01-01', '2027-01-01'].map((validFrom) => ({ validFrom, cosip, source: 'Lei' }));
    answer('/api', { flags: [], prices: [], periods: [], tables: [{ municipality: 'Recife/PE', periods }] });
    openSignedIn(admin, FlagsPage, '/tariffs/flags');
    for (const [day, text] of [
      ['01/01/2027', 'As faturas desde esse dia passam a seguir a tabela anterior.'],
      ['01/01/2026', 'Não há tabela anterior: ela só é removida se nenhum contrato usa este município.'],
    ] as const) {
      const name = `Remover a tabela de Recife/PE de ${day}`;
      await userEvent.click(await screen.findByRole('button', { name }));
      expect(await screen.findByText(text)).toBeDefined();
      await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    }
  });
});

describe('the tariff import', () => {
  it('requires a file before anything is sent', async () => {
    openSignedIn(admin, ImportPage, '/tariffs/import');
    const before = api.requests.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Ver o que seria importado' }));
    expect(screen.getByText('Escolha um arquivo da ANEEL.')).toBeDefined();
    expect(api.requests).toHaveLength(before);
  });
});
