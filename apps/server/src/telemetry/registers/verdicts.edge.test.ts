import type { AnswerOf } from '@nascente/contract/base/call';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { setBoardAdapter } from '@nascente/contract/sites/board-adapter';
import { chooseVerdict, readRegisters } from '@nascente/contract/telemetry/registers';
import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import { createLog } from '@nascente/runtime/log';
import { beforeAll, expect, test } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { openAdaptedStore } from './index.ts';

const NOON = '2026-11-20T15:00:00Z';
const api = await createTestApi(NOON);
const { seed, database } = api;
const now = Date.parse(NOON) as Instant;

const store = openAdaptedStore({
  pool: database.pool,
  prepareDays: async () => undefined,
  clock: () => now,
  log: createLog('silent'),
  onStall: () => undefined,
});

let owner: SeededPerson;
let admin: SeededPerson;
let meter: SeededMeter;

/** What an electricity counter shows at each hour of 19 November, UTC. */
const SHOWN_KWH = [50, 51, 52, 0.3, 53, 900, 901, 902, 903];
const at = (hour: number): Instant => (Date.UTC(2026, 10, 19) + hour * 3_600_000) as Instant;

beforeAll(async () => {
  owner = await seed.person({ first_name: 'Ana', last_name: 'Lima' });
  admin = await seed.person({ profile: 'Admin' });
  meter = await seed.meter(await seed.establishment(owner), {}, { model: 'mono' });
  await seed.readings(meter, []);
  await database.pool.query('create table if not exists reading_of_tests partition of reading default');
  const { installationId } = meter;
  await database.pool.query(
    `insert into board_adapter (mac, adapter, topic, max_per_hour) values ($1, 'tasmota', 'tele/quadro', 5)`,
    [meter.mac],
  );
  await store.append(
    SHOWN_KWH.map((kwh, hour) => ({
      installationId,
      kind: 'mono' as const,
      at: at(hour),
      measured: { wa: 100 },
      registers: { consumedA: kwh * 1_000_000 },
      limits: { width: null, maxPerHour: 5 },
      isPartial: false,
    })),
  );
});

const list = async (show: 'unusual' | 'all', person = owner): Promise<AnswerOf<typeof readRegisters>> => {
  const url = `/board/${meter.mac}/registers?start=2026-11-17&end=2026-11-20&show=${show}`;
  const { status, body } = await api.inject('GET', url, { token: person.token });
  expect(status).toBe(200);
  return readRegisters.answer.parse(body);
};

const choose = (hour: number, verdict: string | null, person = owner) =>
  api.inject('POST', `/board/${meter.mac}/registers/consumedA/verdict`, {
    token: person.token,
    payload: { date: at(hour), verdict, reason: 'Conferido no local' },
  });

const total = async (): Promise<number> => {
  const { body } = await api.inject('POST', '/board/consumption', {
    token: owner.token,
    payload: { id: meter.mac, dateIn: '2026-11-18', dateOut: '2026-11-20' },
  });
  return (body as { value: { total: number } }).value.total;
};

test('lists the unusual steps with the values before and after', async () => {
  const { steps, counts, next } = await list('unusual');
  expect([counts, next]).toEqual([true, null]);
  expect(
    steps.map(({ date, raw, previous, verdict, increment }) => [
      date.slice(11, 13),
      previous?.raw,
      raw,
      verdict,
      increment,
    ]),
  ).toEqual([
    ['05', 53, 900, 'exchange', 0],
    ['03', 52, 0.3, 'short-zero', 0],
  ]);
  expect((await list('all')).steps.map(({ increment }) => increment)).toEqual([1, 1, 1, 0, 1, 0, 1, 1, 0]);
  expect(await total()).toBe(6);
});

test("the owner's verdict changes every total at once, and is stored with its reason", async () => {
  await database.pool.query(
    `insert into meter_day (installation_id, day) values ($1, '2026-11-19') on conflict do nothing`,
    [meter.installationId],
  );
  const { status, body } = await choose(3, 'reset');
  expect(status).toBe(200);
  const { step, difference } = chooseVerdict.answer.parse(body);
  expect(step).toMatchObject({
    verdict: 'reset',
    increment: 0.3,
    decision: {
      verdict: 'reset',
      reason: 'Conferido no local',
      by: 'Ana Lima',
      date: new Date(now).toISOString(),
    },
  });
  // 53 is too far from 0.3 for an hour, so it is held until 900, from which the register continues.
  expect(difference).toBeCloseTo(0.3 - 1, 9);
  expect(await total()).toBeCloseTo(5.3, 9);
  const { rows } = await database.pool.query('select 1 from meter_day where installation_id = $1', [
    meter.installationId,
  ]);
  expect(rows).toEqual([]);
});

test('a withdrawn verdict restores the totals, and the owner can mark a spike as consumption', async () => {
  expect((await choose(3, null)).status).toBe(200);
  expect(await total()).toBe(6);
  expect((await choose(5, 'normal')).status).toBe(200);
  expect(await total()).toBe(853);
  expect((await choose(5, null)).status).toBe(200);
  expect(await total()).toBe(6);
  const { rows } = await database.pool.query(
    'select chosen, before from register_verdict where installation_id = $1 order by id',
    [meter.installationId],
  );
  expect(rows).toEqual([
    { chosen: 'reset', before: 'short-zero' },
    { chosen: null, before: 'reset' },
    { chosen: 'normal', before: 'exchange' },
    { chosen: null, before: 'normal' },
  ]);
});

