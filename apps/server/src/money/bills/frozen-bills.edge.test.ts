import { readMonths } from '@nascente/contract/energy/consumption';
import { readConsumption } from '@nascente/contract/energy/period-consumption';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, listFrozenBills, readBill, readFrozenBill } from '@nascente/contract/money/bills';
import { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

const PERIOD = { start: '2026-09-01', end: '2026-09-30' };
const kwh = (at: string, amount: number) => ({ at, energy_a_mwh: amount * 1e6 });

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person({ first_name: 'Marina' });
});

beforeEach(async () => {
  establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment);
  await api.seed.readings(meter, [kwh('2026-09-10T13:00:00Z', 200)]);
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  await agree(tax, '12.34');
});

const agree = (tax: string | null, cosip: string) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: {
      validFrom: '2026-01-01',
      tax,
      terms: aContract({ taxes: [], cosip: { mode: 'flat', amount: cosip } }),
    },
  });
const url = (rest = '') => `/establishment/${establishment}/bills${rest}`;
const close = async (payload: object = PERIOD) =>
  (await api.succeed(closeBill, url(), { token: owner.token, payload })).frozenBill;
const list = async () => (await api.succeed(listFrozenBills, url(), { token: owner.token })).bills;

it('the months and the meter show the closed bill, whatever changes later', async () => {
  const { token } = owner;
  const amounts = async () => {
    const requested = { type: 'eletric' as const, months: ['09/2026'] };
    const ofEstablishment = `/establishment/${establishment}/consumption/months`;
    const { hist } = await api.succeed(readEstablishmentMonths, ofEstablishment, {
      token,
      payload: requested,
    });
    const { hist: ofMeter } = await api.succeed(readMonths, `/consolidated/monthly/${meter.mac}`, {
      token,
      payload: { months: requested.months },
    });
    const span = { id: meter.mac, dateIn: PERIOD.start, dateOut: PERIOD.end };
    const { value } = await api.succeed(readConsumption, '/board/consumption', { token, payload: span });
    return { establishment: hist[0]?.value.cost, meter: ofMeter[0]?.value.cost, energy: value.cost };
  };
  expect(await amounts()).toEqual({ establishment: 156.11, meter: 156.11, energy: 143.77 });
  await close();
  await agree(null, '99.99');
  expect(await amounts()).toEqual({ establishment: 156.11, meter: 156.11, energy: 143.77 });
});

it('preserves a closed bill beside its present value after a late reading and new terms', async () => {
  const requested = `/establishment/${establishment}/bill?start=${PERIOD.start}&end=${PERIOD.end}`;
  const before = (await api.succeed(readBill, requested, { token: owner.token })).bill;
  const stored = await close();
  // 200 × 0.70, the yellow flag 3.77, and 12.34.
  expect(stored).toMatchObject({
    ...PERIOD,
    total: 156.11,
    repricedTotal: 156.11,
    difference: 0,
    closedBy: 'Marina',
  });

  await api.seed.readings(meter, [kwh('2026-09-11T13:00:00Z', 100)]);
  expect(await list()).toMatchObject([
    { id: stored.id, total: 156.11, repricedTotal: 227.99, difference: 71.88 },
  ]);
  await agree(null, '100');
  const both = await api.succeed(readFrozenBill, url(`/${stored.id}`), { token: owner.token });
  expect(both.bill).toEqual(before);
  expect(both.bill.lines.find(({ kind }) => kind === 'cosip')?.amount).toBe(12.34);
  expect(both.repriced.contract.terms.cosip).toEqual({ mode: 'flat', amount: '100.00' });
});

it('stores the complete prices that made a closed bill', async () => {
  const { id } = await close();
  const { rows } = await api.database.pool.query('select made_by from frozen_bill where id = $1', [id]);
  expect(rows[0].made_by).toMatchObject({
    versions: [{ validFrom: '2026-01-01', rules: { energy: { outPoint: { tusd: '0.4', te: '0.3' } } } }],
    contract: { validFrom: '2026-01-01', terms: { cosip: { amount: '12.34' } } },
    flags: [{ month: '09/2026', flag: 'amarela', price: 0.01885 }],
  });
});

it.each([
  [{ start: '2026-10-01', end: '2026-10-12' }, 400, 'A fatura só pode ser fechada depois do último dia.'],
  [{ start: '2026-09-02', end: '2026-09-01' }, 400, 'A data final deve ser posterior à inicial.'],
])('refuses to close a bill for %j', async (payload, status, msg) => {
  expect(await api.fail('POST', url(), { token: owner.token, payload })).toMatchObject({ status, msg });
});

it('closes each cycle only once', async () => {
  await close();
  expect(await api.fail('POST', url(), { token: owner.token, payload: PERIOD })).toMatchObject({
    status: 409,
    msg: 'Este período já foi fechado.',
  });
  await close({ start: '2026-08-01', end: '2026-08-31' });
  expect((await list()).map(({ start }) => start)).toEqual(['2026-09-01', '2026-08-01']);
});

it('answers 404 for a closed bill of another establishment or an unknown id', async () => {
  const { id } = await close();
  const elsewhere = await api.seed.establishment(owner);
  for (const path of [`/establishment/${elsewhere}/bills/${id}`, url('/x')]) {
    expect(await api.fail('GET', path, { token: owner.token })).toMatchObject({ status: 404 });
  }
});
