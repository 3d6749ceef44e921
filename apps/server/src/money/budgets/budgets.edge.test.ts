import { generateToken } from '@nascente/contract/connections/api-keys';
import { readMonth } from '@nascente/contract/energy/consumption';
import { listBudgets, readBudgetYear, saveBudgetYear } from '@nascente/contract/money/budgets';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { createGroup, readGroup } from '@nascente/contract/sites/groups';
import { beforeEach, expect, it } from 'vitest';
import { createPriceApi } from '../../testing/price-api.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';

/** Monday, noon in São Paulo: of 30 days of November 15.5 have passed. */
const NOW = '2026-11-16T15:00:00Z';
const { api, meterAt } = await createPriceApi(NOW, 0.8);
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

/** As many kWh in every hour from a moment on until now. */
const measure = async (from: string, kwhAnHour: number): Promise<void> => {
  await api.database.pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, frames) select $1, start, $4, 90
      from generate_series($2::timestamptz, $3::timestamptz - interval '15 minutes', interval '15 minutes') start`,
    [meter.installationId, from, NOW, (kwhAnHour / 4) * 1e6],
  );
};

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await meterAt(establishment, { is_general: true, installed_at: new Date('2026-01-01T03:00:00Z') });
});

const yearOf = (november: number | null) =>
  Array.from({ length: 12 }, (_, month) => (month === 10 ? november : null));
const save = (
  target: object,
  measure: string,
  november: number | null,
  { token }: { token: string } = owner,
) =>
  api.succeed(saveBudgetYear, '/budgets', {
    token,
    payload: { target, measure, year: '2026', amounts: yearOf(november) },
  });
const list = async ({ token } = owner, search = '') =>
  (await api.succeed(listBudgets, `/budgets${search}`, { token })).budgets;
const theEstablishment = () => ({ kind: 'establishment', id: establishment });

it('returns the cycle as on Home, beside its budget and the usual pace', async () => {
  await measure('2026-09-15T03:00:00Z', 1);
  await save(theEstablishment(), 'money', 500);
  await save(theEstablishment(), 'energy', 700);
  const { consolidated } = await api.succeed(
    readEstablishmentCycle,
    `/establishment/${establishment}/consumption`,
    {
      token: owner.token,
    },
  );
  const target = { kind: 'establishment', id: establishment, name: 'Padaria' };
  const days = { start: '2026-11-01', end: '2026-11-30' };
  const budgets = await list();
  expect(budgets).toMatchObject([
    { target, ...days, measure: 'money', amount: 500, used: consolidated?.cost },
    { target, ...days, measure: 'energy', amount: 700, used: consolidated?.total },
  ]);
  expect(budgets.map(({ forecast }) => forecast)).toEqual([
    consolidated?.forecast.cost,
    consolidated?.forecast.total,
  ]);
  // Each hour used the same: 15 days and half of the 16th, of 30.
  for (const { usualShare } of budgets) expect(usualShare).toBeCloseTo(15.5 / 30, 2);
  expect(await list(owner, `?id=${establishment}`)).toHaveLength(2);
});

it('calculates the pace by weekday: a weekend without use advances nothing', async () => {
  await api.database.pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, frames)
      select $1, start, case when extract(isodow from start at time zone 'America/Sao_Paulo') > 5 then 0 else 250000 end, 90
      from generate_series('2026-09-14T03:00:00Z'::timestamptz, $2::timestamptz - interval '15 minutes', interval '15 minutes') start`,
    [meter.installationId, NOW],
  );
  await save(theEstablishment(), 'energy', 700);
  const [budget] = await list();
  // Working days of November 2026 without All Souls' and the 20th: 9 and a half have passed of 19, holidays taken for Sundays.
  expect(budget?.usualShare).toBeCloseTo(9.5 / 19, 2);
});

it('returns no budget once its plan is removed', async () => {
  await measure('2026-11-01T03:00:00Z', 1);
  await save(theEstablishment(), 'money', 500);
  await save(theEstablishment(), 'money', null);
  expect(await list()).toEqual([]);
});

