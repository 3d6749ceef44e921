import type { Frame } from '@nascente/domain/metering/frame';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createChangeLog } from '../../platform/database/change-log.ts';
import { NOTE_WRITTEN } from '../../platform/database/note-written.ts';
import { frameAt } from '../../testing/half-hours.ts';
import type { SeededMeter } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestIngest } from '../../testing/test-ingest.ts';
import { tellMeasured } from './quarter-runs.ts';
import { createRecentQuartersRepository, type RecentAsked } from './recent-quarters.repository.ts';
import { createRecentQuarters, type RecentQuarters } from './recent-quarters.ts';

/** Long over: the database notes what is written now into quarter-hours of then. */
const NOON = Date.parse('2024-02-29T12:00:00Z');
const MIDNIGHT = NOON - 12 * HOUR_MS;

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;
let meters: readonly [SeededMeter, SeededMeter];
let now: number;
let asked: (readonly RecentAsked[])[];
let open: RecentQuarters;

const query = (text: string) => api.database.pool.query(text);
const store = (meter: SeededMeter, ...frames: readonly Frame[]) => ingest.store(meter, frames);
const ids = () => meters.map(({ installationId }) => installationId);

/** Of each meter, by the number of the quarter-hour. */
const told = async (): Promise<Record<number, number>[]> =>
  (await open.read(ids())).map((runs) => {
    const all: Record<number, number> = {};
    const whole = { from: instant(0), to: instant(now + DAY_MS) };
    for (const run of runs) tellMeasured(run, whole, (quarter, energy) => (all[quarter] = energy));
    return all;
  });
const stored = async (since: number): Promise<Record<number, number>[]> =>
  Promise.all(
    ids().map(async (id) => {
      const { rows } = await api.database.pool.query<{ quarter: number; energy: number }>(
        `select (date_part('epoch', start) / 900)::integer as quarter, consumed_a_mwh::integer as energy
         from quarter where installation_id = $1 and start >= $2 and frames > 0 order by start`,
        [id, new Date(since)],
      );
      return Object.fromEntries(rows.map(({ quarter, energy }) => [quarter, energy]));
    }),
  );
/** What was read, since when, of each meter. */
const readSince = () => asked.map((one) => one.map(({ since }) => (since - MIDNIGHT) / HOUR_MS));

beforeAll(async () => {
  api = await createTestApi(new Date(NOON).toISOString());
  ingest = createTestIngest(api, new Date(NOON).toISOString());
});
afterAll(() => ingest.stop());

/** Two meters that measured 1 Wh each half hour since midnight, but for the hour after three. */
beforeEach(async () => {
  now = NOON + 5 * MINUTE_MS;
  const place = await api.seed.place(await api.seed.person());
  meters = [await api.seed.meter(place), await api.seed.meter(place)];
  const instants = Array.from({ length: 25 }, (_, half) => MIDNIGHT + (half * HOUR_MS) / 2);
  for (const meter of meters)
    await store(meter, ...instants.filter((at) => (at - MIDNIGHT) / HOUR_MS !== 3).map((at) => frameAt(at)));
  const changes = createChangeLog(api.database.pool);
  await changes.ask();
  asked = [];
  const repository = createRecentQuartersRepository(api.database.pool);
  open = createRecentQuarters({
    quarters: {
      read(given, until) {
        if (given.length > 0) asked.push(given);
        return repository.read(given, until);
      },
    },
    changes,
    clock: () => instant(now),
  });
});

describe('what passed of an open day', () => {
  it('is read once, but for the last half hour', async () => {
    const all = await stored(MIDNIGHT);
    expect([await told(), await told()]).toEqual([all, all]);
    now += HOUR_MS;
    await store(meters[0], frameAt(now, 5));
    expect(await told()).toEqual(await stored(MIDNIGHT));
    await told();
    expect(readSince()).toEqual([
      [-25, -25],
      [11.5, 11.5],
      [11.5, 11.5],
      // What is written in this test was long ago to the database.
      [-25],
      [12.5, 12.5],
    ]);
  });

  it.each<readonly [string, () => Promise<unknown>]>([
    ['a late frame came', () => store(meters[1], frameAt(MIDNIGHT + HOUR_MS + 1, 77))],
    ['a late frame came into an empty quarter-hour', () => store(meters[1], frameAt(MIDNIGHT + 3 * HOUR_MS))],
    [
      'a quarter-hour was changed by hand',
      () =>
        query(`update quarter set consumed_a_mwh = 7 where installation_id = ${meters[1].installationId}`),
    ],
    [
      'quarter-hours were removed',
      () =>
        query(`delete from quarter where installation_id = ${meters[1].installationId} and start <
          '2024-02-29T05:00:00Z'`),
    ],
  ])('is read again of the meter of which %s', async (_, change) => {
    await told();
    await change();
    expect(await told()).toEqual(await stored(MIDNIGHT));
    await told();
    expect(readSince()).toEqual([[-25, -25], [11.5, 11.5], [-25], [11.5, 11.5]]);
  });

  it('is what it was while a change is not committed, and when it is undone', async () => {
    const before = await told();
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`delete from quarter where installation_id = ${meters[0].installationId}`);
      expect(await told()).toEqual(before);
      await client.query('rollback');
      expect(await told()).toEqual(before);
      await client.query('begin');
      await client.query(`delete from quarter where installation_id = ${meters[0].installationId}`);
      await told();
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await told()).toEqual([{}, before[1]]);
  });

  it('ends when the day is closed, and begins with the next', async () => {
    await told();
    now = NOON + 17 * HOUR_MS;
    await store(meters[0], frameAt(now, 5));
    expect(await told()).toEqual(await stored(MIDNIGHT));
    now = NOON + 18 * HOUR_MS;
    expect(await told()).toEqual(await stored(MIDNIGHT - HOUR_MS));
    expect(readSince()).toEqual([[-25, -25], [11.5, 11.5], [-25], [-1, -1]]);
  });

  it('is the same to a clock that was set back', async () => {
    await told();
    now -= 2 * HOUR_MS;
    await store(meters[0], frameAt(now, 5));
    expect(await told()).toEqual(await stored(MIDNIGHT));
  });

  it('is nothing where nothing was measured', async () => {
    await query(`delete from quarter where installation_id in (${ids().join()})`);
    expect([await told(), await told()]).toEqual([
      [{}, {}],
      [{}, {}],
    ]);
    expect(await open.read([])).toEqual([]);
  });
});

