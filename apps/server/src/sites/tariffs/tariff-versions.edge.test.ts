import { saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, readBill, readFrozenBill } from '@nascente/contract/money/bills';
import { readAuditTrail } from '@nascente/contract/people/audit';
import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import {
  correctTariffVersion,
  readVersionUse,
  removeTariffVersion,
} from '@nascente/contract/sites/tariff-versions';
import { listTariffs, saveTariff } from '@nascente/contract/sites/tariffs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let token: string;
let owner: SeededPerson;
let establishment: string;
let tariff: string;
let number = 0;

const convencional = (tusd: string): TariffRulesJson => ({
  modality: 'convencional',
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
  energy: { outPoint: { tusd, te: '0.3' } },
});

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  ({ token } = await api.seed.person({ profile: 'Admin' }));
});
beforeEach(async () => {
  const naming = { group: 'B3', distributor: `Cosern ${++number}` };
  const first = { ...naming, validFrom: '2026-01-01', rules: convencional('0.5') };
  tariff = (await api.succeed(saveTariff, '/admin/tax', { token, payload: { tax: first } })).tax._id;
  // Typed one zero too little.
  const mistyped = { _id: tariff, validFrom: '2026-08-01', rules: convencional('5') };
  await api.succeed(saveTariff, '/admin/tax', { token, payload: { tax: mistyped } });
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  const meter = await api.seed.meter(establishment);
  await api.seed.readings(meter, [
    { at: '2026-09-10T13:00:00Z', energy_a_mwh: 100e6 },
    { at: '2026-10-10T13:00:00Z', energy_a_mwh: 100e6 },
  ]);
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: tariff, terms: aContract({ taxes: [], cosip: null }) },
  });
});

const version = (validFrom: string, rest = '') => `/admin/tax/${tariff}/versions/${validFrom}${rest}`;
const correct = (tusd: string, source = '') =>
  api.succeed(correctTariffVersion, version('2026-08-01'), {
    token,
    payload: { rules: convencional(tusd), source },
  });
const use = async (validFrom = '2026-08-01') =>
  (await api.succeed(readVersionUse, version(validFrom, '/use'), { token })).use;