it('stores the cycles of a year by measure, and replaces one measure only', async () => {
  const amounts = Array.from({ length: 12 }, (_, month) => 100 + month);
  const year = (search = 'year=2026') =>
    api.succeed(readBudgetYear, `/budgets/establishment/${establishment}?${search}`, { token: owner.token });
  const payload = { target: theEstablishment(), measure: 'money', year: '2026', amounts };
  await api.succeed(saveBudgetYear, '/budgets', { token: owner.token, payload });
  await save(theEstablishment(), 'water', 12.5);
  expect((await year()).plans).toEqual([
    { measure: 'money', amounts },
    { measure: 'water', amounts: yearOf(12.5) },
  ]);
  expect((await year('year=2025')).plans).toEqual([]);
});

it('stores one complete year when two tabs save at once', async () => {
  const year = (amount: number) => ({
    token: owner.token,
    payload: {
      target: theEstablishment(),
      measure: 'money',
      year: '2026',
      amounts: Array<number>(12).fill(amount),
    },
  });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([100, 200, 300].map((amount) => api.succeed(saveBudgetYear, '/budgets', year(amount))));
    const { plans } = await api.succeed(readBudgetYear, `/budgets/establishment/${establishment}?year=2026`, {
      token: owner.token,
    });
    expect(new Set(plans[0]?.amounts).size).toBe(1);
  }
});

it.each([
  // A cycle begins on the 31st, or on the last day of a shorter month.
  ['2028-01-31T15:00:00Z', '2028-01-31', '2028-02-28'],
  ['2028-02-28T15:00:00Z', '2028-01-31', '2028-02-28'],
  ['2028-02-29T15:00:00Z', '2028-02-29', '2028-03-30'],
  ['2028-03-31T15:00:00Z', '2028-03-31', '2028-04-29'],
])('at %s counts the cycle of the month from %s until %s', async (now, start, end) => {
  api.setClock(now);
  owner = await api.seed.person({ profile: 'Manager' });
  establishment = await api.seed.establishment(owner, { name: 'Padaria', bill_read_day: 31 });
  meter = await meterAt(establishment, { is_general: true, installed_at: new Date('2026-01-01T03:00:00Z') });
  await api.database.pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, frames)
      select $1, start, 250000, 90 from generate_series($2::timestamptz - interval '2 days', $2::timestamptz - interval '15 minutes', interval '15 minutes') start`,
    [meter.installationId, now],
  );
  const amounts = Array.from({ length: 12 }, (_, month) => 100 + month);
  await api.succeed(saveBudgetYear, '/budgets', {
    token: owner.token,
    payload: { target: theEstablishment(), measure: 'energy', year: '2028', amounts },
  });
  const [budget, ...others] = await list();
  expect(others).toEqual([]);
  expect(budget).toMatchObject({ start, end, amount: 99 + Number(start.slice(5, 7)) });
  expect(budget?.usualShare).toBeGreaterThan(0);
  expect(budget?.usualShare).toBeLessThanOrEqual(1);
});

it('continues with the meter that replaced another in the middle of the cycle', async () => {
  await measure('2026-11-01T03:00:00Z', 1);
  const { pool } = api.database;
  await pool.query(`delete from quarter where installation_id = $1 and start >= '2026-11-10T03:00:00Z'`, [
    meter.installationId,
  ]);
  await pool.query(`update installation set removed_at = '2026-11-10T03:00:00Z' where id = $1`, [
    meter.installationId,
  ]);
  meter = await meterAt(establishment, { is_general: true, installed_at: new Date('2026-11-10T03:00:00Z') });
  await measure('2026-11-10T03:00:00Z', 1);
  await save(theEstablishment(), 'energy', 700);
  const [budget] = await list();
  expect(budget?.used).toBeCloseTo(15.5 * 24, 0);
  expect(budget?.forecast).toBeCloseTo(30 * 24, 0);
  expect(budget?.usualShare).toBeCloseTo(15.5 / 30, 1);
});

it('returns only the budget of a group without meters', async () => {
  const payload = { groupName: 'Térreo', groupType: 'eletric', boardsMAC: [meter.mac] };
  const { group } = await api.succeed(createGroup, '/group/new', { token: owner.token, payload });
  await save({ kind: 'group', id: group._id }, 'energy', 1000);
  await api.database.pool.query('delete from group_member where group_id = $1', [group._id]);
  expect(await list()).toMatchObject([
    { amount: 1000, start: null, used: null, forecast: null, usualShare: null },
  ]);
});

it('returns the budget of a group with the total, forecast and pace of its page', async () => {
  await measure('2026-09-15T03:00:00Z', 2);
  const payload = { groupName: 'Térreo', groupType: 'eletric', boardsMAC: [meter.mac] };
  const { group: made } = await api.succeed(createGroup, '/group/new', { token: owner.token, payload });
  await save({ kind: 'group', id: made._id }, 'energy', 1000);
  const { group: page } = await api.succeed(readGroup, `/group/${made._id}`, { token: owner.token });
  const [budget] = await list();
  expect(budget).toMatchObject({ target: { kind: 'group', name: 'Térreo' }, used: page.total });
  expect(budget?.forecast).toBeCloseTo(2 * 24 * 30, 0);
  expect(budget?.usualShare).toBeCloseTo(15.5 / 30, 2);
});

it('forecasts a group by the method of its meters once a typical week exists', async () => {
  const now = '2026-11-12T15:00:00Z';
  api.setClock(now);
  await api.database.pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, frames)
      select $1, start, case when extract(isodow from start - interval '3 hours') > 5 then 25000 else 1250000 end, 90
      from generate_series($2::timestamptz, $3::timestamptz - interval '15 minutes', interval '15 minutes') start`,
    [meter.installationId, '2026-07-01T03:00:00Z', now],
  );
  const payload = { groupName: 'Térreo', groupType: 'eletric', boardsMAC: [meter.mac] };
  const { group } = await api.succeed(createGroup, '/group/new', { token: owner.token, payload });
  await api.database.pool.query(`update group_member set since = '2026-01-01'`);
  await save({ kind: 'group', id: group._id }, 'energy', 1000);
  const { consolidated } = await api.succeed(readMonth, `/consolidated/monthly/${meter.mac}`, {
    token: owner.token,
  });
  expect(consolidated.forecast.method).toBe('semana típica');
  const [budget] = await list();
  expect(budget?.forecast).toBeCloseTo(consolidated.forecast.total, 6);
});

