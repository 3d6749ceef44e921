import {
  addAlertRule,
  editAlertRule,
  listAlertRules,
  removeAlertRule,
  tryAlertRule,
} from '@nascente/contract/alerts/alert-rules';
import { type Alert, judgeAlert, listAlerts, readAlertCurve } from '@nascente/contract/alerts/alerts';
import { createGroup } from '@nascente/contract/sites/groups';
import { ruleUnit } from '@nascente/domain/alerts/own-rule-texts';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi } from '../../../testing/test-api.ts';
import { tunedBy } from '../incidents/incident-changes.ts';
import type { Found } from '../watches/alert-finding.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const api = await createTestApi('2026-11-20T15:00:00Z');
const { pool } = api.database;

/** A Friday, noon in São Paulo. */
const NOON = Date.parse('2026-11-20T15:00:00Z');
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeEach(async () => {
  await pool.query('delete from account where email like $1', ['%@nascente.test']);
  api.setClock(NOON);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await api.seed.meter(establishment, { name: 'Forno' });
  await api.travelTo(NOON);
});

/** kW of a quarter-hour. */
const measure = (start: number, kw: number, id = meter.installationId) =>
  pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, frames) values ($1, $2, $3, 90)
      on conflict (installation_id, start) do update set consumed_a_mwh = excluded.consumed_a_mwh`,
    [id, new Date(start), Math.round((kw / 4) * 1_000_000)],
  );
const measureAll = async (from: number, to: number, kw: number) => {
  for (let start = from; start < to; start += QUARTER) await measure(start, kw);
};

const terms = {
  quantity: 'energy',
  span: 'quarter',
  test: 'above',
  limit: 10,
  hysteresis: 0,
  forMinutes: 30,
  hours: null,
} as const;
const ruleWith = (changes: object = {}) => ({
  name: 'Forno ligado',
  severity: 'serious',
  terms: { ...terms, ...changes },
  target: { kind: 'meter', mac: meter.mac },
});
const add = async (changes: object = {}, more: object = {}) =>
  (
    await api.succeed(addAlertRule, '/alerts/rules', {
      token: owner.token,
      payload: { ...ruleWith(changes), ...more },
    })
  ).rules;
const alertsOf = async (state: 'open' | 'past', person = owner): Promise<readonly Alert[]> =>
  (await api.succeed(listAlerts, `/alerts?state=${state}`, { token: person.token })).alerts;

describe('a rule created by an account', () => {
  it('a rule opens an alert once its condition has held long enough, and the alert closes itself', async () => {
    await add();
    await measureAll(NOON - HOUR, NOON, 12);
    await measure(NOON - HOUR, 3);
    await api.alerts.watchQuarters();
    await Promise.all([api.alerts.watchQuarters(), api.alerts.watchQuarters()]);
    expect(await alertsOf('open')).toMatchObject([
      {
        kind: 'own',
        severity: 'serious',
        beganAt: new Date(NOON - 3 * QUARTER).toISOString(),
        meters: [{ name: 'Forno' }],
        facts: { rule: 'Forno ligado', quantity: 'energy', span: 'quarter', worst: { value: 12, limit: 10 } },
      },
    ]);
    api.setClock(NOON + QUARTER);
    await measure(NOON, 4);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toEqual([]);
    expect(await alertsOf('past')).toMatchObject([{ endedAt: new Date(NOON).toISOString(), isLate: false }]);
  });

  it('late data undoes or opens an alert of a rule, and the alert reports it', async () => {
    await add();
    await measureAll(NOON - HOUR, NOON, 12);
    await api.alerts.watchQuarters();
    await measureAll(NOON - HOUR, NOON, 5);
    await api.alerts.watchQuarters();
    expect(await alertsOf('past')).toMatchObject([{ undoneAt: new Date(NOON).toISOString() }]);
    await measureAll(NOON - 8 * HOUR, NOON - 6 * HOUR, 20);
    await api.alerts.watchQuarters();
    expect(await alertsOf('past')).toMatchObject([
      { undoneAt: new Date(NOON).toISOString() },
      { isLate: true },
    ]);
  });

  it('a backlog of a day opens one alert for each interval above the limit', async () => {
    await add();
    // Nothing was looked at for a day; then everything comes together.
    await measureAll(NOON - DAY, NOON, 3);
    await measureAll(NOON - 20 * HOUR, NOON - 19 * HOUR, 15);
    await measureAll(NOON - 10 * HOUR, NOON - 9 * HOUR, 16);
    await api.alerts.watchQuarters();
    await api.alerts.watchQuarters();
    expect(
      (await alertsOf('past')).map(({ beganAt, endedAt, isLate }) => [beganAt, endedAt, isLate]),
    ).toEqual(
      [10, 20].map((hours) => [
        new Date(NOON - hours * HOUR).toISOString(),
        new Date(NOON - (hours - 1) * HOUR).toISOString(),
        true,
      ]),
    );
  });

  it('a rule opens one alert only when the clock of the server goes back', async () => {
    await add();
    await measureAll(NOON - HOUR, NOON, 12);
    await api.alerts.watchQuarters();
    api.setClock(NOON - QUARTER);
    await api.alerts.watchQuarters();
    api.setClock(NOON);
    await api.alerts.watchQuarters();
    expect([...(await alertsOf('open')), ...(await alertsOf('past'))]).toHaveLength(1);
  });

  it('switching off or removing a rule ends its open alert', async () => {
    const [rule] = await add();
    await measureAll(NOON - HOUR, NOON, 12);
    await api.alerts.watchQuarters();
    const { target: _, ...body } = ruleWith();
    const url = `/alerts/rules/${rule?._id}`;
    await api.succeed(editAlertRule, url, { token: owner.token, payload: { ...body, isOn: false } });
    await api.alerts.watchQuarters();
    expect([(await alertsOf('open')).length, (await alertsOf('past')).length]).toEqual([0, 1]);
    await api.succeed(editAlertRule, url, { token: owner.token, payload: { ...body, isOn: true } });
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toHaveLength(1);
    expect((await api.succeed(removeAlertRule, url, { token: owner.token })).rules).toEqual([]);
    await api.alerts.watchQuarters();
    expect([(await alertsOf('open')).length, (await alertsOf('past')).length]).toEqual([0, 1]);
  });

  it('a rule adjusts its limit when an account marks an alert as unhelpful', async () => {
    await add();
    await measureAll(NOON - HOUR, NOON, 10.5);
    await api.alerts.watchQuarters();
    const [alert] = await alertsOf('open');
    const payload = { helpful: false };
    await api.succeed(judgeAlert, `/alerts/${alert?._id}/opinion`, { token: owner.token, payload });
    const { rules } = await api.succeed(listAlertRules, '/alerts/rules', { token: owner.token });
    expect(rules).toMatchObject([{ opinions: { helpful: 0, unhelpful: 1 }, limitInForce: 11 }]);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toEqual([]);
  });

  it('a rule evaluates an establishment by its general meter, and a group by its members', async () => {
    const general = await api.seed.meter(establishment, { name: 'Geral', is_general: true });
    await add({}, { target: { kind: 'establishment', id: establishment } });
    for (let start = NOON - HOUR; start < NOON; start += QUARTER) {
      await measure(start, 4);
      await measure(start, 30, general.installationId);
    }
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toMatchObject([
      { meters: [{ name: 'Geral' }], facts: { worst: { value: 30 } } },
    ]);
  });

  it('a rule of the day evaluates the civil day, and notifies once the day is over', async () => {
    await add({ span: 'day', limit: 100, forMinutes: 0 });
    const midnight = Date.parse('2026-11-21T03:00:00Z');
    await measureAll(midnight - DAY, midnight, 5);
    api.setClock(midnight - MINUTE);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toEqual([]);
    api.setClock(midnight + 16 * MINUTE);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toMatchObject([
      {
        beganAt: new Date(midnight - DAY).toISOString(),
        facts: { span: 'day', worst: { value: 120, limit: 100 } },
      },
    ]);
  });
});

describe('a rule of instantaneous values', () => {
  const frames = (from: number, to: number, of: { va: number; vb: number; ia?: number; t?: number }) =>
    pool.query(
      `insert into reading (installation_id, at, va, vb, ia, ib, t)
        select $1, at, $4, $5, $6, 1, $7 from generate_series($2::timestamptz, $3::timestamptz - interval '1 second', interval '1 minute') at`,
      [meter.installationId, new Date(from), new Date(to), of.va, of.vb, of.ia ?? 5, of.t ?? 30],
    );
  beforeEach(async () => {
    await pool.query('create table if not exists reading_of_test partition of reading default');
    await pool.query('delete from reading');
  });

  it('reports the lowest phase, the highest current and the temperature, draws them, and closes', async () => {
    const level = { span: 'quarter', forMinutes: 0 };
    await add({ ...level, quantity: 'voltage-lowest', test: 'below', limit: 202 }, { name: 'Tensão' });
    await add({ ...level, quantity: 'voltage-highest', limit: 231 }, { name: 'Sobretensão' });
    await add({ ...level, quantity: 'current', limit: 40 }, { name: 'Corrente' });
    await add({ ...level, quantity: 'temperature', limit: 70 }, { name: 'Calor' });
    await frames(NOON - 2 * HOUR, NOON - HOUR, { va: 219, vb: 221 });
    await frames(NOON - HOUR, NOON, { va: 219, vb: 198, ia: 55, t: 75 });
    await api.alerts.watchQuarters();
    const own = async (state: 'open' | 'past') =>
      (await alertsOf(state)).filter(({ kind }) => kind === 'own');
    const found = (await own('open')).flatMap(({ facts }) =>
      facts.kind === 'own' ? [[facts.rule, facts.worst?.value, ruleUnit(facts)]] : [],
    );
    expect(found.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['Calor', 75, '°C'],
      ['Corrente', 55, 'A'],
      ['Tensão', 198, 'V'],
    ]);
    const [first] = await own('open');
    const { curve } = await api.succeed(readAlertCurve, `/alerts/${first?._id}/curve`, {
      token: owner.token,
    });
    expect(curve?.points.some(({ value }) => (value ?? 0) > 50)).toBe(true);
    await frames(NOON, NOON + QUARTER, { va: 219, vb: 221 });
    api.setClock(NOON + QUARTER);
    await api.alerts.watchQuarters();
    await api.alerts.watchQuarters();
    expect([(await own('open')).length, (await own('past')).map(({ endedAt }) => endedAt)]).toEqual([
      0,
      Array.from({ length: 3 }, () => new Date(NOON).toISOString()),
    ]);
  });

  it('tries a rule of instantaneous values against a month of frames', async () => {
    for (const day of [2, 5]) {
      await frames(NOON - day * DAY, NOON - day * DAY + HOUR, { va: 195, vb: 221 });
      await frames(NOON - day * DAY + HOUR, NOON - day * DAY + 2 * HOUR, { va: 219, vb: 221 });
    }
    const payload = {
      terms: { ...terms, quantity: 'voltage-lowest', test: 'below', limit: 202 },
      target: { kind: 'meter', mac: meter.mac },
    };
    expect(
      await api.succeed(tryAlertRule, '/alerts/rules/try', { token: owner.token, payload }),
    ).toMatchObject({
      times: 2,
      days: 2,
      intervals: [{ worst: 195 }, { worst: 195 }],
    });
  });
});

describe('a rule of a group', () => {
  const groupOf = async (meters: readonly SeededMeter[]): Promise<string> => {
    const payload = { groupName: 'Cozinha', groupType: 'eletric', boardsMAC: meters.map(({ mac }) => mac) };
    const { group } = await api.succeed(createGroup, '/group/new', { token: owner.token, payload });
    return group._id;
  };

  it('a rule evaluates the sum of the group members, and ignores intervals that a member lacks', async () => {
    const fridge = await api.seed.meter(establishment, { name: 'Câmara' });
    await add({}, { target: { kind: 'group', id: await groupOf([meter, fridge]) } });
    await measureAll(NOON - 2 * HOUR, NOON - HOUR, 6);
    for (let start = NOON - 2 * HOUR; start < NOON - HOUR; start += QUARTER)
      await measure(start, 7, fridge.installationId);
    // The other one is silent: neither an end, nor a beginning.
    await measureAll(NOON - HOUR, NOON, 50);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toMatchObject([
      {
        beganAt: new Date(NOON - 2 * HOUR).toISOString(),
        meters: [{ name: 'Câmara' }, { name: 'Forno' }],
        facts: { worst: { value: 13, limit: 10 } },
      },
    ]);
    const { rules } = await api.succeed(listAlertRules, '/alerts/rules', { token: owner.token });
    expect(rules).toMatchObject([{ target: { kind: 'group', name: 'Cozinha' } }]);
  });

  it('shows no alert of a group to a client with access to only part of it', async () => {
    const fridge = await api.seed.meter(establishment, { name: 'Câmara' });
    await add({}, { target: { kind: 'group', id: await groupOf([meter, fridge]) } });
    for (let start = NOON - HOUR; start < NOON; start += QUARTER) {
      await measure(start, 6);
      await measure(start, 7, fridge.installationId);
    }
    await api.alerts.watchQuarters();
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await pool.query(`update session set expires_at = '2100-01-01'`);
    await api.seed.give(client, meter);
    expect(await alertsOf('open', client)).toEqual([]);
    await api.seed.give(client, fridge);
    expect(await alertsOf('open', client)).toHaveLength(1);
  });
});

describe('rules at clock changes of an establishment', () => {
  beforeEach(async () => {
    await pool.query(`update establishment set zone = 'America/New_York' where id = $1`, [establishment]);
  });
  const spring = Date.parse('2026-03-08T05:00:00Z');
  const autumn = Date.parse('2026-11-01T04:00:00Z');
  const readStored = () =>
    pool.query(`update alert_rule set created_at = '2026-01-01', changed_at = '2026-01-01'`);

  it('a rule of the day evaluates all 25 hours, and closes with the next day', async () => {
    await add({ span: 'day', limit: 121, forMinutes: 0 });
    await readStored();
    await measureAll(autumn, autumn + 49 * HOUR, 5);
    api.setClock(autumn + 25 * HOUR + 16 * MINUTE);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open')).toMatchObject([
      { beganAt: new Date(autumn).toISOString(), facts: { worst: { value: 125 } } },
    ]);
    await api.travelTo(autumn + 49 * HOUR + 16 * MINUTE);
    await api.alerts.watchQuarters();
    expect([...(await alertsOf('open')), ...(await alertsOf('past'))]).toMatchObject([
      { endedAt: new Date(autumn + 25 * HOUR).toISOString(), times: 1 },
    ]);
  });

  it('evaluates a repeated hour twice, and opens one alert', async () => {
    await add({ forMinutes: 90, hours: { days: [0, 1, 2, 3, 4, 5, 6], from: 60, until: 120 } });
    await readStored();
    await measureAll(autumn - DAY, autumn + 8 * HOUR, 12);
    api.setClock(autumn + 8 * HOUR + MINUTE);
    await api.alerts.watchQuarters();
    await api.alerts.watchQuarters();
    // On any other night one hour is not long enough.
    expect(await alertsOf('past')).toMatchObject([
      {
        beganAt: new Date(autumn + HOUR).toISOString(),
        endedAt: new Date(autumn + 3 * HOUR).toISOString(),
        times: 1,
      },
    ]);
  });

  it('never evaluates an hour that the clock change skips', async () => {
    await add({ forMinutes: 0, hours: { days: [0], from: 120, until: 180 } });
    await readStored();
    await pool.query(`update installation set installed_at = '2026-01-01' where id = $1`, [
      meter.installationId,
    ]);
    await measureAll(spring, spring + 8 * HOUR, 12);
    api.setClock(spring + 8 * HOUR + MINUTE);
    await api.alerts.watchQuarters();
    expect([...(await alertsOf('open')), ...(await alertsOf('past'))]).toEqual([]);
  });
});

it('reports a leak from a higher flow on after people judge the alert unhelpful', async () => {
  const leakOf = (flow: number): Found => ({
    kind: 'leak',
    findings: [
      {
        member: String(meter.installationId),
        group: establishment,
        since: instant(NOON),
        until: null,
        establishmentId: establishment,
        installations: [meter.installationId],
        facts: {
          kind: 'leak',
          since: '2026-11-18' as CivilDate,
          flow,
          perDay: 0.3,
          lost: 1,
          costPerDay: null,
          cost: null,
        },
        cost: null,
      },
    ],
    seenFrom: null,
    looksAt: () => true,
  });
  const isNotified = async (flow: number) =>
    (await tunedBy(api.database.db, leakOf(flow))).findings.length > 0;
  expect([await isNotified(10.5), await isNotified(12)]).toEqual([true, true]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into alert (kind, establishment_id, began_at, notified_at, is_late, facts)
      values ('leak', $1, now(), now(), false, '{"kind": "leak"}') returning id`,
    [establishment],
  );
  await pool.query('insert into alert_opinion (alert_id, account_id, is_helpful) values ($1, $2, false)', [
    rows[0]?.id,
    owner.id,
  ]);
  expect([await isNotified(10.5), await isNotified(12)]).toEqual([false, true]);
  // An open alert about the smaller flow ends: the leak is real, so it is not undone.
  const open = {
    id: rows[0]?.id ?? '',
    group: establishment,
    members: [String(meter.installationId)],
    since: instant(NOON),
    until: null,
    calmSince: null,
    notifiedAt: instant(NOON),
    closedAt: null,
  };
  const mayUndo = async (flow: number) => (await tunedBy(api.database.db, leakOf(flow))).mayUndo?.(open);
  expect([await mayUndo(10.5), await mayUndo(12)]).toEqual([false, true]);
});

