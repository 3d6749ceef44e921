import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { type BoardKind, blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { createLog } from '@nascente/runtime/log';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestFrames } from '../../../testing/boards/test-frames.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { createPartitionsRepository, createReadingPartitions, dayNumber } from '../index.ts';
import { createClosingRepository } from './closing.repository.ts';

const NOW = '2026-11-13T14:20:00Z';
const FIRST = Date.parse('2026-11-06T00:00:00Z');
const DAYS = 3;
/** Days of these frames are closed, and closed long enough to lose their rows. */
const EVERY_MS = 7 * MINUTE_MS + 311;

let api: TestApi;
let owner: SeededPerson;
let send: ReturnType<typeof startTestFrames>;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  send = startTestFrames(api, NOW);
});

const BOARDS = {
  tri: { type: 'eletric', model: 'tri', equipment: 'emd3p' },
  mono: { type: 'eletric', model: 'mono', equipment: 'emd' },
  water: { type: 'water', model: 'mono', equipment: 'emd' },
} as const;

const REALS = ['va', 'vb', 'ia', 'pfa', 'wa', 'wb', 'vara', 'vthda', 'rssi', 't', 'flow'] as const;
const INCREMENTS = ['energyA', 'energyB', 'reactiveA', 'volume'] as const;
const measured = fc.record(
  Object.fromEntries([
    ...REALS.map((field) => [field, fc.option(fc.float({ noNaN: true, min: -500, max: 500 }), { freq: 4 })]),
    ...INCREMENTS.map((field) => [field, fc.option(fc.nat(99_999), { freq: 4 })]),
  ]),
);

const framesOf = (kind: BoardKind, instants: readonly number[], seed = 7): readonly Frame[] =>
  fc.sample(measured, { numRuns: instants.length, seed }).map((values, index) => {
    const blank = blankFrame(kind, instant(instants[index] ?? 0));
    const own = Object.entries(values).filter(([field]) => field in blank);
    return { ...blank, ...Object.fromEntries(own) } as Frame;
  });

const INSTANTS = Array.from(
  { length: (DAYS * DAY_MS) / EVERY_MS },
  (_, n) => FIRST + Math.floor(n * EVERY_MS),
);

const store = async (kind: BoardKind): Promise<SeededMeter> => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(
    establishment,
    { installed_at: new Date(FIRST - HOUR_MS) },
    BOARDS[kind],
  );
  await send(meter, framesOf(kind, INSTANTS));
  return meter;
};

const rowsOf = async (
  table: 'reading' | 'quarter',
  { installationId }: SeededMeter,
): Promise<readonly string[]> => {
  const by = table === 'reading' ? 'at' : 'start';
  const { rows } = await api.database.pool.query<{ row: string }>(
    `select ${table}::text as row from ${table} where installation_id = $1 and ${by} < '2026-11-09'
      ${table === 'quarter' ? 'and frames > 0' : ''} order by ${by}`,
    [installationId],
  );
  return rows.map(({ row }) => row);
};

const dropRows = (): Promise<void> =>
  createReadingPartitions({
    partitions: createPartitionsRepository(api.database.pool),
    clock: () => instant(Date.parse(NOW)),
    retentionDays: 400,
    log: createLog('silent'),
  }).maintain();

const page = async (meter: SeededMeter): Promise<string> => {
  const payload = {
    id: meter.mac,
    dateIn: '2026-11-06T00:00:00Z',
    dateOut: '2026-11-09T00:00:00Z',
    limit: 1_000,
  };
  const { body } = await api.raw('POST', '/board/values/last/pagination', { token: owner.token, payload });
  return body;
};

/** Closed, and its rows dropped. */
const closed = async (kind: BoardKind): Promise<SeededMeter> => {
  const meter = await store(kind);
  await api.closeDays();
  await dropRows();
  expect(await rowsOf('reading', meter)).toEqual([]);
  return meter;
};

const lateOn = (hour: number): number => FIRST + DAY_MS + hour * HOUR_MS + 1;

/** Of these days, in partitions of their own and not with those that were reopened. */
const openQuarters = async (): Promise<void> => {
  const partitions = createPartitionsRepository(api.database.pool);
  for (let day = 0; day < DAYS; day++)
    await partitions.createQuarters(dayNumber(Date.parse('2026-11-06')) + day);
};

describe('quarter-hours of closed days', () => {
  it.each([
    ['with those that were reopened', async () => undefined],
    ['in partitions of their own', openQuarters],
  ])(
    'removes the rows of quarter-hours %s on closing, and restores the same rows on reopening',
    async (_, prepare) => {
      await prepare();
      const meter = await store('tri');
      const quarters = await rowsOf('quarter', meter);
      expect(quarters.length).toBeGreaterThan(250);
      await api.closeDays();
      await api.closeDays();
      await dropRows();
      expect(await rowsOf('quarter', meter)).toEqual([]);
      const shown = await page(meter);
      // A repeated line reopens the day without adding energy.
      await send(meter, framesOf('tri', [INSTANTS[300] as number], 7));
      const ofDay = quarters.filter((row) => row.includes('2026-11-07'));
      expect(await rowsOf('quarter', meter)).toEqual(ofDay);
      await send(meter, framesOf('tri', [lateOn(5)], 11));
      const after = await rowsOf('quarter', meter);
      expect(after.filter((row) => !ofDay.includes(row))).toHaveLength(1);
      await api.closeDays();
      await api.closeDays();
      await dropRows();
      expect(await rowsOf('quarter', meter)).toEqual([]);
      expect((await page(meter)).length).toBeGreaterThan(shown.length);
    },
  );
});

