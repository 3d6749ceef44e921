import {
  type Alert,
  acknowledgeAlert,
  countAlerts,
  judgeAlert,
  listAlerts,
  muteAlert,
  readAlert,
} from '@nascente/contract/alerts/alerts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-23T12:00:00Z');
const api = await createTestApi(new Date(START).toISOString());
const { database, alerts, seed } = api;
const { pool } = database;

let now = START;
const at = (minutes: number) => new Date(now + minutes * MINUTE);
const pass = (minutes: number) => {
  now += minutes * MINUTE;
  api.setClock(now);
};

let owner: SeededPerson;
let establishment: string;

beforeEach(async () => {
  // Every test begins on a day of its own, at the start of a quarter-hour.
  now = Math.ceil((now + 3 * 86_400_000) / 86_400_000) * 86_400_000;
  api.setClock(now);
  await pool.query('delete from account where email like $1', ['%@nascente.test']);
  owner = await seed.person();
  establishment = await seed.establishment(owner, { name: 'Padaria' });
});

const hear = (installationId: number, when: Date) =>
  pool.query(
    `insert into last_state values ($1, $2, $2)
      on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at`,
    [installationId, when],
  );
/** Hours pass within a test. */
const stay = () => pool.query(`update session set expires_at = '2100-01-01'`);
const open = async (person: SeededPerson = owner): Promise<readonly Alert[]> =>
  (await api.succeed(listAlerts, '/alerts', { token: person.token })).alerts;
const past = async (person: SeededPerson = owner): Promise<readonly Alert[]> =>
  (await api.succeed(listAlerts, '/alerts?state=past', { token: person.token })).alerts;
const count = async (person: SeededPerson = owner) => {
  const { open: lasting, waiting } = await api.succeed(countAlerts, '/alerts/count', { token: person.token });
  return [lasting, waiting];
};
const receivedMeters = async (many: number) => {
  await stay();
  const meters = [];
  for (let index = 0; index < many; index += 1) {
    const meter = await seed.meter(establishment, { name: `Quadro ${index + 1}` });
    await hear(meter.installationId, at(0));
    meters.push(meter);
  }
  return meters;
};

it('lists the most severe open alert first, then the most expensive, and past alerts by time', async () => {
  const [meter] = await receivedMeters(1);
  const notify = async (kind: string, cost: number | null, severity: string | null, minutes: number) => {
    const { rows } = await pool.query<{ id: string }>(
      `with told as (
        insert into alert (kind, establishment_id, began_at, notified_at, is_late, facts, cost, severity)
        values ($1, $2, $3, $3, false, $4, $5, $6) returning id
      ), about as (insert into alert_meter select id, $7 from told) select id from told`,
      [kind, establishment, at(minutes), { kind: 'silent' }, cost, severity, meter?.installationId],
    );
    return rows[0]?.id;
  };
  const serious = await notify('silent', null, 'serious', 0);
  const cheap = await notify('silent', 10, 'urgent', -1);
  const dear = await notify('silent', 20, 'urgent', -2);
  const ofKind = await notify('silent', null, null, -3);
  const notable = await notify('silent', null, 'notable', -4);
  expect((await open()).map(({ _id }) => _id)).toEqual([dear, cheap, serious, ofKind, notable]);
  await pool.query(
    'update alert set ended_at = notified_at, closed_at = notified_at where establishment_id = $1',
    [establishment],
  );
  expect((await past()).map(({ _id }) => _id)).toEqual([serious, cheap, dear, ofKind, notable]);
});