describe('trying a rule', () => {
  const tried = (changes: object, more: object = {}) =>
    api.succeed(tryAlertRule, '/alerts/rules/try', {
      token: owner.token,
      payload: { terms: { ...terms, ...changes }, target: { kind: 'meter', mac: meter.mac }, ...more },
    });

  it('a trial reports how often and on which days the rule would have notified', async () => {
    for (const day of [1, 2, 5]) {
      await measureAll(NOON - day * DAY, NOON - day * DAY + HOUR, day === 2 ? 3 : 12);
      await measure(NOON - day * DAY + HOUR, 3);
    }
    const { sentence, days, times, intervals } = await tried({});
    expect(sentence).toBe('Nos últimos 3 dias esta regra teria avisado 2 vezes: em 15 nov e 19 nov.');
    expect([days, times]).toEqual([3, 2]);
    expect(intervals[0]).toEqual({
      since: new Date(NOON - 5 * DAY).toISOString(),
      until: new Date(NOON - 5 * DAY + HOUR).toISOString(),
      worst: 12,
    });
    expect((await tried({ limit: 50 })).sentence).toContain('não teria avisado nenhuma vez');
  });

  it('a trial takes the usual level from the weeks before', async () => {
    for (const week of [1, 2, 3, 4])
      await measureAll(NOON - week * 7 * DAY - HOUR, NOON - week * 7 * DAY, 10);
    await measureAll(NOON - HOUR, NOON, 16);
    expect(await tried({ test: 'above-usual', limit: 50 })).toMatchObject({ times: 1 });
    expect(await tried({ test: 'above-usual', limit: 70 })).toMatchObject({ times: 0 });
  });

  it('a trial of a meter without readings reports zero days', async () => {
    expect(await tried({})).toMatchObject({ days: 0, times: 0, intervals: [] });
  });
});

