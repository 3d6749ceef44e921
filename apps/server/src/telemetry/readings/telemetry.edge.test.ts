import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import {
  projectFrames,
  readFrames,
  readTelemetries,
  readTelemetryStatus,
} from '@nascente/contract/telemetry/telemetry';
import { thin } from '@nascente/domain/telemetry/intervals/thinning';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const SECOND = 1000;
const HOUR = 3_600_000;
const local = (text: string): number => Date.parse(`${text}-03:00`);

interface Reading {
  readonly at: Date;
  readonly wa: number;
  readonly va: number;
  readonly vb: number;
  readonly pfa: number;
  readonly pfb: number | null;
  readonly energy_a_mwh: number;
}

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;
const readings: Reading[] = [];

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  meter = await api.seed.meter(await api.seed.establishment(owner));
  for (let at = local('2026-11-11T00:00'), n = 0; at < Date.parse(NOW); n++, at += 30 * SECOND) {
    // One spike and one dip of a single frame, which any mean would lose.
    const wa = n === 4321 ? 99_000 : 1000 + ((n * 7919) % 2003) / 10;
    readings.push({
      at: new Date(at),
      wa,
      va: n === 3000 ? 170.5 : 218 + (n % 7) / 4,
      vb: 221 + (n % 3) / 2,
      pfa: -0.25 - (Math.floor(at / HOUR) % 3) / 4,
      pfb: n % 2 === 0 ? 0.5 : null,
      energy_a_mwh: n % 501,
    });
  }
  await api.seed.readings(meter, readings);
});

const ask = (payload: object) => ({ token: owner.token, payload: { id: meter.mac, ...payload } });
const between = (from: number, to: number): Reading[] =>
  readings.filter(({ at }) => at.getTime() >= from && at.getTime() < to);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the telemetry of a day', () => {
  it('thins a day to 1,000 frames, oldest first, including a spike and a dip of one frame', async () => {
    const { telemetries } = await api.succeed(
      readTelemetries,
      '/board/telemetries',
      ask({ date: '2026-11-12' }),
    );
    const spanReadings = between(local('2026-11-12T00:00'), local('2026-11-13T00:00'));
    expect(spanReadings).toHaveLength(2880);
    expect(telemetries.length).toBeLessThanOrEqual(1000);
    expect(telemetries.length).toBeGreaterThan(600);
    const dates = telemetries.map(({ date }) => Date.parse(date));
    expect(dates).toEqual([...dates].sort((a, b) => a - b));
    const readingByInstant = new Map(spanReadings.map((reading) => [reading.at.getTime(), reading]));
    for (const frame of telemetries) expect(frame.wa).toBe(readingByInstant.get(Date.parse(frame.date))?.wa);
    expect([dates[0], dates.at(-1)]).toEqual([
      spanReadings[0]?.at.getTime(),
      spanReadings.at(-1)?.at.getTime(),
    ]);
    expect(Math.max(...telemetries.map(({ wa }) => wa ?? 0))).toBe(99_000);
    expect(Math.min(...telemetries.map(({ va }) => va ?? 999))).toBe(170.5);
  });

  it('returns exactly the frames of the definition of thinning', async () => {
    const payload = { id: meter.mac, date: '2026-11-12' };
    const { telemetries } = await api.succeed(readTelemetries, '/board/telemetries', {
      token: owner.token,
      payload,
    });
    const spanReadings = between(local('2026-11-12T00:00'), local('2026-11-13T00:00'));
    const column = (of: (reading: Reading) => number) => Float64Array.from(spanReadings, of);
    const measures = [
      column(({ wa }) => Math.fround(wa)),
      column(({ va, vb }) => Math.min(va, vb)),
      column(({ va, vb }) => Math.max(va, vb)),
    ];
    const stored = thin(
      column(({ at }) => at.getTime()),
      measures,
      1000,
    );
    expect(telemetries.map(({ date }) => date)).toEqual(
      stored.map((index) => spanReadings[index]?.at.toISOString()),
    );
  });

  it('returns all frames of a short day, and of today by default', async () => {
    const { telemetries } = await api.succeed(readTelemetries, '/board/telemetries', ask({}));
    const spanReadings = between(local('2026-11-13T00:00'), Date.parse(NOW));
    expect(spanReadings.length).toBeGreaterThan(1000);
    expect(telemetries.at(-1)?.date).toBe(spanReadings.at(-1)?.at.toISOString());
    const silent = await api.succeed(readTelemetries, '/board/telemetries', ask({ date: '2026-11-01' }));
    expect(silent.telemetries).toEqual([]);
  });

  it('returns the flow of a water meter', async () => {
    const water = await api.seed.meter(
      await api.seed.establishment(owner),
      {},
      { type: 'water', model: 'mono' },
    );
    const start = local('2026-11-12T00:00');
    await api.seed.readings(
      water,
      Array.from({ length: 1500 }, (_, n) => ({
        at: new Date(start + n * 50 * SECOND),
        flow: n === 700 ? 55.5 : 2,
      })),
    );
    const payload = { id: water.mac, date: '2026-11-12' };
    const { telemetries } = await api.succeed(readTelemetries, '/board/telemetries', {
      token: owner.token,
      payload,
    });
    expect(telemetries.some(({ flow }) => flow === 55.5)).toBe(true);
  });
});