describe('a day past its retention', () => {
  it('a day past its retention loses its frames and retains its totals', async () => {
    const meter = await closed('tri');
    const shown = await page(meter);
    await createClosingRepository(api.database.pool).forgetFrames('2026-11-07');
    const stored = (await page(meter)).split('"date":').slice(1);
    expect(stored.every((frame) => !frame.startsWith('"2026-11-06'))).toBe(true);
    expect(shown).toContain(stored.at(-1)?.slice(0, 200));
    const { rows } = await api.database.pool.query(
      'select count(*)::integer as days from meter_day where installation_id = $1 and totals is not null',
      [meter.installationId],
    );
    expect(rows[0].days).toBe(DAYS);
  });
});

describe('a closed day without rows', () => {
  it.each(['tri', 'mono', 'water'] as const)(
    'a closed day of a %s board returns every frame after its rows are removed',
    async (kind) => {
      const meter = await store(kind);
      const before = await page(meter);
      await api.closeDays();
      await dropRows();
      expect(await rowsOf('reading', meter)).toEqual([]);
      expect(await page(meter)).toBe(before);
      expect(before).toContain('"date":"2026-11-08T23:');
    },
  );

  it('a late frame reopens a closed day with its readings bit for bit', async () => {
    const meter = await store('tri');
    const [readings, quarters] = [await rowsOf('reading', meter), await rowsOf('quarter', meter)];
    await api.closeDays();
    await dropRows();
    expect(await rowsOf('reading', meter)).toEqual([]);
    const late = framesOf('tri', [lateOn(5)], 11);
    await send(meter, late);
    const after = await rowsOf('reading', meter);
    const ofDay = readings.filter((row) => row.includes('2026-11-07'));
    expect(ofDay.length).toBeGreaterThan(150);
    expect(after.filter((row) => !row.includes('05:00:00.001'))).toEqual(ofDay);
    expect(after).toHaveLength(ofDay.length + 1);
    expect((await rowsOf('quarter', meter)).filter((row) => !quarters.includes(row))).toHaveLength(1);
    const shown = await page(meter);
    expect(shown).toContain('2026-11-07T05:00:00.001Z');
    await api.closeDays();
    await dropRows();
    expect(await rowsOf('reading', meter)).toEqual([]);
    expect(await page(meter)).toBe(shown);
  });

  it('counts a repeated frame once, however often its day was closed', async () => {
    const meter = await closed('mono');
    const [quarters, shown] = [await rowsOf('quarter', meter), await page(meter)];
    for (let round = 0; round < 2; round++) {
      const { repeated } = (await send(meter, framesOf('mono', INSTANTS))) as {
        repeated: ReadonlySet<number>;
      };
      expect(repeated.size).toBe(INSTANTS.length);
      expect(await rowsOf('quarter', meter)).toEqual(quarters);
      expect(await page(meter)).toBe(shown);
      await api.closeDays();
      await dropRows();
      expect(await rowsOf('reading', meter)).toEqual([]);
    }
  });

  it('a frame reopens a day with existing rows without writing them again', async () => {
    const meter = await store('tri');
    await api.closeDays();
    const versions = async () =>
      (
        await api.database.pool.query(
          "select xmin::text from reading where installation_id = $1 and at < '2026-11-09' order by at",
          [meter.installationId],
        )
      ).rows;
    const before = await versions();
    await send(meter, framesOf('tri', [lateOn(7)], 3));
    expect(await versions()).toEqual(expect.arrayContaining(before));
    expect(await versions()).toHaveLength(before.length + 1);
    expect(await page(meter)).toContain('2026-11-07T07:00:00.001Z');
  });

  it('reopens a closed day with unregistered readings, and closes it again with them', async () => {
    const meter = await store('mono');
    await api.closeDays();
    const stray = '2026-11-07 09:00:00.001Z';
    await api.database.pool.query('insert into reading (installation_id, at, va) values ($1, $2, 219.8)', [
      meter.installationId,
      stray,
    ]);
    await dropRows();
    expect((await rowsOf('reading', meter)).some((row) => row.includes('09:00:00.001'))).toBe(true);
    await api.closeDays();
    await dropRows();
    expect(await rowsOf('reading', meter)).toEqual([]);
    expect(await page(meter)).toContain('2026-11-07T09:00:00.001Z');
  });

  it('leaves the rows of a day while a part of it is open', async () => {
    const meter = await store('tri');
    await api.closeDays();
    await send(meter, framesOf('tri', [lateOn(3)], 5));
    await dropRows();
    expect((await rowsOf('reading', meter)).some((row) => row.includes('2026-11-07 03:00:00.001'))).toBe(
      true,
    );
    await api.closeDays();
    await dropRows();
    expect(await rowsOf('reading', meter)).toEqual([]);
  });
});
