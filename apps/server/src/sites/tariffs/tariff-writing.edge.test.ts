import { readAuditTrail } from '@nascente/contract/people/audit';
import { listFlags, setFlag } from '@nascente/contract/sites/flags';
import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import { listTariffs, readTariff, saveTariff } from '@nascente/contract/sites/tariffs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  ({ token } = await api.seed.person({ profile: 'Admin' }));
});

const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
} as const;
const convencional = (tusd: string): TariffRulesJson => ({
  modality: 'convencional',
  ...BASE,
  energy: { outPoint: { tusd, te: '0.3' } },
});
const water: TariffRulesJson = {
  modality: 'water',
  category: 'comercial',
  water: {
    fixedFee: '21.00',
    minimum: 10,
    tiers: [
      { upTo: 10, price: '96.39', flat: true },
      { upTo: null, price: '11.56', flat: false },
    ],
  },
  sewage: { mode: 'percent', share: '0.7' },
  otherFees: [],
  rounding: 'truncate',
  integerM3: true,
};
const save = async (tax: object) =>
  (await api.succeed(saveTariff, '/admin/tax', { token, payload: { tax } })).tax;
const refused = (tax: object) => api.fail('POST', '/admin/tax', { token, payload: { tax } });
const listed = async (distributor: string) =>
  (await api.succeed(listTariffs, '/tax', { token })).taxes.find((tax) => tax.distributor === distributor);

