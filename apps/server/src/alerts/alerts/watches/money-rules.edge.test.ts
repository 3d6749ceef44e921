import { saveAlertSetting } from '@nascente/contract/alerts/alert-rules';
import { type Alert, listAlerts } from '@nascente/contract/alerts/alerts';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { saveBudgetYear } from '@nascente/contract/money/budgets';
import {
  enterUtilityBill,
  listUtilityBills,
  removeUtilityBill,
} from '@nascente/contract/money/utility-bills';
import { beforeEach, expect, it } from 'vitest';
import { aContract } from '../../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules, VERDE } from '../../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi } from '../../../testing/test-api.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon in São Paulo. */
const NOON = Date.parse('2026-11-20T15:00:00Z');
const FIRST = Date.parse('2026-11-01T03:00:00Z');
const api = await createTestApi(new Date(NOON).toISOString());
const { pool } = api.database;
const convencional = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
const verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], { tariff_group: 'A4' });

let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeEach(async () => {
  await pool.query('delete from account where email like $1', ['%@nascente.test']);
  api.setClock(NOON);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await api.seed.meter(establishment, { name: 'Geral', is_general: true });
  await pool.query(`update session set expires_at = '2100-01-01'`);
});

const agree = (overrides: Parameters<typeof aContract>[0], tariff: string) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: tariff, terms: aContract(overrides) },
  });
const inGroupA = (kw: number) =>
  agree({ group: 'A', subgroup: 'A4', modality: 'verde', demand: { mode: 'single', demand: kw } }, verde);
