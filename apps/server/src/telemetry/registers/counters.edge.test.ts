import { readFileSync } from 'node:fs';
import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Mapping } from '@nascente/domain/telemetry/adapters/mapping';
import fc from 'fast-check';
import type { MqttClient } from 'mqtt';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveAdapter, type TestAdapter } from '../../testing/boards/adapted-board.ts';
import {
  type BoardKindName,
  connectBoard,
  connectMqtt,
  startTestTelemetry,
  type TestBoard,
} from '../../testing/boards/test-telemetry.ts';

const FIXTURES = '../../../../../packages/domain/src/telemetry/frames/fixtures/';
const fixture = (name: string): { start: string; rows: number[][] } =>
  JSON.parse(readFileSync(new URL(`${FIXTURES}${name}.json`, import.meta.url), 'utf8'));

const WATER: Mapping = {
  rules: [{ topic: 'leitura', path: 'litros', field: 'volume', unit: 'L' }],
  times: [['quando']],
};

let now = Date.UTC(2026, 10, 20, 12) as Instant;
const { ports, fleet, database, ingest, registry } = await startTestTelemetry({ clock: () => now });
const { pool } = database;

beforeEach(() => {
  now = Date.UTC(2026, 10, 20, 12) as Instant;
});

const counter = async (kind: BoardKindName, adapter: TestAdapter) => {
  const board = await fleet.board(kind);
  await giveAdapter(database, board, adapter);
  await ingest.boardChanged(board.mac);
  return { board, client: await connectBoard(ports.tcp, board) };
};

const send = (client: MqttClient, topic: string, payload: unknown) =>
  client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 });

/** Wh (litres) and frames, computed from quarter-hours and from readings; both must be equal. */
const totals = async ({ installationId }: TestBoard) => {
  const sums = (name: string) => `coalesce(sum(${name}), 0)::float8 / 1000`;
  const { rows } = await pool.query(
    `select ${['consumed_a_mwh', 'consumed_b_mwh', 'consumed_c_mwh', 'injected_a_mwh', 'volume_ml']
      .map((name) => `${sums(name)} as ${name.split('_m')[0]}`)
      .join(', ')}, coalesce(sum(frames), 0)::integer as frames from quarter where installation_id = $1`,
    [installationId],
  );
  const { rows: readings } = await pool.query(
    `select ${sums('greatest(energy_a_mwh, 0)')} as consumed_a, ${sums('greatest(energy_b_mwh, 0)')} as consumed_b,
      ${sums('greatest(energy_c_mwh, 0)')} as consumed_c, ${sums('-least(energy_a_mwh, 0)')} as injected_a,
      ${sums('volume_ml')} as volume, count(*)::integer as frames from reading where installation_id = $1`,
    [installationId],
  );
  expect(rows).toEqual(readings);
  return rows[0];
};

const verdicts = async ({ installationId }: TestBoard) => {
  const { rows } = await pool.query(
    'select verdict, increment from register_step where installation_id = $1 order by register, at',
    [installationId],
  );
  return rows.map(({ verdict, increment }) => `${verdict} ${increment / 1000}`);
};

describe('an hour of a Shelly 3EM', () => {
  const hour = fixture('shelly-3em-hour');
  const [first, last] = [hour.rows[0] ?? [], hour.rows.at(-1) ?? []];
  const span = (column: number) => Number(((last[column] ?? 0) - (first[column] ?? 0)).toFixed(3));
  const expected = {
    consumed_a: span(3),
    consumed_b: span(6),
    consumed_c: span(9),
    injected_a: 0,
    volume: 0,
  };
  const start = now;

  test('numbers of the first generation match the counters, with one frame per moment', async () => {
    const { board, client } = await counter('tri', { adapter: 'shelly-gen1', topic: 'shellies/shellyem3-1' });
    for (const [seconds = 0, ...values] of hour.rows) {
      now = (start + seconds * SECOND_MS) as Instant;
      const sent = values.map((value, index) => {
        const quantity = ['voltage', 'power', 'total'][index % 3];
        return send(
          client,
          `shellies/shellyem3-1/emeter/${Math.floor(index / 3)}/${quantity}`,
          String(value),
        );
      });
      await Promise.all([...sent, send(client, 'shellies/shellyem3-1/relay/0', 'off')]);
    }
    expect(await totals(board)).toEqual({ ...expected, frames: hour.rows.length });
    const { rows } = await pool.query(
      'select va, wb, wc from reading where installation_id = $1 order by at limit 1',
      [board.installationId],
    );
    expect(rows[0]).toEqual({ va: 220.98, wb: 265.87, wc: 111.03 });
  });

  test('JSON of the second generation matches the counters, in any order and repeated', async () => {
    const { board, client } = await counter('tri', { adapter: 'shelly-gen2', topic: 'shellypro3em-1' });
    now = (start + 3_600_000) as Instant;
    const notifications = hour.rows.map(([seconds = 0, , wa, a, , wb, b, , wc, c]) => ({
      src: 'shellypro3em-1',
      method: 'NotifyStatus',
      params: {
        ts: start / 1000 + seconds,
        'em:0': { a_act_power: wa, b_act_power: wb, c_act_power: wc },
        'emdata:0': { a_total_act_energy: a, b_total_act_energy: b, c_total_act_energy: c },
      },
    }));
    const byHash = (a: object, b: object) => JSON.stringify(a).length - JSON.stringify(b).length;
    const jumbled = [...notifications, ...notifications.slice(50, 80)].sort(byHash);
    for (let from = 0; from < jumbled.length; from += 40) {
      await Promise.all(
        jumbled.slice(from, from + 40).map((each) => send(client, 'shellypro3em-1/events/rpc', each)),
      );
    }
    expect(await totals(board)).toEqual({ ...expected, frames: hour.rows.length });
  });
});