test('refuses an invalid verdict', async () => {
  expect(await choose(3, 'rollover')).toMatchObject({ status: 400, body: { type: 'validation' } });
  expect(await choose(3, 'outro')).toMatchObject({ status: 400 });
  expect(await choose(40, 'reset')).toMatchObject({ status: 404 });
  expect(await choose(-24 * 500, 'reset')).toMatchObject({ status: 400 });
  const otherAccount = await seed.person();
  expect(await choose(3, 'reset', otherAccount)).toMatchObject({
    status: 404,
    body: { msg: 'Medidor não encontrado.' },
  });
  const reader = await seed.person({ profile: 'client' });
  await seed.give(reader, meter);
  expect(await choose(3, 'reset', reader)).toMatchObject({ status: 403 });
  expect((await list('unusual', reader)).steps).toHaveLength(2);
});

test('each page continues after the end of the one before', async () => {
  const { installationId } = meter;
  const values = Array.from({ length: 130 }, (_, index) => ({
    installationId,
    kind: 'mono' as const,
    at: (at(0) - DAY_MS + index * 60_000) as Instant,
    measured: {},
    registers: { injectedA: 1_000_000 + index },
    limits: { width: null, maxPerHour: 5 },
    isPartial: false,
  }));
  await store.append(values);
  const first = await list('all');
  expect(first.steps).toHaveLength(100);
  const url = `/board/${meter.mac}/registers?start=2026-11-17&end=2026-11-20&show=all&cursor=${first.next}`;
  const { body } = await api.inject('GET', url, { token: owner.token });
  const second = readRegisters.answer.parse(body);
  expect(second.steps).toHaveLength(130 + SHOWN_KWH.length - 100);
  expect(second.next).toBeNull();
  expect(await api.inject('GET', `${url}x!`, { token: owner.token })).toMatchObject({ status: 400 });
});

test('an Admin sets the adapter of a board, and no two boards read one topic', async () => {
  const put = async (mac: string, adapter: object | null, person = admin) =>
    api.inject('PUT', `/admin/boards/${mac}/adapter`, { token: person.token, payload: { adapter } });
  const shelly = { adapter: 'shelly-gen2', topic: 'shellypro3em-1', registerWidth: 1_000_000 };
  const { status, body } = await put(meter.mac, shelly);
  expect([status, setBoardAdapter.answer.parse(body).adapter]).toEqual([
    200,
    { ...shelly, zone: 'America/Sao_Paulo', mapping: null, maxPerHour: null },
  ]);
  expect(await api.inject('GET', `/admin/boards/${meter.mac}/adapter`, { token: admin.token })).toMatchObject(
    { body },
  );
  expect((await choose(3, 'rollover')).status).toBe(200);
  expect(await put(await seed.board(), { ...shelly, topic: 'shellypro3em-1/status' })).toMatchObject({
    status: 409,
    body: { msg: `O tópico já é lido pela placa ${meter.mac}.` },
  });
  const volume = { topic: '', path: 'v', field: 'volume', unit: 'L' };
  const generic = (rule: object) => ({
    adapter: 'generic',
    topic: 'casa',
    mapping: { rules: [rule], times: [] },
  });
  expect(await put(meter.mac, generic(volume))).toMatchObject({ status: 400 });
  expect(await put(meter.mac, generic({ ...volume, field: 'wa' }))).toMatchObject({ status: 400 });
  expect(await put(meter.mac, { ...shelly, topic: 'message/x' })).toMatchObject({ status: 400 });
  expect(await put(meter.mac, { ...shelly, topic: '#' })).toMatchObject({ status: 400 });
  expect(await put(meter.mac, generic({ topic: '', path: 'w', field: 'wa', unit: 'kW' }))).toMatchObject({
    status: 200,
  });
  expect(await put('00:00:00:00:00:09', shelly)).toMatchObject({ status: 404 });
  expect(await put(meter.mac, shelly, owner)).toMatchObject({ status: 403 });
  expect(await put(meter.mac, null)).toMatchObject({ status: 200, body: { adapter: null } });
  const { rows } = await database.pool.query(
    `select detail ->> 'adapter' as adapter from audit_event where action = 'board-changed' and actor_id = $1 order by id`,
    [admin.id],
  );
  expect(rows.map(({ adapter }) => adapter)).toEqual(['shelly-gen2', 'generic', 'native']);
});

test('records the author and the reason of a verdict in the audit trail', async () => {
  await choose(5, 'spike');
  expect((await choose(23, 'spike')).status).toBe(404);
  const url = `/admin/audit?action=verdict-changed&account=${owner.id}`;
  const { events } = await api.succeed(readAuditTrail, url, { token: admin.token });
  expect(events[0]).toMatchObject({
    actor: { _id: owner.id },
    subject: { _id: owner.id },
    detail: {
      mac: meter.mac,
      register: 'consumedA',
      at: '19/11/2026 02:00:00',
      verdict: 'spike',
      reason: 'Conferido no local',
    },
  });
});