it('forecasts a group at least at the energy measured in its installation quarter-hour', async () => {
  meter = await meterAt(establishment, { installed_at: new Date('2026-11-16T14:52:00Z') });
  await measure('2026-11-16T14:45:00Z', 4);
  const payload = { groupName: 'Térreo', groupType: 'eletric', boardsMAC: [meter.mac] };
  const { group } = await api.succeed(createGroup, '/group/new', { token: owner.token, payload });
  await save({ kind: 'group', id: group._id }, 'energy', 0.5);
  const [budget] = await list();
  expect(budget?.used).toBe(1);
  expect(budget?.forecast).toBeGreaterThan(1);
});

it('answers 404 to another customer, and refuses a read-only account', async () => {
  await save(theEstablishment(), 'money', 500);
  const otherAccount = await api.seed.person({ profile: 'Manager' });
  expect(await list(otherAccount)).toEqual([]);
  const payload = { target: theEstablishment(), measure: 'money', year: '2026', amounts: yearOf(1) };
  expect((await api.fail('POST', '/budgets', { token: otherAccount.token, payload })).status).toBe(404);
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  await api.seed.give(client, meter);
  expect((await api.fail('GET', '/budgets', { token: client.token })).status).toBe(403);
});

it('returns no consumption to an API key without that scope', async () => {
  await save(theEstablishment(), 'money', 500);
  const payload = { name: 'Cadastro', scopes: ['edit-establishments'] };
  const { data } = await api.succeed(generateToken, '/user/generate-token', { token: owner.token, payload });
  expect((await api.fail('GET', '/budgets', { token: data.token })).type).toBe('forbidden');
  await save(theEstablishment(), 'money', 600, data);
  expect((await list()).map(({ amount }) => amount)).toEqual([600]);
});