/** kW and kvar of every quarter-hour between two instants. */
const measure = (from: number, to: number, kw: number, kvar = 0) =>
  pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, inductive_a_mvarh, frames)
      select $1, start, $4, $5, 90 from generate_series($2::timestamptz, $3::timestamptz - interval '1 minute', interval '15 minutes') start
      on conflict (installation_id, start) do update set consumed_a_mwh = excluded.consumed_a_mwh`,
    [
      meter.installationId,
      new Date(from),
      new Date(to),
      Math.round(kw * 250_000),
      Math.round(kvar * 250_000),
    ],
  );
const alertsOf = async (kind: Alert['kind'], state = 'open'): Promise<readonly Alert[]> =>
  (await api.succeed(listAlerts, `/alerts?state=${state}&kind=${kind}`, { token: owner.token })).alerts;
const choose = (payload: object) =>
  api.succeed(saveAlertSetting, `/alerts/settings/${establishment}`, { token: owner.token, payload });
/** Checks that the alert was sent once, was not undone, and has ended. */
const expectEnded = async (kind: Alert['kind']) => {
  expect(await alertsOf(kind)).toEqual([]);
  expect(await alertsOf(kind, 'past')).toMatchObject([
    { undoneAt: null, endedAt: expect.any(String) as string },
  ]);
};
const bill = () => api.succeed(readBill, `/establishment/${establishment}/bill`, { token: owner.token });

it('reports a cycle heading above its budget with the excess; a higher budget ends the alert', async () => {
  await agree({}, convencional);
  await measure(FIRST, NOON, 2);
  await choose({ kind: 'cycle-budget', isOn: true, threshold: 200, day: null });
  await api.alerts.watchMoney();
  const [alert] = await alertsOf('cycle-budget');
  const facts = alert?.facts.kind === 'cycle-budget' ? alert.facts : null;
  expect(facts).toMatchObject({ measure: 'money', budget: 200 });
  expect(facts?.forecast).toBeGreaterThan(1_000);
  expect(alert?.cost).toBeCloseTo((facts?.forecast ?? 0) - 200, 1);
  await choose({ kind: 'cycle-budget', isOn: true, threshold: 1_000_000, day: null });
  await api.alerts.watchMoney();
  expect([(await alertsOf('cycle-budget')).length, (await alertsOf('cycle-budget', 'past')).length]).toEqual([
    0, 1,
  ]);
});

it('reports a cycle heading above its planned R$ and kWh in separate alerts', async () => {
  await agree({}, convencional);
  await measure(FIRST, NOON, 2);
  const plan = (measure: 'money' | 'energy', november: number | null) =>
    api.succeed(saveBudgetYear, '/budgets', {
      token: owner.token,
      payload: {
        target: { kind: 'establishment', id: establishment },
        measure,
        year: '2026',
        amounts: Array.from({ length: 12 }, (_, month) => (month === 10 ? november : 1)),
      },
    });
  // The plan replaces the budget that is equal for every cycle.
  await choose({ kind: 'cycle-budget', isOn: true, threshold: 1, day: null });
  await plan('money', 300);
  await plan('energy', 1000);
  await api.alerts.watchMoney();
  const budgets = (await alertsOf('cycle-budget')).flatMap(({ facts }) =>
    facts.kind === 'cycle-budget' ? [[facts.measure, facts.budget] as const] : [],
  );
  expect(new Map(budgets)).toEqual(
    new Map([
      ['money', 300],
      ['energy', 1000],
    ]),
  );
  await plan('energy', 100_000);
  await plan('money', 1_000_000);
  await api.alerts.watchMoney();
  expect(await alertsOf('cycle-budget')).toEqual([]);
});

it('reports a cycle above last year’s with the cost of the excess', async () => {
  await agree({}, convencional);
  await pool.query(`update installation set installed_at = '2025-01-01' where id = $1`, [
    meter.installationId,
  ]);
  await measure(FIRST - 365 * DAY, FIRST - 345 * DAY, 1);
  await measure(FIRST, NOON, 2);
  await api.alerts.watchMoney();
  const [alert] = await alertsOf('cycle-year');
  const facts = alert?.facts.kind === 'cycle-year' ? alert.facts : null;
  const energy = (await bill()).bill.lines.filter(({ kind, unit }) => kind === 'energy' && unit === 'kWh');
  const price =
    energy.reduce((sum, { amount }) => sum + amount, 0) /
    energy.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  expect(price).toBeGreaterThan(0);
  expect(alert?.cost).toBeCloseTo(((facts?.used ?? 0) - (facts?.yearBefore ?? 0)) * price, 1);
});

it('reports reactive excess with its charge in the bill until the next cycle', async () => {
  await inGroupA(100);
  await measure(FIRST, NOON, 20, 40);
  await api.alerts.watchMoney();
  const charged = (await bill()).bill.lines
    .filter(({ kind }) => kind === 'reactive-energy' || kind === 'reactive-demand')
    .reduce((sum, { amount }) => sum + amount, 0);
  expect(charged).toBeGreaterThan(10);
  expect(await alertsOf('reactive')).toMatchObject([
    { facts: { charged: expect.closeTo(charged, 2) as number }, cost: Math.round(charged * 100) / 100 },
  ]);
  api.setClock(NOON + 15 * DAY);
  await api.alerts.watchMoney();
  await expectEnded('reactive');
});

it('reports each bill that disagrees with the metered energy until it is corrected', async () => {
  await agree({}, convencional);
  await measure(Date.parse('2026-10-01T03:00:00Z'), FIRST, 1);
  const enter = (start: string, end: string, total: number) =>
    api.succeed(enterUtilityBill, `/establishment/${establishment}/utility-bills`, {
      token: owner.token,
      payload: { start, end, total, consumed: { outPoint: 744 } },
    });
  await enter('2026-10-01', '2026-10-31', 5_000);
  await api.alerts.watchMoney();
  await api.alerts.watchMoney();
  const [alert, ...others] = await alertsOf('bill-wrong');
  expect(others).toEqual([]);
  expect(alert?.cost).toBeGreaterThan(4_000);
  expect(alert?.facts).toMatchObject({ kind: 'bill-wrong', start: '2026-10-01', end: '2026-10-31' });
  const url = `/establishment/${establishment}/utility-bills`;
  const { bills } = await api.succeed(listUtilityBills, url, { token: owner.token });
  await api.succeed(removeUtilityBill, `${url}/${bills[0]?.id}`, { token: owner.token });
  await api.alerts.watchMoney();
  await expectEnded('bill-wrong');
});

it('reports expiring credits with their value', async () => {
  const lot = { touPeriod: 'outPoint', class: 'II', origin: 'own' } as const;
  const generation = {
    class: 'II' as const,
    ownTaxes: { icms: true, pisCofins: true },
    otherTaxes: { icms: false, pisCofins: false },
    credits: [
      { ...lot, generatedIn: '2021-12', energy: 90 },
      { ...lot, generatedIn: '2026-06', energy: 500 },
    ],
  };
  await agree({ generation }, convencional);
  await measure(NOON - 2 * HOUR, NOON, 1);
  await api.alerts.watchMoney();
  const [alert] = await alertsOf('credits-expire');
  expect(alert?.facts).toMatchObject({ energy: 90 });
  expect(alert?.cost).toBeGreaterThan(50);
  await choose({ kind: 'credits-expire', isOn: true, threshold: 1, day: null });
  await api.alerts.watchMoney();
  await expectEnded('credits-expire');
});

it('reports a demand above the contract with its charge in the bill', async () => {
  await inGroupA(10);
  await measure(NOON - DAY, NOON, 8);
  await measure(NOON - 5 * HOUR, NOON - 4 * HOUR, 12);
  await measure(NOON - HOUR / 2, NOON, 16);
  await api.alerts.watchQuarters();
  const charged = (await bill()).bill.lines.find(({ kind }) => kind === 'overrun')?.amount ?? 0;
  expect(charged).toBeGreaterThan(0);
  expect(await alertsOf('demand-overrun')).toMatchObject([
    { facts: { contracted: 10, highest: 16 }, cost: charged },
  ]);
  // Only the highest of a cycle is charged.
  expect(await alertsOf('demand-overrun', 'past')).toMatchObject([
    { facts: { contracted: 10, highest: 12 }, cost: null },
  ]);
});

it('shows the cost of a cycle under a contract that ends', async () => {
  await agree({}, convencional);
  await measure(FIRST, NOON, 2);
  await choose({ kind: 'contract-ends', isOn: true, threshold: 60, day: '2026-12-31' });
  await api.alerts.watchMoney();
  const [alert] = await alertsOf('contract-ends');
  expect(alert?.facts).toMatchObject({ day: '2026-12-31', cycleCost: expect.any(Number) as number });
});