describe('of more than sixty meters', () => {
  let many: RecentQuarters;
  let reads: number;

  /** Writes without a note, as a live frame does. */
  const write = async (energy: number) => {
    await query('alter table quarter disable trigger user');
    await query(
      `update quarter set consumed_a_mwh = ${energy} where installation_id = ${meters[0].installationId}
        and start = '2024-02-29T12:00:00Z'`,
    );
    await query('alter table quarter enable trigger user');
  };
  const atNoon = async (): Promise<number> => {
    const [runs] = await many.read([meters[0].installationId, ...Array.from({ length: 60 }, (_, n) => -n)]);
    let told = 0;
    for (const run of runs ?? []) {
      const noon = { from: instant(NOON), to: instant(NOON + QUARTER_MS) };
      tellMeasured(run, noon, (_, energy) => {
        told += energy;
      });
    }
    return told;
  };

  beforeEach(async () => {
    reads = 0;
    const repository = createRecentQuartersRepository(api.database.pool);
    const changes = createChangeLog(api.database.pool);
    await changes.ask();
    many = createRecentQuarters({
      quarters: {
        read(given, until) {
          reads += given.length;
          return repository.read(given, until);
        },
      },
      changes,
      clock: () => instant(now),
    });
    await write(1_000);
    expect(await atNoon()).toBe(1_000);
    reads = 0;
  });

  it('what comes is told at once, by as few quarter-hours as are not over', async () => {
    await write(2_000);
    expect([await atNoon(), reads]).toEqual([2_000, 61]);
  });

  it('what an operator writes is told at once', async () => {
    await atNoon();
    await write(3_000);
    await api.database.pool.query(NOTE_WRITTEN, [meters[0].installationId]);
    expect(await atNoon()).toBe(3_000);
  });
});

test('live frames leave no note, late ones one a write', async () => {
  const notes = async () =>
    (await query(`select count(*)::integer as notes from noted_change where kind = 'passed'`)).rows[0].notes;
  const before = await notes();
  const live = Date.now();
  await store(meters[0], frameAt(live), frameAt(live - 4 * MINUTE_MS));
  expect(await notes()).toBe(before);
  await store(meters[0], frameAt(live - 50 * MINUTE_MS), frameAt(live - 90 * MINUTE_MS));
  expect(await notes()).toBe(before + 1);
});

test('whatever is written, whenever it is read, what is told is what is stored', async () => {
  const deed = fc.record({
    meter: fc.nat(1),
    /** Of the day, in minutes. */
    at: fc.nat(17 * 60),
    energy: fc.nat(1_000_000),
    kind: fc.constantFrom('frame', 'removal', 'waiting'),
  });
  const act = async ({
    meter,
    at,
    energy,
    kind,
  }: {
    meter: number;
    at: number;
    energy: number;
    kind: string;
  }) => {
    const target = meters[meter] as SeededMeter;
    const start = MIDNIGHT + at * MINUTE_MS;
    if (kind === 'frame') await store(target, frameAt(start + Math.floor(energy / 20), energy));
    else if (kind === 'waiting') now += 20 * MINUTE_MS;
    else
      await api.database.pool.query('delete from quarter where installation_id = $1 and start = $2', [
        target.installationId,
        new Date(Math.floor(start / QUARTER_MS) * QUARTER_MS),
      ]);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
      now = (NOON + 5 * MINUTE_MS) as Instant;
      for (const one of deeds) {
        await act(one);
        expect(await told()).toEqual(await stored(MIDNIGHT));
      }
    }),
    { numRuns: 25 },
  );
});