/** The cost of the TUSD of 100 kWh in a month, whose price was mistyped. */
const energyOf = async (month: '09' | '10') => {
  const days = { '09': 'start=2026-09-01&end=2026-09-30', '10': 'start=2026-10-01&end=2026-10-31' }[month];
  const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill?${days}`, {
    token: owner.token,
  });
  return Math.max(...bill.lines.filter(({ unit }) => unit === 'kWh').map(({ amount }) => amount));
};
const close = async () =>
  (
    await api.succeed(closeBill, `/establishment/${establishment}/bills`, {
      token: owner.token,
      payload: { start: '2026-09-01', end: '2026-09-30' },
    })
  ).frozenBill;
const trail = async (action: string) =>
  (await api.succeed(readAuditTrail, `/admin/audit?limit=10&action=${action}`, { token })).events;

describe('correcting a mistyped price', () => {
  it('updates open bills and the tariff list after the correction of a price', async () => {
    const before = await energyOf('10');
    const { tax } = await correct('0.5', 'REH 1/2026');
    expect(tax.versions).toMatchObject([
      { validFrom: '2026-01-01', rules: convencional('0.5') },
      { validFrom: '2026-08-01', source: 'REH 1/2026', rules: convencional('0.5') },
    ]);
    expect(before).toBe(500);
    expect(await energyOf('10')).toBe(50);
    const { taxes } = await api.succeed(listTariffs, `/tax?ids=${tariff}`, { token });
    expect(taxes).toMatchObject([{ outPointValue: 0.8, versions: 2 }]);
  });

  it('leaves a closed bill unchanged after a correction, beside its present total', async () => {
    const stored = await close();
    const was = (await use()).bills;
    expect(was).toEqual([
      {
        establishment: 'Padaria',
        type: 'eletric',
        start: '2026-09-01',
        end: '2026-09-30',
        total: stored.total,
      },
    ]);
    await correct('0.5');
    const read = await api.succeed(readFrozenBill, `/establishment/${establishment}/bills/${stored.id}`, {
      token: owner.token,
    });
    expect(read.bill.total).toBe(stored.total);
    expect(read.frozenBill).toMatchObject({ total: stored.total, difference: -450 });
    expect((await use()).bills).toEqual(was);
  });

  it('records the correction of a price in the audit trail with the earlier price', async () => {
    await close();
    await correct('0.5');
    const [event] = await trail('tariff-corrected');
    expect(event?.detail).toEqual({
      tariff: `Cosern ${number} · B3 · Convencional`,
      since: '01/08/2026',
      prices: 'TUSD 0,50000 TE 0,30000',
      pricesBefore: 'TUSD 5,00000 TE 0,30000',
      closed: '1',
      edited: expect.stringMatching(/^\S+ 2026-08-01$/),
    });
  });

  it('records a correction of Fio B alone with its earlier value', async () => {
    const correctFioB = (price: string) =>
      api.succeed(correctTariffVersion, version('2026-08-01'), {
        token,
        payload: {
          source: '',
          rules: { ...convencional('0.5'), fioB: { inPoint: price, interPoint: price, outPoint: price } },
        },
      });
    await correctFioB('0.1');
    await correctFioB('0.2');
    const [event] = await trail('tariff-corrected');
    const withFioB = (price: string) =>
      `TUSD 0,50000 TE 0,30000; Fio B ponta ${price}; intermediário ${price}; fora ponta ${price}`;
    expect(event?.detail).toMatchObject({ prices: withFioB('0,20000'), pricesBefore: withFioB('0,10000') });
  });

  it('corrects the price of a simple tariff', async () => {
    const values = { inPointValue: 0.9, interPointValue: 0.8, outPointValue: 0.7 };
    const naming = { group: 'B3', distributor: `Simples ${number}`, validFrom: '2026-01-01' };
    const payload = { tax: { ...naming, ...values } };
    const { _id } = (await api.succeed(saveTariff, '/admin/tax', { token, payload })).tax;
    const url = `/admin/tax/${_id}/versions/2026-01-01`;
    const { tax } = await api.succeed(correctTariffVersion, url, {
      token,
      payload: { ...values, outPointValue: 0.6 },
    });
    expect(tax.versions).toMatchObject([{ rules: { modality: 'simple', outPoint: '0.6' } }]);
    const [event] = await trail('tariff-corrected');
    expect(event?.detail.prices).toBe('ponta 0,90000; intermediário 0,80000; fora ponta 0,60000');
  });

  it.each([
    [{}, 400, 'Informe os preços da tarifa.'],
    [{ rules: { modality: 'simple', inPoint: '1', interPoint: '1', outPoint: '1' } }, 400, /modalidade/],
    [{ rules: convencional('-1') }, 400, /negativo/],
    [{ rules: convencional('1'), validFrom: '2026-09-01' }, 400, /./],
  ])('refuses an invalid correction: %j', async (payload, status, msg) => {
    const refused = await api.fail('PUT', version('2026-08-01'), { token, payload });
    expect(refused).toMatchObject({ status, msg: expect.stringMatching(msg) });
    expect(await energyOf('10')).toBe(500);
  });

  it('refuses the correction of a missing version or tariff, or by another account', async () => {
    const payload = { rules: convencional('1') };
    const put = (url: string, by = token) => api.fail('PUT', url, { token: by, payload });
    expect(await put(version('2026-08-02'))).toMatchObject({
      status: 404,
      msg: 'Não há preços a partir deste dia.',
    });
    expect(await put('/admin/tax/nenhuma/versions/2026-08-01')).toMatchObject({ status: 404 });
    expect(await put(version('2026-02-30'))).toMatchObject({ status: 400 });
    expect(await put(version('2026-08-01'), owner.token)).toMatchObject({ status: 403 });
  });
});

describe('the effect of a correction', () => {
  it('reports the days until the next version and the establishments with the tariff', async () => {
    await api.seed.establishment(owner, { name: 'Loja', tariff_id: tariff });
    await api.seed.meter(await api.seed.establishment(owner, { name: 'Depósito' }), { tariff_id: tariff });
    expect(await use('2026-01-01')).toEqual({
      start: '2026-01-01',
      end: '2026-07-31',
      establishments: 3,
      names: ['Depósito', 'Loja', 'Padaria'],
      closed: 0,
      bills: [],
      staysBecause: null,
    });
    expect(await use()).toMatchObject({ start: '2026-08-01', end: null });
  });
});

describe('removing a mistaken version', () => {
  const remove = () => api.succeed(removeTariffVersion, version('2026-08-01'), { token });
  const refused = (validFrom = '2026-08-01') => api.fail('DELETE', version(validFrom), { token });

  it('removes a version, and the earlier version stays in force', async () => {
    const { tax } = await remove();
    expect(tax.versions.map(({ validFrom }) => validFrom)).toEqual(['2026-01-01']);
    expect(await energyOf('10')).toBe(50);
    const [event] = await trail('tariff-version-removed');
    expect(event?.detail).toMatchObject({ since: '01/08/2026', prices: 'TUSD 5,00000 TE 0,30000' });
    expect(await refused()).toMatchObject({ status: 404 });
  });

  it('refuses to remove a version with which a closed bill was made', async () => {
    await close();
    expect((await use()).staysBecause).toBe('Há uma fatura fechada feita com estes preços.');
    expect(await refused()).toMatchObject({
      status: 409,
      msg: 'Há uma fatura fechada feita com estes preços.',
    });
    expect((await use('2026-01-01')).staysBecause).toBeNull();
  });

  it('refuses to remove the only version of a tariff', async () => {
    await remove();
    expect(await refused('2026-01-01')).toMatchObject({
      status: 409,
      msg: 'São os únicos preços desta tarifa: corrija-os em vez de excluí-los.',
    });
  });
});
