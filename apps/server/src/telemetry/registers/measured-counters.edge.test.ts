import { readFileSync } from 'node:fs';
import { readDay } from '@nascente/contract/energy/consumption';
import { readConsumption, readDailyConsumption } from '@nascente/contract/energy/period-consumption';
import { countFrames, readLastFrame } from '@nascente/contract/telemetry/readings';
import { readTelemetries } from '@nascente/contract/telemetry/telemetry';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { giveAdapter, type TestAdapter } from '../../testing/boards/adapted-board.ts';
import { connectMqtt, startTestTelemetry } from '../../testing/boards/test-telemetry.ts';
import type { SeededMeter } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** Sends published cumulative registers over MQTT to the adapters, and checks the calls that screens use. */
const fixture = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Publishes as a gateway that speaks for the board whose topic it is. */
const startGateway = async (api: TestApi, meter: SeededMeter, adapter: TestAdapter, clock: () => Instant) => {
  const { database } = api;
  const { ingest, ports } = await startTestTelemetry({ database, clock });
  await giveAdapter(database, { ...meter, key: '' }, adapter);
  await ingest.boardChanged(meter.mac);
  const client = await connectMqtt(ports.tcp, { username: 'fleet', password: 'fleet-password' });
  return async (messages: readonly (readonly [topic: string, payload: object])[]) => {
    for (let from = 0; from < messages.length; from += 50) {
      const some = messages.slice(from, from + 50);
      await Promise.all(
        some.map(([topic, payload]) => client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })),
      );
    }
  };
};