describe('writing a tariff', () => {
  it('a new tariff without a first day prices all days, and a new version prices from today', async () => {
    const tax = await save({ group: 'B3', distributor: 'Sem data', rules: convencional('0.5') });
    expect(tax.versions).toMatchObject([{ validFrom: '2000-01-01' }]);
    const { versions } = await save({ _id: tax._id, rules: convencional('0.6') });
    expect(versions.map(({ validFrom }) => validFrom)).toEqual(['2000-01-01', '2026-11-20']);
  });

  it.each([
    [
      { group: 'B3', distributor: 'A', inPointValue: -1, interPointValue: 1, outPointValue: 1 },
      ['tax.inPointValue'],
    ],
    [{ group: 'B3', inPointValue: 1, interPointValue: 1, outPointValue: 1 }, ['tax.distributor']],
    [
      { _id: '1', validFrom: 'amanhã', inPointValue: 1, interPointValue: 1, outPointValue: 1 },
      ['tax.validFrom'],
    ],
    [{ _id: '1', inPointValue: 'x', interPointValue: 1, outPointValue: 1 }, ['tax.inPointValue']],
  ])('refuses a wrong tariff by exactly the wrong fields: %#', async (tax, paths) => {
    const { status, errors } = await refused(tax);
    expect([status, errors?.map(({ path }) => path)]).toEqual([400, paths]);
  });

  it('refuses a price above the maximum, and reports the maximum', async () => {
    const prices = { inPoint: '1', interPoint: '1', outPoint: '10000' };
    const tax = { group: 'B3', distributor: 'Cara', rules: { modality: 'simple', ...prices } };
    expect(await refused(tax)).toMatchObject({
      status: 400,
      msg: 'O preço por kWh ou m³ pode ser no máximo R$ 9.999,99.',
    });
    await save({ ...tax, rules: { modality: 'simple', ...prices, outPoint: '9999.99' } });
    expect(await listed('Cara')).toMatchObject({ outPointValue: 9999.99 });
  });

  it('refuses a payload without a tariff id or a new tariff, and names both options', async () => {
    expect(await refused({ inPointValue: 1, interPointValue: 1, outPointValue: 1 })).toMatchObject({
      status: 400,
      msg: 'Informe o _id de uma tarifa que existe, ou group e distributor de uma nova.',
      errors: [{ path: 'tax._id' }],
    });
  });

  it('creates a tariff with its first version, and adds another from a later day', async () => {
    const first = await save({
      group: 'B3',
      distributor: 'Coelba',
      comment: 'Demais classes',
      validFrom: '2026-04-22',
      rules: convencional('0.5'),
    });
    expect(first).toMatchObject({ color: 'Convencional', modality: 'convencional', meters: 0, cnpj: null });
    expect(await listed('Coelba')).toMatchObject({ outPointValue: 0.8, versions: 1 });
    const rules = convencional('0.6');
    const source = 'REH 9.999/2026';
    const { versions } = await save({ _id: first._id, validFrom: '2026-11-20', source, rules });
    expect(versions).toEqual([
      { validFrom: '2026-04-22', validUntil: null, source: '', rules: convencional('0.5') },
      { validFrom: '2026-11-20', validUntil: null, source, rules },
    ]);
    expect(await listed('Coelba')).toMatchObject({ outPointValue: 0.9, versions: 2 });
    expect((await api.succeed(readTariff, `/admin/tax/${first._id}`, { token })).tax.versions).toHaveLength(
      2,
    );
  });

  it('never overwrites an existing tariff or version', async () => {
    const tax = { group: 'B1', distributor: 'Celpe', validFrom: '2026-01-01', rules: convencional('0.5') };
    const { _id } = await save(tax);
    expect(await refused(tax)).toMatchObject({
      status: 409,
      type: 'duplicate',
      msg: expect.stringMatching(/nova versão/),
    });
    expect(await refused({ _id, validFrom: '2026-01-01', rules: convencional('0.9') })).toMatchObject({
      status: 409,
      msg: 'Já há preços a partir de 01/01/2026. Escolha outro dia, ou corrija esses.',
    });
    expect(await listed('Celpe')).toMatchObject({ outPointValue: 0.8 });
  });

  it('creates a simple tariff from its three values', async () => {
    const values = { inPointValue: 0.7941717, interPointValue: 0.7941717, outPointValue: 0.5 };
    const naming = { group: 'B3', comment: 'Loja', color: 'Convencional Monomia', distributor: 'Equatorial' };
    const tax = await save({ ...naming, validFrom: '2026-01-01', ...values });
    expect(tax.versions[0]?.rules).toEqual({
      modality: 'simple',
      inPoint: '0.7941717',
      interPoint: '0.7941717',
      outPoint: '0.5',
    });
    expect(await listed('Equatorial')).toMatchObject({ ...values, ...naming, modality: 'simple' });
  });

  it('shows a water tariff by the price of its first tier', async () => {
    await save({
      type: 'water',
      group: 'comercial',
      distributor: 'Caerd',
      validFrom: '2026-01-01',
      rules: water,
    });
    expect(await listed('Caerd')).toMatchObject({ type: 'water', modality: 'water', outPointValue: 16.3863 });
  });

  it('reports how many meters have a tariff', async () => {
    const owner = await api.seed.person();
    const { _id } = await save({
      group: 'B3',
      distributor: 'Cosern',
      validFrom: '2026-01-01',
      rules: convencional('0.5'),
    });
    await api.seed.meter(await api.seed.establishment(owner), { tariff_id: _id });
    expect((await api.succeed(readTariff, `/admin/tax/${_id}`, { token })).tax.meters).toBe(1);
  });

  it.each([
    [{ validFrom: '2026-02-30', rules: convencional('1') }, 400, /Data inválida/],
    [{ group: 'A4', rules: convencional('1') }, 400, /é do grupo B/],
    [{ group: 'B9', rules: convencional('1') }, 400, /subgrupo/],
    [{ type: 'water', rules: convencional('1') }, 400, /tipo de medidor/],
    [{ rules: water }, 400, /tipo de medidor/],
    [{ rules: undefined }, 400, /preços/],
    [{ inPointValue: -1, rules: undefined }, 400, /./],
    [{ rules: { ...convencional('1'), modality: 'branca' } }, 400, /./],
    [
      { rules: { ...convencional('1'), modality: 'roxa' } },
      400,
      /^Valor inválido: use simple, convencional, branca, verde, azul ou water$/,
    ],
    [{ type: 'gas' }, 400, /^Tipo inválido: use eletric ou water$/],
    [{ distributor: ' ' }, 400, /./],
    [{ price: 1 }, 400, /./],
  ])('refuses an invalid tariff: %j', async (wrong, status, msg) => {
    const tax = { group: 'B3', distributor: 'Errada', validFrom: '2026-01-01', rules: convencional('1') };
    expect(await refused({ ...tax, ...wrong })).toMatchObject({ status, msg: expect.stringMatching(msg) });
    expect(await listed('Errada')).toBeUndefined();
  });

  it('refuses a version of a missing tariff, and a change of modality', async () => {
    const version = { validFrom: '2026-12-01', rules: convencional('1') };
    for (const _id of ['x', '01a00000-0000-7000-8000-000000000001'])
      expect(await refused({ _id, ...version })).toMatchObject({
        status: 404,
        msg: 'Tarifa não encontrada.',
      });
    const tariffs = await listed('neoenergia');
    expect(await refused({ _id: tariffs?._id, ...version })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/modalidade/),
    });
    expect(await api.fail('GET', '/admin/tax/x', { token })).toMatchObject({ status: 404 });
  });
});