describe('the status of hours', () => {
  const statusOf = async (payload: object) =>
    (await api.succeed(readTelemetryStatus, '/board/telemetries/status', ask(payload))).status;
  const DAY = { dateIn: '2026-11-12', dateOut: '2026-11-12' };

  it('returns the mean power factor of the measured phases in any direction', async () => {
    const status = await statusOf(DAY);
    expect(status).toHaveLength(24);
    for (const [hour, { date, value, level }] of status.entries()) {
      const from = local('2026-11-12T00:00') + hour * HOUR;
      expect(date).toBe(new Date(from).toISOString());
      const spanReadings = between(from, from + HOUR);
      const expected = mean(
        spanReadings.map(({ pfa, pfb }) =>
          pfb === null ? Math.abs(pfa) : (Math.abs(pfa) + Math.abs(pfb)) / 2,
        ),
      );
      expect(value).toBeCloseTo(expected, 9);
      expect(level).toBe(expected <= 0.4 ? 'low' : expected >= 0.8 ? 'great' : 'normal');
    }
  });

  it('returns the voltage of the phase farthest from 220 V', async () => {
    const status = await statusOf({ ...DAY, type: 'V' });
    expect(status).toHaveLength(24);
    for (const { date, value, level } of status) {
      const spanReadings = between(Date.parse(date), Date.parse(date) + HOUR);
      const means = [mean(spanReadings.map(({ va }) => va)), mean(spanReadings.map(({ vb }) => vb))];
      const worst = means.toSorted((a, b) => Math.abs(b - 220) - Math.abs(a - 220))[0] ?? 0;
      expect(value).toBeCloseTo(worst, 6);
      expect(level).toBe('adequate');
    }
  });

  it('names the voltages outside the limits of a 127 V installation', async () => {
    const low = await api.seed.meter(await api.seed.establishment(owner), { voltage: 110 });
    const at = (hour: number) => new Date(local('2026-11-12T00:00') + hour * HOUR);
    await api.seed.readings(low, [
      { at: at(0), va: 109 },
      { at: at(1), va: 116 },
      { at: at(2), va: 127 },
      { at: at(3), va: 136 },
    ]);
    const payload = { id: low.mac, ...DAY, type: 'V' };
    const { status } = await api.succeed(readTelemetryStatus, '/board/telemetries/status', {
      token: owner.token,
      payload,
    });
    expect(status.map(({ level }) => level)).toEqual(['under', 'precarious', 'adequate', 'over']);
  });

  it.each([
    [{ dateIn: '2026-10-01', dateOut: '2026-11-12' }, 'A pesquisa deve ser de no máximo um mês...'],
    [{ dateIn: '2026-11-12', dateOut: '2026-11-11' }, 'A data final deve ser posterior à inicial.'],
    [{ dateIn: '2026-11-12', dateOut: '2026-11-12', type: 'THD' }, 'Tipo inválido: use PF ou V'],
  ])('refuses the status request %j', async (payload, said) => {
    const { status, msg, errors } = await api.fail('POST', '/board/telemetries/status', ask(payload));
    expect(status).toBe(400);
    expect([msg, ...(errors ?? []).map((error) => error.msg)]).toContain(said);
  });
});

