import { saveAlertSetting } from '@nascente/contract/alerts/alert-rules';
import { type Alert, judgeAlert, listAlerts, readAlertCurve } from '@nascente/contract/alerts/alerts';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Friday, eight in the morning in São Paulo. */
const MORNING = Date.parse('2026-11-20T11:00:00Z');
const MIDNIGHT = Date.parse('2026-11-20T03:00:00Z');
const api = await createTestApi(new Date(MORNING).toISOString());
const { pool } = api.database;

let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeEach(async () => {
  await pool.query('delete from account where email like $1', ['%@nascente.test']);
  await pool.query('delete from reading');
  api.setClock(MORNING);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await api.seed.meter(establishment, { name: 'Quadro' });
  await pool.query(`update session set expires_at = '2100-01-01'`);
});

/** kW of every quarter-hour from one instant to another, and kvar. */
const measure = (from: number, to: number, kw: number, kvar = 0) =>
  pool.query(
    `insert into quarter (installation_id, start, consumed_a_mwh, inductive_a_mvarh, frames)
      select $1, start, $4, $5, 90 from generate_series($2::timestamptz, $3::timestamptz - interval '1 minute', interval '15 minutes') start
      on conflict (installation_id, start) do update set consumed_a_mwh = excluded.consumed_a_mwh,
        inductive_a_mvarh = excluded.inductive_a_mvarh`,
    [
      meter.installationId,
      new Date(from),
      new Date(to),
      Math.round(kw * 250_000),
      Math.round(kvar * 250_000),
    ],
  );
const alertsOf = async (state: 'open' | 'past', kind: Alert['kind']): Promise<readonly Alert[]> =>
  (await api.succeed(listAlerts, `/alerts?state=${state}&kind=${kind}`, { token: owner.token })).alerts;
/** Checks that the alert was sent once, was not undone, and has ended. */
const expectEnded = async (kind: Alert['kind']) => {
  expect(await alertsOf('open', kind)).toEqual([]);
  expect(await alertsOf('past', kind)).toMatchObject([
    { undoneAt: null, endedAt: expect.any(String) as string },
  ]);
};
/** Adds such measurements for the next day, and evaluates the rules. */
const followedBy = async (kw: number) => {
  await measure(MIDNIGHT, MIDNIGHT + DAY, kw);
  api.setClock(MORNING + DAY);
  await api.alerts.watchDays();
};
const choose = (payload: object) =>
  api.succeed(saveAlertSetting, `/alerts/settings/${establishment}`, { token: owner.token, payload });

describe('rules of the previous day', () => {
  it('reports more night use than usual, and closes after a usual night', async () => {
    await measure(MIDNIGHT - 20 * DAY, MIDNIGHT, 1);
    await measure(MIDNIGHT - DAY, MIDNIGHT - DAY + 5 * HOUR, 3);
    await api.alerts.watchDays();
    await api.alerts.watchDays();
    expect(await alertsOf('open', 'night-use')).toMatchObject([
      {
        beganAt: new Date(MIDNIGHT - DAY).toISOString(),
        facts: { used: 15, usual: 5 },
      },
    ]);
    await followedBy(1);
    await expectEnded('night-use');
  });

  it('does not evaluate a day before morning there: the open alert stays', async () => {
    await measure(MIDNIGHT - 20 * DAY, MIDNIGHT, 1);
    await measure(MIDNIGHT - DAY, MIDNIGHT - DAY + 5 * HOUR, 3);
    await api.alerts.watchDays();
    api.setClock(MIDNIGHT + DAY + HOUR);
    await api.alerts.watchDays();
    expect(await alertsOf('open', 'night-use')).toHaveLength(1);
  });

  it('reports missing data of yesterday, with a lower limit after people judge the alert unhelpful', async () => {
    await measure(MIDNIGHT - DAY, MIDNIGHT - 4 * HOUR, 1);
    await api.alerts.watchDays();
    const [alert] = await alertsOf('open', 'completeness');
    expect(alert).toMatchObject({
      facts: { share: 80 / 96, day: '2026-11-19' },
    });
    const payload = { helpful: false };
    await api.succeed(judgeAlert, `/alerts/${alert?._id}/opinion`, { token: owner.token, payload });
    await api.alerts.watchDays();
    // A tenth less than 90 % is 81.8 %.
    expect(await alertsOf('open', 'completeness')).toEqual([]);
  });

  it('closes the completeness alert once a day is complete', async () => {
    await measure(MIDNIGHT - DAY, MIDNIGHT - 4 * HOUR, 1);
    await api.alerts.watchDays();
    expect(await alertsOf('open', 'completeness')).toHaveLength(1);
    await followedBy(1);
    await expectEnded('completeness');
  });

  it('reports a low power factor where the bill charges it', async () => {
    await pool.query(`update establishment set tariff_group = 'A' where id = $1`, [establishment]);
    await pool.query('update installation set is_general = true where id = $1', [meter.installationId]);
    await measure(MIDNIGHT - DAY, MIDNIGHT, 4, 3);
    await api.alerts.watchDays();
    expect(await alertsOf('open', 'power-factor')).toMatchObject([
      { facts: { powerFactor: 0.8, limit: 0.92, hoursBelow: 24 } },
    ]);
    await followedBy(4);
    await expectEnded('power-factor');
  });

  it('reports panels that generated far less than usual, and its cost', async () => {
    const tariff = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
    await pool.query('update installation set solar_panel = true, tariff_id = $2 where id = $1', [
      meter.installationId,
      tariff,
    ]);
    await measure(MIDNIGHT - 20 * DAY, MIDNIGHT - DAY, 2);
    await measure(MIDNIGHT - DAY, MIDNIGHT, 0.5);
    await api.alerts.watchDays();
    expect(await alertsOf('open', 'generation')).toMatchObject([{ facts: { generated: 12, usual: 28.8 } }]);
    const [{ cost } = { cost: null }] = await alertsOf('open', 'generation');
    expect(cost).toBeGreaterThan(5);
    await followedBy(2);
    await expectEnded('generation');
  });

  it('creates no alert of a kind that an establishment has switched off', async () => {
    await measure(MIDNIGHT - DAY, MIDNIGHT - 4 * HOUR, 1);
    await api.alerts.watchDays();
    await choose({ kind: 'completeness', isOn: false, threshold: null, day: null });
    await api.alerts.watchDays();
    expect(await alertsOf('open', 'completeness')).toEqual([]);
    expect(await alertsOf('past', 'completeness')).toMatchObject([{ undoneAt: null }]);
  });
});

