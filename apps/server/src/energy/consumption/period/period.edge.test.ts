import {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/energy/period-consumption';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const local = (text: string): number => Date.parse(`${text}-03:00`);

interface Frame {
  readonly at: Date;
  readonly energy_a_mwh: number;
  readonly energy_c_mwh: number;
  readonly reactive_a_mvarh: number;
}

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;
const frames: Frame[] = [];

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  const tariff_id = await api.seed.tariff([
    { valid_from: '2020-01-01', in_point: '1.5', inter_point: '1', out_point: '0.5' },
  ]);
  meter = await api.seed.meter(establishment, { tariff_id });
  for (let at = local('2026-11-03T00:00'); at < Date.parse(NOW); at += 7 * MINUTE) {
    const n = Math.floor(at / (7 * MINUTE));
    frames.push({
      at: new Date(at),
      energy_a_mwh: 1000 + ((n * 7919) % 100_003),
      energy_c_mwh: n % 4 === 0 ? -(n % 977) : n % 977,
      reactive_a_mvarh: n % 5 === 0 ? -(n % 83) : n % 83,
    });
  }
  await api.seed.readings(meter, frames);
});

const plus = (value: number): number => Math.max(value, 0);
const sum = (rows: readonly Frame[], pick: (row: Frame) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);
const total = (rows: readonly Frame[]): number =>
  sum(rows, (row) => plus(row.energy_a_mwh) + plus(row.energy_c_mwh));
const between = (from: number, to: number): Frame[] =>
  frames.filter(({ at }) => at.getTime() >= from && at.getTime() < to);
const ask = (payload: object) => ({ token: owner.token, payload: { id: meter.mac, ...payload } });
const consumptionOf = async (dateIn: string | number, dateOut: string | number) =>
  (await api.succeed(readConsumption, '/board/consumption', ask({ dateIn, dateOut }))).value;

describe('the consumption of a period', () => {
  it('the consumption of complete days is the sum of their readings', async () => {
    const value = await consumptionOf('2026-11-09', '2026-11-11');
    const spanFrames = between(local('2026-11-09T00:00'), local('2026-11-12T00:00'));
    const peak = spanFrames.filter(({ at }) => [18, 19, 20].includes((at.getUTCHours() + 21) % 24));
    const [all, inside] = [total(spanFrames), total(peak)];
    expect(value).toEqual({
      total: all / 1e6,
      totalPhaseA: sum(spanFrames, (row) => plus(row.energy_a_mwh)) / 1e6,
      totalPhaseB: 0,
      totalPhaseC: sum(spanFrames, (row) => plus(row.energy_c_mwh)) / 1e6,
      inPoint: inside / 1e6,
      interPoint: 0,
      outPoint: (all - inside) / 1e6,
      reactive: sum(spanFrames, (row) => row.reactive_a_mvarh) / 1e6,
      injected: sum(spanFrames, (row) => plus(-row.energy_c_mwh)) / 1e6,
      cost: Math.round((inside * 1.5 + (all - inside) * 0.5) / 1e4) / 100,
      completeness: 1,
    });
  });

  it.each([
    [
      'within a day',
      '2026-11-10T10:30:00-03:00',
      '2026-11-10T15:14:59-03:00',
      '2026-11-10T10:30',
      '2026-11-10T15:15',
    ],
    [
      'over days',
      '2026-11-09T22:15:00-03:00',
      '2026-11-12T03:29:00-03:00',
      '2026-11-09T22:15',
      '2026-11-12T03:30',
    ],
    [
      'at which quarter-hours begin, without the one after them, as an hour had five of them,',
      '2026-11-10T10:00:00-03:00',
      '2026-11-10T11:00:00-03:00',
      '2026-11-10T10:00',
      '2026-11-10T11:00',
    ],
    [
      'at midnights',
      '2026-11-10T00:00:00-03:00',
      '2026-11-11T00:00:00-03:00',
      '2026-11-10T00:00',
      '2026-11-11T00:00',
    ],
  ])(
    'the consumption between instants %s covers the quarter-hours that begin there',
    async (_, dateIn, dateOut, from, to) => {
      await api.closeDays();
      const value = await consumptionOf(dateIn, dateOut);
      expect(value.total).toBe(total(between(local(from), local(to))) / 1e6);
      expect(value.completeness).toBe(1);
    },
  );

  it('the consumption of today ends now', async () => {
    const value = await consumptionOf('2026-11-13', '2026-11-20');
    expect(value.total).toBe(total(between(local('2026-11-13T00:00'), Date.parse(NOW))) / 1e6);
  });

  it('a period without readings returns zero consumption and zero completeness', async () => {
    expect(await consumptionOf('2026-10-01', '2026-10-02')).toMatchObject({ total: 0, completeness: 0 });
  });

  it.each([
    ['2026-11-10', '2026-11-09'],
    ['2025-01-01', '2026-11-09'],
    ['2026-11-09T10:00:00Z', '2026-11-09T10:00:00Z'],
    ['2026-11-31', '2026-12-01'],
  ])('refuses the period %s to %s', async (dateIn, dateOut) => {
    const { status, type } = await api.fail('POST', '/board/consumption', ask({ dateIn, dateOut }));
    expect([status, type]).toEqual([400, 'validation']);
  });
});

