import { alertTitle } from '@nascente/contract/alerts/alert-kinds';
import { saveAlertSetting } from '@nascente/contract/alerts/alert-rules';
import { type Alert, listAlerts } from '@nascente/contract/alerts/alerts';
import { saveBudgetYear } from '@nascente/contract/money/budgets';
import { createGroup } from '@nascente/contract/sites/groups';
import { beforeEach, expect, it } from 'vitest';
import { createPriceApi } from '../../../testing/price-api.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';

/** Friday, noon in São Paulo: of 30 days of November 19.5 have passed. */
const NOON = '2026-11-20T15:00:00Z';
const { api, meterAt } = await createPriceApi(NOON, 0.8);
let owner: SeededPerson;
let establishment: string;

beforeEach(async () => {
  await api.database.pool.query('delete from account where email like $1', ['%@nascente.test']);
  api.setClock(NOON);
  owner = await api.seed.person({ profile: 'Manager' });
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
});

/** The same consumption in every past quarter-hour of the month. */
const measure = (meter: SeededMeter, column: 'consumed_a_mwh' | 'volume_ml', amount: number) =>
  api.database.pool.query(
    `insert into quarter (installation_id, start, ${column}, frames) select $1, start, $2, 90
      from generate_series('2026-11-01T03:00:00Z'::timestamptz, $3::timestamptz - interval '15 minutes', interval '15 minutes') start`,
    [meter.installationId, amount, NOON],
  );
/** 1 kWh an hour: 720 kWh in November, R$ 576. */
const anElectricMeter = async (establishment: string): Promise<SeededMeter> => {
  const meter = await meterAt(establishment, { installed_at: new Date('2026-01-01T03:00:00Z') });
  await measure(meter, 'consumed_a_mwh', 250_000);
  return meter;
};
const plan = (target: object, measured: string, november: number | null) =>
  api.succeed(saveBudgetYear, '/budgets', {
    token: owner.token,
    payload: {
      target,
      measure: measured,
      year: '2026',
      amounts: Array.from({ length: 12 }, (_, month) => (month === 10 ? november : 1)),
    },
  });
const budgetOf = ({ facts }: Alert) => (facts.kind === 'cycle-budget' ? facts : null);
const budgetAlerts = async ({ token } = owner): Promise<readonly Alert[]> =>
  (await api.succeed(listAlerts, '/alerts?state=open&kind=cycle-budget', { token })).alerts;

it('reports a group of meters in two establishments by name to accounts that see all of them', async () => {
  const other = await api.seed.establishment(owner, { name: 'Mercado' });
  const meters = [await anElectricMeter(establishment), await anElectricMeter(other)];
  const payload = { groupName: 'Térreo', groupType: 'eletric', boardsMAC: meters.map(({ mac }) => mac) };
  const { group } = await api.succeed(createGroup, '/group/new', { token: owner.token, payload });
  const target = { kind: 'group', id: group._id };
  await plan(target, 'energy', 1000);
  await plan(target, 'money', 800);
  await api.alerts.watchMoney();
  const alerts = (await budgetAlerts()).toSorted((one, another) => Number(one.cost) - Number(another.cost));
  expect(alerts.map((alert) => [alertTitle(alert), budgetOf(alert)?.measure, alert.meters.length])).toEqual([
    ['Ciclo acima da meta (energia): Térreo', 'energy', 2],
    ['Ciclo acima da meta (energia): Térreo', 'money', 2],
  ]);
  const [energy, money] = alerts.map((alert) => budgetOf(alert)?.forecast);
  expect(energy).toBeCloseTo(1440, 0);
  expect(money).toBeCloseTo(1152, 0);
  const [some, all] = await Promise.all([
    api.seed.person({ profile: 'client', manager_id: owner.id }),
    api.seed.person({ profile: 'client', manager_id: owner.id }),
  ]);
  for (const meter of meters) await api.seed.give(all, meter);
  await api.seed.give(some, meters[0] as SeededMeter);
  expect([(await budgetAlerts(some)).length, (await budgetAlerts(all)).length]).toEqual([0, 2]);
  await plan(target, 'money', 2000);
  await plan(target, 'energy', null);
  await api.alerts.watchMoney();
  expect(await budgetAlerts()).toEqual([]);
});

it('reports a water budget alert, also without electricity meters', async () => {
  const meter = await api.seed.meter(
    establishment,
    { installed_at: new Date('2026-01-01T03:00:00Z') },
    { type: 'water', model: 'mono', equipment: 'emd' },
  );
  await measure(meter, 'volume_ml', 12_500);
  await plan({ kind: 'establishment', id: establishment }, 'water', 30);
  await api.alerts.watchMoney();
  const [alert, ...others] = await budgetAlerts();
  expect(others).toEqual([]);
  expect(alert?.facts).toMatchObject({
    measure: 'water',
    budget: 30,
    group: null,
    forecast: expect.closeTo(36, 0) as number,
  });
  expect(alert?.cost).toBeNull();
  expect(alert && alertTitle(alert)).toMatch(/^Ciclo acima da meta \(água\): /);
});

it('creates no alert for a cycle as planned, nor where the rule is switched off', async () => {
  await anElectricMeter(establishment);
  const target = { kind: 'establishment', id: establishment };
  await plan(target, 'energy', 710);
  await api.alerts.watchMoney();
  expect(await budgetAlerts()).toEqual([]);
  await plan(target, 'energy', 500);
  const off = { kind: 'cycle-budget', isOn: false, threshold: null, day: null };
  await api.succeed(saveAlertSetting, `/alerts/settings/${establishment}`, {
    token: owner.token,
    payload: off,
  });
  await api.alerts.watchMoney();
  expect(await budgetAlerts()).toEqual([]);
});
