import { saveIndependentVariable } from '@nascente/contract/insight/independent-variables';
import { saveContract, saveReadingDates } from '@nascente/contract/money/billing-terms';
import { closeBill } from '@nascente/contract/money/bills';
import { enterUtilityBill } from '@nascente/contract/money/utility-bills';
import { exportAccount, removeAccount } from '@nascente/contract/operations/own-data';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const PASSWORD = 'Água 100% limpa!';
const PERIOD = { start: '2026-09-01', end: '2026-09-30' };

let api: TestApi;
let passwordHash: string;
let ana: SeededPerson;
let image: string;
let address = 0;

beforeAll(async () => {
  api = await createTestApi('2026-11-20T12:00:00Z');
  await api.startJobs();
  passwordHash = await api.session.passwords.hash(PASSWORD);
});

/** Ana, with an establishment of which everything about bills, and what it made, was entered. */
beforeEach(async () => {
  address += 1;
  ana = await api.seed.person({ password_hash: passwordHash });
  const establishment = await api.seed.establishment(ana);
  await api.seed.meter(establishment);
  const { token } = ana;
  image = await api.seed.image(ana, 'conta');
  const contract = { validFrom: '2026-01-01', tax: null, terms: aContract() };
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, { token, payload: contract });
  const dates = { dates: ['2026-09-01'] };
  await api.succeed(saveReadingDates, `/establishment/${establishment}/reading-dates`, {
    token,
    payload: dates,
  });
  const values = [{ date: '2026-09-01', value: 12.5 }];
  await api.succeed(saveIndependentVariable, `/establishment/${establishment}/variables/production`, {
    token,
    payload: { unit: 't', values },
  });
  const bill = { ...PERIOD, total: 99.9, image };
  await api.succeed(enterUtilityBill, `/establishment/${establishment}/utility-bills`, {
    token,
    payload: bill,
  });
  await api.succeed(closeBill, `/establishment/${establishment}/bills`, { token, payload: PERIOD });
});

const from = () => ({ remoteAddress: `10.11.${address}.1` });
const TABLES = ['billing_contract', 'reading_date', 'utility_bill', 'frozen_bill', 'independent_variable'];
const counts = () =>
  Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await api.database.pool.query<{ count: string }>(
        `select count(*) from ${table} t join establishment e on e.id = t.establishment_id where e.owner_id = $1`,
        [ana.id],
      );
      return Number(rows[0]?.count);
    }),
  );

it('exports all bill data of an account with the images it refers to', async () => {
  const held = await api.succeed(exportAccount, '/user/export', {
    token: ana.token,
    headers: { password: encodeURIComponent(PASSWORD) },
    ...from(),
  });
  expect(held).toMatchObject({
    billingContracts: [{ valid_from: '2026-01-01', terms: { subgroup: 'B3' } }],
    readingDates: [{ day: '2026-09-01' }],
    utilityBills: [{ first_day: PERIOD.start, total: '99.90', image_id: image }],
    independentVariables: [{ kind: 'production', day: '2026-09-01', value: 12.5, unit: 't' }],
    frozenBills: [{ last_day: PERIOD.end, bill: { total: expect.any(Number) } }],
    images: [{ id: image }],
  });
});

it('deletes all bill data with the account', async () => {
  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  await api.succeed(removeAccount, '/user', {
    token: ana.token,
    payload: { password: PASSWORD },
    ...from(),
  });
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  const { rowCount } = await api.database.pool.query('select from image where id = $1', [image]);
  expect(rowCount).toBe(0);
});
