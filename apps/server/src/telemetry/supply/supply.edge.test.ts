import { readSupplyWeek, type SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-23T12:00:00Z';
const START = '2026-11-09';
/** Midnight in São Paulo. */
const FROM = Date.parse('2026-11-09T03:00:00Z');
const MINUTE = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

/** A drifting supply: low in the evenings of phase B, high at dawn of phase C, a dip, and two hours without frames. */
const voltsAt = (minute: number) => {
  const hour = (minute / 60) % 24;
  const ripple = 3 * Math.sin(minute / 37);
  const isDip = minute === 3000;
  return {
    va: 220 + ripple,
    vb: (hour > 18 && hour < 22 ? 203 : 221) + ripple,
    vc: isDip ? 150 : (hour < 5 ? 230 : 219) + ripple,
  };
};

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment, { installed_at: new Date(FROM) });
  const minutes = Array.from({ length: (WEEK_MINUTES + 600) / 2 }, (_, index) => index * 2);
  const isSilent = (minute: number) => minute >= 5000 && minute < 5120;
  await api.seed.readings(
    meter,
    minutes
      .filter((minute) => !isSilent(minute))
      .map((minute) => ({
        at: new Date(FROM + minute * MINUTE),
        ...voltsAt(minute),
        vthda: 2 + minute / 5e3,
      })),
  );
});

const weekOf = async (mac: string, query: string, token = owner.token): Promise<SupplyWeekAnswer> =>
  (await api.succeed(readSupplyWeek, `/board/${mac}/supply-week${query}`, { token })).supply;

/** Counts with SQL, from the same readings, how many of the first 1,008 complete windows lie in each range. */
const countedBySql = async (column: 'va' | 'vb' | 'vc') => {
  const { rows } = await api.database.pool.query<{ precarious: number; critical: number; highest: number }>(
    `with ten as (
       select date_bin('10 minutes', at, $2::timestamptz) as start, sqrt(avg((${column}::float8) ^ 2)) as volts,
         count(*) as frames, min(least(va, vb, vc)) as least
       from reading where installation_id = $1 group by 1),
     valid as (select volts from ten where frames >= 3 and least >= 198 order by start limit 1008)
     select count(*) filter (where volts < 202 and volts >= 191 or volts > 231 and volts <= 233)::int as precarious,
       count(*) filter (where volts < 191 or volts > 233)::int as critical, max(volts) as highest from valid`,
    [meter.installationId, new Date(FROM)],
  );
  return rows[0];
};

describe('a week of power quality', () => {
  it('counts the readings in each range as SQL does, and replaces the invalid ones', async () => {
    const week = await weekOf(meter.mac, `?start=${START}`);
    expect(week).toMatchObject({ nominal: 220, start: START, end: '2026-11-15', counted: 1008 });
    // Twelve windows are silent, and one holds the dip.
    expect(week.replaced).toBe(13);
    expect(week.isValid.filter((isValid) => !isValid)).toHaveLength(13);
    for (const [index, column] of (['va', 'vb', 'vc'] as const).entries()) {
      const { precarious, critical, highest } = (await countedBySql(column)) ?? {};
      expect(week.phases[index]).toMatchObject({ precarious, critical });
      expect(week.phases[index]?.highest).toBeCloseTo(highest ?? 0, 4);
    }
    expect(week.precarious).toBeGreaterThan(0.03);
    expect(week.compensation).toBeCloseTo(
      ((week.precarious ?? 0) - 0.03) * 3 + Math.max(0, ((week.critical ?? 0) - 0.005) * 7),
      12,
    );
    expect(week.distortion).toMatchObject({ phase: 'A' });
  });

  it('names a voltage dip that a frame contains', async () => {
    const week = await weekOf(meter.mac, `?start=${START}`);
    const at = new Date(FROM + 3000 * MINUTE).toISOString();
    expect(week.eventCount).toBe(1);
    expect(week.events).toEqual([{ kind: 'dip', start: at, end: at, phase: 'C', volts: 150, frames: 1 }]);
  });

  it('uses another nominal voltage on request', async () => {
    const week = await weekOf(meter.mac, `?start=${START}&nominal=380`);
    expect(week.limits.adequateLow).toBe(350);
    expect(week.critical).toBe(1);
  });

  it('shows the last seven days by default, and no results for a future week', async () => {
    expect(await weekOf(meter.mac, '')).toMatchObject({ start: '2026-11-16', end: '2026-11-22' });
    const coming = await weekOf(meter.mac, '?start=2026-11-23');
    expect(coming).toMatchObject({ counted: 0, precarious: null, compensation: null, events: [] });
    expect(coming.volts.A).toHaveLength(1008);
  });

  it('shows no compensation for a month with readings of only two days', async () => {
    const short = await weekOf(meter.mac, '?start=2026-11-15&nominal=380');
    expect(short.counted).toBeGreaterThan(0);
    expect(short.counted).toBeLessThan(1008);
    expect(short).toMatchObject({ critical: 1, compensation: null });
  });

  it('returns the same week of power quality once its days are closed', async () => {
    const before = await weekOf(meter.mac, `?start=${START}`);
    expect(await api.closeDays()).toBeGreaterThan(6);
    expect(await weekOf(meter.mac, `?start=${START}`)).toEqual(before);
  });
});

it('refuses a week with a hundred messages a second as too large, and says what to do', async () => {
  const fast = await api.seed.meter(establishment, { installed_at: new Date(FROM) });
  await api.database.pool.query(
    `insert into quarter (installation_id, start, frames) select $1, start, 90000
      from generate_series($2::timestamptz, $2::timestamptz + interval '6 days', interval '15 minutes') start`,
    [fast.installationId, new Date(FROM)],
  );
  const url = `/board/${fast.mac}/supply-week?start=${START}`;
  expect(await api.fail('GET', url, { token: owner.token })).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/^O medidor enviou leituras demais nesta semana .* com menos frequência\.$/),
  });
});