describe('water counters by the generic mapping', () => {
  test.each(['daiad-w09', 'daiad-w07'])(
    '%s: the metered flow is the difference of the counter, despite its irregularities',
    async (name) => {
      const { start, rows } = fixture(name);
      const { board, client } = await counter('water', {
        adapter: 'generic',
        topic: `casa/${name}`,
        zone: 'Europe/Madrid',
        mapping: WATER,
        maxPerHour: 5,
      });
      const begin = Date.UTC(2026, 2, 1);
      const clockOf = (minutes: number) => new Date(begin + minutes * MINUTE_MS).toISOString().slice(0, 19);
      expect(start).toBeTruthy();
      for (let from = 0; from < rows.length; from += 100) {
        const some = rows.slice(from, from + 100);
        await Promise.all(
          some.map(([minutes = 0, litres]) =>
            send(client, `casa/${name}/leitura`, { quando: clockOf(minutes), litros: String(litres) }),
          ),
        );
      }
      const span = (rows.at(-1)?.[1] ?? 0) - (rows[0]?.[1] ?? 0);
      expect(await totals(board)).toMatchObject({ volume: span, consumed_a: 0 });
      const stray = (await verdicts(board)).filter((verdict) => verdict.startsWith('jitter'));
      expect(stray.length).toBe(name === 'daiad-w07' ? 6 : 0);
    },
  );
});

describe('unusual counter values', () => {
  const hourly = async (client: MqttClient, topic: string, kwh: readonly number[]) => {
    for (const [index, total] of kwh.entries()) {
      const at = new Date(Date.UTC(2026, 10, 20, index, 3)).toISOString().slice(0, 19);
      await send(client, `${topic}/SENSOR`, { Time: at, ENERGY: { Total: total, Power: 100 } });
    }
  };
  const tasmota = (topic: string, more: Partial<TestAdapter> = {}) =>
    counter('mono', { adapter: 'tasmota', topic, zone: 'UTC', maxPerHour: 5, ...more });

  test('credits values held after a reset in their own hours once the reset is certain', async () => {
    const { board, client } = await tasmota('tele/reset');
    await hourly(client, 'tele/reset', [50, 51, 0.5, 1.5]);
    expect(await verdicts(board)).toEqual(['first 0', 'normal 1000', 'held 0', 'held 0']);
    expect(await totals(board)).toMatchObject({ consumed_a: 1000 });
    await hourly(client, 'tele/reset', [50, 51, 0.5, 1.5, 2.5]);
    expect(await verdicts(board)).toEqual([
      'first 0',
      'normal 1000',
      'reset 500',
      'normal 1000',
      'normal 1000',
    ]);
    expect(await totals(board)).toMatchObject({ consumed_a: 3500 });
    const { rows } = await pool.query(
      `select extract(hour from start)::integer as hour, consumed_a_mwh::float8 / 1000 as wh from quarter
       where installation_id = $1 and frames > 0 order by start`,
      [board.installationId],
    );
    expect(rows.map(({ hour, wh }) => [hour, wh])).toEqual([
      [0, 0],
      [1, 1000],
      [2, 500],
      [3, 1000],
      [4, 1000],
    ]);
  });

  test('a counter at zero for a moment makes no spike', async () => {
    const { board, client } = await tasmota('tele/zero');
    await hourly(client, 'tele/zero', [50, 51, 0, 52]);
    expect(await verdicts(board)).toEqual(['first 0', 'normal 1000', 'short-zero 0', 'normal 1000']);
    expect(await totals(board)).toMatchObject({ consumed_a: 2000 });
  });

  test('a zero or a dip of one step makes no spike, at any place and depth', async () => {
    let number = 0;
    const steps = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 3, maxLength: 9 });
    const depth = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.999, noNaN: true }));
    const incident = fc.record({ from: fc.integer({ min: 1, max: 90_000_000 }), steps, at: fc.nat(), depth });
    await fc.assert(
      fc.asyncProperty(incident, async ({ from, steps: rises, at, depth: share }) => {
        const topic = `tele/mergulho-${++number}`;
        const { board, client } = await tasmota(topic);
        let level = from;
        const shown = [from, ...rises.map((rise) => (level += rise))];
        const dip = 1 + (at % rises.length);
        const expected = [0, ...rises];
        expected[dip + 1] = (expected[dip + 1] ?? 0) + (expected[dip] ?? 0);
        expected[dip] = 0;
        const dipped = Math.floor((shown[dip - 1] ?? 0) * share);
        const kwh = shown.map((wh, index) => (index === dip ? dipped : wh) / 1000);
        await hourly(client, topic, kwh);
        const { rows } = await pool.query(
          `select extract(hour from start)::integer as hour, consumed_a_mwh::float8 / 1000 as wh from quarter
           where installation_id = $1 and frames > 0 order by start`,
          [board.installationId],
        );
        expect(rows).toEqual(kwh.map((_, hour) => ({ hour, wh: expected[hour] })));
      }),
      { numRuns: 12 },
    );
  });

  test('a counter with a configured width rolls over', async () => {
    const { board, client } = await tasmota('tele/width', { width: 1000 });
    await hourly(client, 'tele/width', [998, 999.5, 0.5, 1, 2]);
    expect(await totals(board)).toMatchObject({ consumed_a: 4000 });
  });

  test('separates import and export when both happen at once', async () => {
    const { board, client } = await counter('mono', { adapter: 'zigbee2mqtt', topic: 'zigbee2mqtt/sol' });
    for (const [energy, produced] of [
      [10, 5],
      [10.5, 5.25],
    ]) {
      now = (now + MINUTE_MS) as Instant;
      await send(client, 'zigbee2mqtt/sol', { energy, produced_energy: produced, power: -5 });
    }
    expect(await totals(board)).toMatchObject({ consumed_a: 500, injected_a: 250, frames: 3 });
  });
});