describe('ownership of rules', () => {
  it('another account can neither see, try nor change a rule', async () => {
    const [rule] = await add();
    const other = await api.seed.person();
    const { token } = other;
    expect((await api.succeed(listAlertRules, '/alerts/rules', { token })).rules).toEqual([]);
    expect(await api.fail('POST', '/alerts/rules', { token, payload: ruleWith() })).toMatchObject({
      status: 404,
    });
    const { target, name: _, severity: __, ...rest } = ruleWith();
    const payload = { ...rest, target };
    expect(await api.fail('POST', '/alerts/rules/try', { token, payload })).toMatchObject({ status: 404 });
    expect(await api.fail('DELETE', `/alerts/rules/${rule?._id}`, { token })).toMatchObject({ status: 404 });
    expect(await api.fail('GET', `/alerts/settings/${establishment}`, { token })).toMatchObject({
      status: 404,
    });
  });

  it.each([
    [{ test: 'below', limit: 0 }, 'Informe um limite maior que zero.'],
    [
      { quantity: 'power-factor', limit: 3 },
      'O fator de potência vai de 0 a 1: informe um limite como 0,92.',
    ],
    [{ quantity: 'water' }, 'Nenhum medidor do que você escolheu mede isso'],
    [{ forMinutes: -1 }, 'Duração inválida'],
    [{ hours: { days: [], from: 0, until: 60 } }, 'Escolha ao menos um dia da semana.'],
  ])('refuses %j with a readable message', async (changes, msg) => {
    const failed = await api.fail('POST', '/alerts/rules', {
      token: owner.token,
      payload: ruleWith(changes),
    });
    expect(failed).toMatchObject({ status: 400, errors: [{ msg: expect.stringContaining(msg) as string }] });
  });
});