describe('tariff flags', () => {
  it('includes the published flags of past months from the start', async () => {
    const { flags } = await api.succeed(listFlags, '/flags', { token });
    expect(flags).toHaveLength(14);
    expect(flags[0]).toEqual({ month: '09/2025', flag: 'vermelha-2', price: 0.07877 });
    expect(flags.at(-1)).toEqual({ month: '10/2026', flag: 'verde', price: 0 });
  });

  it('sets the flag of a month, at the price in force or at another', async () => {
    const set = async (body: object) =>
      (await api.succeed(setFlag, '/admin/flags', { token, payload: body })).flag;
    expect(await set({ month: '11/2026', flag: 'vermelha-1' })).toEqual({
      month: '11/2026',
      flag: 'vermelha-1',
      price: 0.04463,
    });
    expect(await set({ month: '11/2026', flag: 'amarela', price: 0.02 })).toMatchObject({ price: 0.02 });
    const { flags } = await api.succeed(listFlags, '/flags', { token });
    expect(flags.at(-1)).toEqual({ month: '11/2026', flag: 'amarela', price: 0.02 });
  });

  it('refuses a flag without an existing price in R$/kWh', async () => {
    const fail = (payload: object) => api.fail('POST', '/admin/flags', { token, payload });
    expect(await fail({ month: '01/2023', flag: 'amarela' })).toMatchObject({
      status: 400,
      errors: [{ path: 'price' }],
    });
    expect(await fail({ month: '01/2027', flag: 'amarela', price: 1.885 })).toMatchObject({
      msg: 'O adicional é em R$ por kWh: 0,01885 e não 1,885.',
    });
    expect(await fail({ month: '13/2026', flag: 'amarela' })).toMatchObject({ status: 400 });
    expect(await fail({ month: '01/2027', flag: 'roxa' })).toMatchObject({ msg: 'Escolha uma bandeira.' });
  });
});

it('records in the audit trail who set prices and flags, with their first day', async () => {
  await save({
    group: 'B3',
    distributor: 'Celpe',
    validFrom: '2026-04-22',
    rules: convencional('0.5'),
  });
  const flag = { month: '12/2026', flag: 'vermelha-1' };
  await api.succeed(setFlag, '/admin/flags', { token, payload: flag });
  const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10', { token });
  expect(events.slice(0, 2).map(({ action, detail }) => [action, detail])).toEqual([
    ['flag-set', { month: '12/2026', flag: 'Vermelha patamar 1', price: 'R$ 0,04463' }],
    ['tariff-saved', { tariff: 'Celpe · B3 · Convencional', since: '22/04/2026' }],
  ]);
});