test('shows an hour of a Shelly 3EM in the day, hours, phases and newest frame (tsvetomir/shelly-3em, ISC)', async () => {
  const { rows }: { rows: number[][] } = JSON.parse(
    fixture('../../../../../packages/domain/src/telemetry/frames/fixtures/shelly-3em-hour.json'),
  );
  const start = Date.parse('2021-01-30T10:57:50Z');
  const now = start + 2 * 3_600_000;
  const api = await createTestApi(new Date(now).toISOString());
  const token = (await api.seed.person()).token;
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner, { zone: 'Europe/London' });
  const tariff_id = await api.seed.tariff([
    { valid_from: '2021-01-01', in_point: '2', inter_point: '2', out_point: '0.8' },
  ]);
  const meter = await api.seed.meter(establishment, { tariff_id });
  const send = await startGateway(api, meter, { adapter: 'shelly-gen2', topic: 'shellypro3em-loja' }, () =>
    instant(now),
  );
  await send(
    rows.map(([seconds = 0, va, wa, a, vb, wb, b, vc, wc, c]) => [
      'shellypro3em-loja/events/rpc',
      {
        src: 'shellypro3em-loja',
        method: 'NotifyStatus',
        params: {
          ts: start / 1000 + seconds,
          'em:0': {
            a_voltage: va,
            b_voltage: vb,
            c_voltage: vc,
            a_act_power: wa,
            b_act_power: wb,
            c_act_power: wc,
          },
          'emdata:0': { a_total_act_energy: a, b_total_act_energy: b, c_total_act_energy: c },
        },
      },
    ]),
  );
  const [first = [], last = []] = [rows[0], rows.at(-1)];
  const spans = [3, 6, 9].map((column) => ((last[column] ?? 0) - (first[column] ?? 0)) / 1000);
  const total = spans.reduce((sum, span) => sum + span);
  const day = await api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=2021-01-30`, {
    token: owner.token,
  });
  expect([day.totalPhaseA, day.totalPhaseB, day.totalPhaseC]).toEqual(
    spans.map((span) => expect.closeTo(span, 9)),
  );
  expect(day.cost).toBeCloseTo(total * 0.8, 2);
  // Until 10:59:59 what the counters showed last; each hour of the clock has the difference.
  const before =
    rows.findLast(([seconds = 0]) => start + seconds * 1000 < Date.parse('2021-01-30T11:00Z')) ?? [];
  const until = [3, 6, 9].reduce(
    (sum, column) => sum + ((before[column] ?? 0) - (first[column] ?? 0)) / 1000,
    0,
  );
  expect(day.hours[10]?.total).toBeCloseTo(until, 9);
  expect(day.hours[11]?.total).toBeCloseTo(total - until, 9);

  const body = { token: owner.token, payload: { id: meter.mac } };
  const { value: frame } = await api.succeed(readLastFrame, '/board/values/last', body);
  expect(frame).toMatchObject({
    va: last[1],
    wa: last[2],
    vb: last[4],
    wb: last[5],
    vc: last[7],
    wc: last[8],
  });
  const range = { id: meter.mac, dateIn: '2021-01-30', dateOut: '2021-01-30' };
  const frames = { token: owner.token, payload: range };
  const { value: count } = await api.succeed(countFrames, '/board/values/last/pagination/count', frames);
  expect(count).toBe(rows.length);
  const curve = { token: owner.token, payload: { id: meter.mac, date: '2021-01-30' } };
  const { telemetries } = await api.succeed(readTelemetries, '/board/telemetries', curve);
  expect(telemetries.map(({ wb }) => wb)).toEqual(rows.map((row) => row[5]));
  expect(await api.fail('POST', '/board/values/last', { ...body, token })).toMatchObject({ status: 404 });
});

test('shows the daily rise of a water counter with backward steps (DAIAD, CC BY-SA 4.0)', async () => {
  const rows = fixture('../../energy/past-imports/fixtures/household-water-two-meters.csv')
    .split(/\r?\n/)
    .filter((row) => row.startsWith('w07,'))
    .map((row) => {
      const [, clock = '', litres = ''] = row.split(',');
      return { clock, litres: Number(litres) };
    });
  expect(rows.some(({ litres }, index) => litres < (rows[index - 1]?.litres ?? 0))).toBe(true);
  const now = Date.parse('2016-03-20T12:00:00+01:00');
  const api = await createTestApi(new Date(now).toISOString());
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner, { zone: 'Europe/Madrid' });
  const installed_at = new Date('2016-03-01T00:00:00Z');
  const meter = await api.seed.meter(establishment, { installed_at }, { type: 'water', model: 'mono' });
  const adapter: TestAdapter = {
    adapter: 'generic',
    topic: 'casa/agua',
    zone: 'Europe/Madrid',
    mapping: {
      rules: [{ topic: 'leitura', path: 'litros', field: 'volume', unit: 'L' }],
      times: [['quando']],
    },
    maxPerHour: 5,
  };
  const send = await startGateway(api, meter, adapter, () => instant(now));
  await send(rows.map(({ clock, litres }) => ['casa/agua/leitura', { quando: clock, litros: litres }]));

  // The highest level shown by the end of each printed date, less that of the date before.
  const dates = [...new Set(rows.map(({ clock }) => clock.slice(0, 10)))];
  const levelAt = (date: string) =>
    Math.max(...rows.filter(({ clock }) => clock.slice(0, 10) <= date).map(({ litres }) => litres));
  const rises = dates.map((date, index) => {
    const before = index === 0 ? (rows[0]?.litres ?? 0) : levelAt(dates[index - 1] ?? '');
    return (levelAt(date) - before) / 1000;
  });
  const payload = { id: meter.mac, dateIn: dates[0], dateOut: dates.at(-1) };
  const request = { token: owner.token, payload };
  const { value } = await api.succeed(readDailyConsumption, '/board/accumulator/consumption', request);
  expect(value.map(({ total }) => total)).toEqual(rises.map((rise) => expect.closeTo(rise, 9)));
  const complete = await api.succeed(readConsumption, '/board/consumption', request);
  expect(complete.value.total).toBeCloseTo(((rows.at(-1)?.litres ?? 0) - (rows[0]?.litres ?? 0)) / 1000, 9);
});