describe('supply alerts', () => {
  const volts = (minutes: number, [a, b, c]: readonly [number, number, number], until = MORNING) =>
    api.seed.readings(
      meter,
      Array.from({ length: minutes }, (_, index) => ({
        at: new Date(until - (index + 1) * MINUTE),
        va: a,
        vb: b,
        vc: c,
      })),
    );
  /** Adds two hours of a regular supply. */
  const calm = async () => {
    await volts(120, [220, 221, 220], MORNING + 2 * HOUR);
    for (const minutes of [75, 120]) {
      api.setClock(MORNING + minutes * MINUTE);
      await api.alerts.watchQuarters();
    }
  };

  it('reports voltage outside the limits with its severity, and draws its curve', async () => {
    await volts(40, [185, 221, 220]);
    await api.alerts.watchQuarters();
    const [alert] = await alertsOf('open', 'voltage');
    expect(alert).toMatchObject({
      severity: 'serious',
      facts: { volts: 185, limit: 202, phase: 'A' },
    });
    const { curve } = await api.succeed(readAlertCurve, `/alerts/${alert?._id}/curve`, {
      token: owner.token,
    });
    expect(curve).toMatchObject({ unit: 'V', limit: 202, stepMinutes: 10 });
    expect(curve?.points.filter(({ value }) => value !== null).every(({ value }) => value === 185)).toBe(
      true,
    );
    await calm();
    await expectEnded('voltage');
  });

  it('draws the phase of an overvoltage', async () => {
    await volts(40, [220, 221, 245]);
    await api.alerts.watchQuarters();
    const [alert] = await alertsOf('open', 'voltage');
    expect(alert).toMatchObject({ facts: { volts: 245, limit: 231, phase: 'C' } });
    const { curve } = await api.succeed(readAlertCurve, `/alerts/${alert?._id}/curve`, {
      token: owner.token,
    });
    expect(curve).toMatchObject({ quantity: 'Tensão da fase C', limit: 231 });
    expect(curve?.points.map(({ value }) => value)).toContain(245);
  });

  it('reports a missing phase', async () => {
    await pool.query(`update board set model = 'tri' where mac = $1`, [meter.mac]);
    await volts(30, [220, 2, 221]);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open', 'phase')).toMatchObject([
      { facts: { phases: { state: 'lost', volts: 2, phase: 'B' } } },
    ]);
    await calm();
    await expectEnded('phase');
  });

  it('reports a board whose clock is ahead', async () => {
    await pool.query('insert into last_state values ($1, $2, $3)', [
      meter.installationId,
      new Date(MORNING + 9 * MINUTE),
      new Date(MORNING),
    ]);
    await api.alerts.watchQuarters();
    expect(await alertsOf('open', 'clock')).toMatchObject([{ facts: { ahead: 9 } }]);
    await pool.query('update last_state set at = $2, received_at = $2 where installation_id = $1', [
      meter.installationId,
      new Date(MORNING + HOUR),
    ]);
    for (const minutes of [60, 75]) {
      api.setClock(MORNING + minutes * MINUTE);
      await api.alerts.watchQuarters();
    }
    await expectEnded('clock');
  });
});

describe('money alerts', () => {
  it('reports the end of a contract as many days before as chosen', async () => {
    await choose({ kind: 'contract-ends', isOn: true, threshold: 30, day: '2026-12-31' });
    await api.alerts.watchMoney();
    expect(await alertsOf('open', 'contract-ends')).toEqual([]);
    api.setClock(MORNING + 20 * DAY);
    await api.alerts.watchMoney();
    expect(await alertsOf('open', 'contract-ends')).toMatchObject([
      { facts: { left: 21, day: '2026-12-31' } },
    ]);
    await choose({ kind: 'contract-ends', isOn: true, threshold: 30, day: '2027-12-31' });
    await api.alerts.watchMoney();
    await expectEnded('contract-ends');
  });

  it('reports a cycle above the same days of the year before', async () => {
    const first = Date.parse('2026-11-01T03:00:00Z');
    const before = Date.parse('2025-11-01T03:00:00Z');
    await pool.query(`update installation set installed_at = '2025-01-01' where id = $1`, [
      meter.installationId,
    ]);
    await measure(before, before + 20 * DAY, 1);
    await measure(first, MORNING, 2);
    await api.alerts.watchMoney();
    expect(await alertsOf('open', 'cycle-year')).toMatchObject([
      { facts: { kind: 'cycle-year' }, cost: null },
    ]);
    await choose({ kind: 'cycle-year', isOn: true, threshold: 200, day: null });
    await api.alerts.watchMoney();
    await expectEnded('cycle-year');
  });
});