describe('the running total', () => {
  const runningOf = async (payload: object) =>
    (await api.succeed(readRunningTotal, '/board/accumulator/values', ask(payload))).value;

  it.each([
    ['15m', 15 * MINUTE],
    ['1h', HOUR],
    ['1d', 24 * HOUR],
  ] as const)('the running total by %s shows at each end the consumption until then', async (every, step) => {
    const rows = await runningOf({ dateIn: '2026-11-09', dateOut: '2026-11-11', every });
    const from = local('2026-11-09T00:00');
    expect(rows).toHaveLength((3 * 24 * HOUR) / step);
    for (const [index, row] of rows.entries()) {
      const end = from + (index + 1) * step;
      expect(row).toEqual({ date: new Date(end).toISOString(), total: total(between(from, end)) / 1e6 });
    }
  });

  it('the running total ends now, by the hour unless requested otherwise', async () => {
    const rows = await runningOf({ dateIn: '2026-11-13', dateOut: '2026-11-13' });
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)).toEqual({
      date: new Date(NOW).toISOString(),
      total: total(between(local('2026-11-13T00:00'), Date.parse(NOW))) / 1e6,
    });
  });

  it('refuses a running total by quarter-hours above a month', async () => {
    const request = ask({ dateIn: '2026-09-01', dateOut: '2026-10-02', every: '15m' });
    const { status, msg } = await api.fail('POST', '/board/accumulator/values', request);
    expect([status, msg]).toEqual([400, 'A pesquisa deve ser de no máximo um mês...']);
  });
});

describe('consumption by civil day', () => {
  const dailyOf = async (payload: object) =>
    (await api.succeed(readDailyConsumption, '/board/accumulator/consumption', ask(payload))).value;

  it('returns one row a day, labelled DD/MM, with costs that add up', async () => {
    const rows = await dailyOf({ dateIn: '2026-11-08', dateOut: '2026-11-11' });
    expect(rows.map(({ label }) => label)).toEqual(['08/11', '09/11', '10/11', '11/11']);
    for (const [index, row] of rows.entries()) {
      const from = local('2026-11-08T00:00') + index * 24 * HOUR;
      expect(row.total).toBe(total(between(from, from + 24 * HOUR)) / 1e6);
    }
    const { cost } = await consumptionOf('2026-11-08', '2026-11-11');
    expect(rows.reduce((cents, row) => cents + Math.round((row.cost ?? 0) * 100), 0)).toBe(
      Math.round((cost ?? 0) * 100),
    );
  });

  it('labels days in the requested format, and refuses a format without days', async () => {
    const [row] = await dailyOf({ dateIn: '2026-11-08', dateOut: '2026-11-08', format: 'YYYY-MM-DD' });
    expect(row?.label).toBe('2026-11-08');
    const request = ask({ dateIn: '2026-11-08', dateOut: '2026-11-08', format: 'HH:mm' });
    expect((await api.fail('POST', '/board/accumulator/consumption', request)).status).toBe(400);
  });
});
