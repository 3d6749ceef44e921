import { generateToken } from '@nascente/contract/connections/api-keys';
import { readDay, readMonth } from '@nascente/contract/energy/consumption';
import { readContract, saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, listFrozenBills, readBill } from '@nascente/contract/money/bills';
import { enterUtilityBill, listUtilityBills } from '@nascente/contract/money/utility-bills';
import { beforeAll, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** A bill covers a complete establishment: a user without access to each of its meters sees no bill. */
let api: TestApi;
let manager: SeededPerson;

const MSG = 'A fatura é de todo o estabelecimento, e você acompanha só parte dos medidores dele.';
const PERIOD = { start: '2026-09-01', end: '2026-09-30' };

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  manager = await api.seed.person({ profile: 'Manager' });
});

const client = () => api.seed.person({ profile: 'client', manager_id: manager.id });
const READS = [
  '/bill?start=2026-09-01&end=2026-09-30',
  '/contract',
  '/reading-dates',
  '/tariff-comparison',
  '/demand-optimum',
];

const statuses = async (establishment: string, token: string) => {
  const answers = await Promise.all(
    READS.map((path) => api.inject('GET', `/establishment/${establishment}${path}`, { token })),
  );
  return answers.map(({ status }) => status);
};

it('shows the bill to a client user with the general meter', async () => {
  const establishment = await api.seed.establishment(manager);
  const general = await api.seed.meter(establishment, { is_general: true });
  await api.seed.meter(establishment, { name: 'Forno' });
  await api.seed.readings(general, [{ at: '2026-09-10T13:00:00Z', energy_a_mwh: 10e6 }]);
  const invited = await client();
  await api.seed.give(invited, general);
  expect(await statuses(establishment, invited.token)).toEqual(READS.map(() => 200));
  const url = `/establishment/${establishment}/bill?start=2026-09-01&end=2026-09-30`;
  const { bill } = await api.succeed(readBill, url, { token: invited.token });
  expect(bill).toEqual((await api.succeed(readBill, url, { token: manager.token })).bill);
});

it('refuses the bill with a reason to a client with part of the meters', async () => {
  const establishment = await api.seed.establishment(manager);
  await api.seed.meter(establishment, { is_general: true });
  const oven = await api.seed.meter(establishment, { name: 'Forno' });
  const invited = await client();
  await api.seed.give(invited, oven);
  expect(await statuses(establishment, invited.token)).toEqual(READS.map(() => 403));
  const url = `/establishment/${establishment}/bill`;
  expect(await api.fail('GET', url, { token: invited.token })).toMatchObject({ type: 'forbidden', msg: MSG });
});

it('hides the bill of days that a hidden meter measured too, and shows the others', async () => {
  const establishment = await api.seed.establishment(manager);
  const shown = await api.seed.meter(establishment);
  await api.seed.meter(establishment, { removed_at: new Date('2026-09-05T12:00:00Z') });
  const invited = await client();
  await api.seed.give(invited, shown);
  for (const days of [
    PERIOD,
    { start: '2026-08-01', end: '2026-08-31' },
    { start: '2026-09-06', end: '2026-10-05' },
  ]) {
    const payload = { ...days, total: 10 };
    await api.succeed(enterUtilityBill, `/establishment/${establishment}/utility-bills`, {
      token: manager.token,
      payload,
    });
    await api.succeed(closeBill, `/establishment/${establishment}/bills`, {
      token: manager.token,
      payload: days,
    });
  }
  const entered = await api.succeed(listUtilityBills, `/establishment/${establishment}/utility-bills`, {
    token: invited.token,
  });
  expect(entered.bills.map(({ start }) => start)).toEqual(['2026-09-06']);
  const stored = await api.succeed(listFrozenBills, `/establishment/${establishment}/bills`, {
    token: invited.token,
  });
  expect(stored.bills.map(({ start }) => start)).toEqual(['2026-09-06']);
  const url = `/establishment/${establishment}/bill?start=2026-09-01&end=2026-09-30`;
  expect((await api.inject('GET', url, { token: invited.token })).status).toBe(403);
});

it('the editor of an establishment can change its contract, a client user cannot', async () => {
  const establishment = await api.seed.establishment(manager);
  const general = await api.seed.meter(establishment, { is_general: true });
  const invited = await client();
  await api.seed.give(invited, general);
  const payload = { validFrom: '2026-01-01', tax: null, terms: aContract() };
  const url = `/establishment/${establishment}/contract`;
  expect((await api.fail('PUT', url, { token: invited.token, payload })).status).toBe(403);
  await api.succeed(saveContract, url, { token: manager.token, payload });
  const { contract } = await api.succeed(readContract, url, { token: invited.token });
  expect(contract.inForce.validFrom).toBe('2026-01-01');
});

it('an API key for measures reads the energy of a contract establishment without its bill', async () => {
  const establishment = await api.seed.establishment(manager);
  const tariff_id = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '2', inter_point: '2', out_point: '2' },
  ]);
  const meter = await api.seed.meter(establishment, { is_general: true, tariff_id });
  await api.seed.readings(meter, [{ at: '2026-10-10T13:00:00Z', energy_a_mwh: 10e6 }]);
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: manager.token,
    payload: { validFrom: '2026-01-01', tax: tariff_id, terms: aContract({ modality: 'convencional' }) },
  });
  const { data } = await api.succeed(generateToken, '/user/generate-token', {
    token: manager.token,
    payload: { name: 'Planilha', scopes: ['read-measures'] },
  });
  const token = data.token;
  const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${meter.mac}`, { token });
  // The answer uses the prices of the meter's tariff, never those of the contract.
  expect(consolidated).toMatchObject({ total: 10, cost: 20, basis: 'tariff' });
  const { total, cost } = await api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=2026-10-10`, {
    token,
  });
  expect([total, cost]).toEqual([10, 20]);
  const file = await api.raw('GET', `/board/${meter.mac}/export?start=2026-10-10&end=2026-10-10&every=1d`, {
    token,
  });
  expect([file.statusCode, file.body.includes('10;10;0;0')]).toEqual([200, true]);
  expect((await api.fail('GET', `/establishment/${establishment}/bill`, { token })).type).toBe('forbidden');
});