describe('a meter that goes silent', () => {
  it('notifies once of a silent meter, however often it is checked, and closes the alert itself', async () => {
    const [meter] = await receivedMeters(1);
    pass(10);
    await alerts.watch();
    expect(await open()).toEqual([]);
    pass(6);
    await Promise.all([alerts.watch(), alerts.watch(), alerts.watch()]);
    await alerts.watch();
    expect(await open()).toMatchObject([
      {
        kind: 'silent',
        establishment: { _id: establishment, name: 'Padaria' },
        meters: [{ mac: meter?.mac, name: 'Quadro 1' }],
        beganAt: at(-16).toISOString(),
        endedAt: null,
        times: 1,
      },
    ]);
    expect(await count()).toEqual([1, 1]);
    pass(4);
    await hear(meter?.installationId ?? 0, at(0));
    await alerts.watch();
    expect(await open()).toEqual([]);
    expect(await past()).toMatchObject([{ kind: 'silent', endedAt: at(0).toISOString(), undoneAt: null }]);
  });

  it('creates one alert for all meters that go silent together, and no second for a flapping meter', async () => {
    const meters = await receivedMeters(12);
    pass(20);
    await alerts.watch();
    expect(await open()).toMatchObject([{ meters: { length: 12 } }]);
    for (const { installationId } of meters) await hear(installationId, at(0));
    await alerts.watch();
    expect(await open()).toEqual([]);
    pass(20);
    for (const { installationId } of meters.slice(1)) await hear(installationId, at(0));
    await alerts.watch();
    expect(await open()).toMatchObject([{ times: 2 }]);
    expect(await past()).toEqual([]);
  });

  it('creates a separate alert for a meter that goes silent long after another', async () => {
    const [, second] = await receivedMeters(2);
    pass(300);
    await hear(second?.installationId ?? 0, at(0));
    await alerts.watch();
    pass(20);
    await alerts.watch();
    expect((await open()).map(({ meters }) => meters.map(({ name }) => name))).toEqual([
      ['Quadro 2'],
      ['Quadro 1'],
    ]);
  });

  it('closes the alert of a silent meter when the meter is removed', async () => {
    const [meter] = await receivedMeters(1);
    pass(20);
    await alerts.watch();
    await pool.query('update installation set removed_at = $2 where id = $1', [meter?.installationId, at(0)]);
    await alerts.watch();
    expect(await count()).toEqual([0, 0]);
  });
});

describe('access to alerts', () => {
  it('shows a client the alerts and names of their own meters only, until access is removed', async () => {
    const [mine] = await receivedMeters(2);
    const client = await seed.person({ profile: 'client', manager_id: owner.id });
    const otherAccount = await seed.person({ profile: 'Manager' });
    await stay();
    if (mine) await seed.give(client, mine);
    pass(20);
    await alerts.watch();
    expect(await open(client)).toMatchObject([{ meters: [{ name: 'Quadro 1' }] }]);
    expect(await open(otherAccount)).toEqual([]);
    const [{ _id: id } = { _id: '' }] = await open();
    await pool.query('delete from meter_access where account_id = $1', [client.id]);
    expect(await open(client)).toEqual([]);
    expect(await count(client)).toEqual([0, 0]);
    expect(await api.fail('GET', `/alerts/${id}`, { token: client.token })).toMatchObject({ status: 404 });
  });

  it('shows a demand alert only to an account that sees all meters of the establishment', async () => {
    await pool.query(
      `update establishment set tariff_group = 'A', contracted_demand_kw = 100 where id = $1`,
      [establishment],
    );
    const [one, other] = await receivedMeters(2);
    const client = await seed.person({ profile: 'client', manager_id: owner.id });
    if (one) await seed.give(client, one);
    pass(16);
    for (const meter of [one, other])
      if (meter) await seed.readings(meter, [{ at: at(-10), wa: 60_000, energy_a_mwh: 15_000_000 }]);
    await alerts.watchQuarters();
    expect((await open()).map(({ kind }) => kind)).toContain('demand-overrun');
    expect((await open(client)).map(({ kind }) => kind)).not.toContain('demand-overrun');
    if (other) await seed.give(client, other);
    expect((await open(client)).map(({ kind }) => kind)).toContain('demand-overrun');
  });
});