describe('the values of a period', () => {
  it('returns the newest 1,000 frames of a period', async () => {
    const { value } = await api.succeed(
      readFrames,
      '/board/values',
      ask({ dateIn: '2026-11-11', dateOut: '2026-11-12' }),
    );
    const spanReadings = between(local('2026-11-11T00:00'), local('2026-11-13T00:00')).slice(-1000).reverse();
    expect(value.map(({ date, wa }: AnsweredFrame) => [date, wa])).toEqual(
      spanReadings.map(({ at, wa }) => [at.toISOString(), wa]),
    );
  });
});

describe('projections of frames', () => {
  const rowsOf = async (filter: unknown) =>
    (await api.succeed(projectFrames, '/board/values/project', ask({ filter }))).value;
  const FILTER = { fields: ['wa', 'kwha'], dateIn: '2026-11-12', dateOut: '2026-11-12' };

  it('projections return the requested fields, for a filter as text or as an object', async () => {
    const rows = await rowsOf(JSON.stringify({ ...FILTER, limit: 3 }));
    const spanReadings = between(local('2026-11-12T00:00'), local('2026-11-13T00:00')).slice(-3).reverse();
    expect(rows).toEqual(
      spanReadings.map(({ at, wa, energy_a_mwh }) => ({
        date: at.toISOString(),
        wa,
        kwha: energy_a_mwh / 1000,
      })),
    );
    expect(await rowsOf({ ...FILTER, limit: 3 })).toEqual(rows);
  });

  it.each([
    ['1m', 60_000, 1000],
    ['15m', 900_000, 96],
    ['1h', HOUR, 24],
    ['1d', 24 * HOUR, 1],
  ] as const)(
    'projections by %s return means of instantaneous values and sums of increments',
    async (every, step, count) => {
      const rows = await rowsOf({ ...FILTER, every });
      expect(rows).toHaveLength(count);
      const end = local('2026-11-13T00:00');
      for (const [index, row] of rows.entries()) {
        const from = end - (index + 1) * step;
        const spanReadings = between(from, from + step);
        expect(row.date).toBe(new Date(from).toISOString());
        expect(row.wa).toBeCloseTo(mean(spanReadings.map(({ wa }) => wa)), 2);
        expect(row.kwha).toBe(spanReadings.reduce((sum, { energy_a_mwh }) => sum + energy_a_mwh, 0) / 1000);
      }
    },
  );

  it.each([
    [{ ...FILTER, fields: ['wa', 'password'] }, 'filter.fields.1', 'Campo desconhecido'],
    [{ ...FILTER, fields: [] }, 'filter.fields', 'Informe ao menos um campo.'],
    [{ ...FILTER, every: '2h' }, 'filter.every', 'Intervalo inválido: use 1m, 15m, 1h ou 1d'],
    [{ ...FILTER, limit: 1001 }, 'filter.limit', 'Limite inválido: use de 1 a 1000'],
    [{ ...FILTER, dateIn: '2026-09-01' }, 'dateOut', 'A pesquisa deve ser de no máximo um mês...'],
    [{ ...FILTER, more: true }, 'filter.more', 'Campo desconhecido: more'],
    [JSON.stringify({ ...FILTER, every: '2h' }), 'filter.every', 'Intervalo inválido: use 1m, 15m, 1h ou 1d'],
    ['{', 'filter', 'Filtro inválido'],
    ['[]', 'filter', 'Filtro inválido'],
  ])('refuses the filter %j at %s', async (filter, path, said) => {
    const { status, msg, errors } = await api.fail('POST', '/board/values/project', ask({ filter }));
    expect([status, msg, errors?.[0]?.path]).toEqual([400, said, path]);
  });
});