test('a shared credential of a fleet publishes for the board whose topic it is', async () => {
  const { board } = await counter('mono', { adapter: 'zigbee2mqtt', topic: 'zigbee2mqtt/frota' });
  const gateway = await connectMqtt(ports.tcp, { username: 'fleet', password: 'fleet-password' });
  await send(gateway, 'zigbee2mqtt/frota', { power: 12 });
  await send(gateway, 'zigbee2mqtt/frota-2', { power: 13 });
  const { rows } = await pool.query('select wa from reading where installation_id = $1', [
    board.installationId,
  ]);
  expect(rows).toEqual([{ wa: 12 }]);
});

test('a late value divides its step, and a value past retention is dropped', async () => {
  const { board, client } = await counter('mono', { adapter: 'tasmota', topic: 'tele/tarde', zone: 'UTC' });
  const notify = (hour: number, total: number) =>
    send(client, 'tele/tarde/SENSOR', { Time: `2026-11-20T0${hour}:00:00`, ENERGY: { Total: total } });
  await notify(1, 10);
  await notify(4, 16);
  await notify(5, 17);
  expect(await verdicts(board)).toEqual(['first 0', 'gap 6000', 'normal 1000']);
  await notify(2, 11);
  await notify(3, 14);
  await notify(3, 14);
  expect(await verdicts(board)).toEqual([
    'first 0',
    'normal 1000',
    'normal 3000',
    'normal 2000',
    'normal 1000',
  ]);
  expect(await totals(board)).toMatchObject({ consumed_a: 7000, frames: 5 });
  now = (now + 401 * 86_400_000) as Instant;
  await ingest.maintain();
  expect(await verdicts(board)).toEqual([]);
});

test('refuses and counts unreadable messages and messages of another board by their reason', async () => {
  const { board, client } = await counter('mono', { adapter: 'tasmota', topic: 'tele/recusas' });
  await send(client, 'tele/recusas/SENSOR', '{"ENERGY":');
  await send(client, 'tele/recusas/SENSOR', { ENERGY: { Total: null } });
  await send(client, 'tele/recusas/SENSOR', { Time: '2031-01-01T00:00:00', ENERGY: { Total: 1 } });
  await send(client, 'tele/outra/SENSOR', { ENERGY: { Total: 1 } });
  await send(client, `message/${board.mac}`, `${board.mac},1,,,,,,,,,,,`);
  const { rows } = await pool.query('select reason from refused_frame where mac = $1 order by id', [
    board.mac,
  ]);
  expect(rows.map(({ reason }) => reason)).toEqual([
    'bad-json',
    'no-values',
    'future',
    'not-own-topic',
    'not-own-topic',
  ]);
  expect(await registry.getSingleMetricAsString('nascente_ingest_refused_total')).toContain(
    'reason="no-values"',
  );
  expect(await totals(board)).toMatchObject({ frames: 0 });
});