describe('demand alerts', () => {
  const contracted = async (kw: number) => {
    await stay();
    await pool.query(`update establishment set tariff_group = 'A', contracted_demand_kw = $2 where id = $1`, [
      establishment,
      kw,
    ]);
    return seed.meter(establishment, { name: 'Geral', is_general: true });
  };

  it('warns in time of demand heading above the contract, and closes the alert when demand falls', async () => {
    const meter = await contracted(100);
    // 120 kW for six minutes.
    await seed.readings(
      meter,
      [1, 2, 3, 4, 5, 6].map((minute) => ({ at: at(minute), wa: 120_000, energy_a_mwh: 2_000_000 })),
    );
    pass(4);
    await alerts.watch();
    expect(await open()).toEqual([]);
    pass(2);
    await alerts.watch();
    expect((await open())[0]).toMatchObject({
      kind: 'demand-heading',
      severity: 'urgent',
      facts: {
        contracted: 100,
        expected: expect.closeTo(120, 3),
        reduceBy: expect.closeTo((20 * 15) / 9, 3),
      },
    });
    await seed.readings(meter, [{ at: at(1), wa: 10_000, energy_a_mwh: 166_667 }]);
    pass(1);
    await alerts.watch();
    expect(await open()).toHaveLength(1);
    pass(15);
    await alerts.watch();
    expect(await open()).toEqual([]);
    expect(await past()).toMatchObject([{ kind: 'demand-heading', times: 1 }]);
  });

  it('evaluates demand from stored frames between two scheduled checks', async () => {
    const meter = await contracted(100);
    await alerts.watch();
    const received: string[] = [];
    alerts.onNotified(({ macs }) => received.push(...macs));
    await seed.readings(
      meter,
      [1, 3, 6].map((minute) => ({ at: at(minute), wa: 150_000, energy_a_mwh: 5_000_000 })),
    );
    pass(6);
    alerts.stored([meter.installationId]);
    await expect.poll(async () => (await open()).map(({ kind }) => kind)).toEqual(['demand-heading']);
    await expect.poll(() => received).toEqual([meter.mac]);
  });

  it('late demand data opens a past alert, changes it, and undoes it', async () => {
    const meter = await contracted(100);
    await hear(meter.installationId, at(0));
    pass(600);
    await hear(meter.installationId, at(0));
    const write = (kwh: number) =>
      pool.query(
        `insert into quarter (installation_id, start, consumed_a_mwh, frames) values ($1, $2, $3, 1)
          on conflict (installation_id, start) do update set consumed_a_mwh = excluded.consumed_a_mwh`,
        [meter.installationId, at(-300), kwh * 1_000_000],
      );
    await write(30);
    await alerts.watchQuarters();
    await alerts.watchQuarters();
    expect(await open()).toEqual([]);
    expect(await past()).toMatchObject([
      {
        kind: 'demand-overrun',
        isLate: true,
        beganAt: at(-300).toISOString(),
        endedAt: at(-285).toISOString(),
        facts: { highest: 120, contracted: 100 },
      },
    ]);
    await write(40);
    await alerts.watchQuarters();
    expect(await past()).toMatchObject([{ facts: { highest: 160 }, undoneAt: null }]);
    await write(20);
    await alerts.watchQuarters();
    expect(await past()).toMatchObject([{ undoneAt: at(0).toISOString() }]);
  });
});

describe('responses of people to an alert', () => {
  const newestText = async () => {
    await receivedMeters(1);
    pass(20);
    await alerts.watch();
    const [alert] = await open();
    return `/alerts/${alert?._id ?? ''}`;
  };

  it('shows an acknowledgement to every account, records it in the trail, and lowers the count', async () => {
    const url = await newestText();
    const say = (acknowledged: boolean) =>
      api.succeed(acknowledgeAlert, `${url}/acknowledge`, { token: owner.token, payload: { acknowledged } });
    expect((await say(true)).alert.acknowledged).toEqual({ at: at(0).toISOString(), by: 'Ana' });
    expect((await say(true)).alert.acknowledged).not.toBeNull();
    expect(await count()).toEqual([1, 0]);
    const { rows } = await pool.query('select action from audit_event where actor_id = $1', [owner.id]);
    expect(rows).toEqual([{ action: 'alert-acknowledged' }]);
    expect((await say(false)).alert.acknowledged).toBeNull();
    expect(await count()).toEqual([1, 1]);
  });

  it('mutes an alert for one account until the mute ends, and stores its opinion', async () => {
    const url = await newestText();
    const mute = { token: owner.token, payload: { until: now + 60 * MINUTE } };
    expect((await api.succeed(muteAlert, `${url}/mute`, mute)).alert.mutedUntil).toBe(at(60).toISOString());
    expect(await count()).toEqual([1, 0]);
    pass(61);
    expect(await count()).toEqual([1, 1]);
    const judged = { token: owner.token, payload: { helpful: false } };
    expect((await api.succeed(judgeAlert, `${url}/opinion`, judged)).alert.isHelpful).toBe(false);
    expect((await api.succeed(readAlert, url, { token: owner.token })).alert.isHelpful).toBe(false);
    for (const until of [now - 1, now + 400 * 86_400_000])
      expect(await api.fail('POST', `${url}/mute`, { token: owner.token, payload: { until } })).toMatchObject(
        { status: 400, errors: [{ path: 'until' }] },
      );
  });
});
