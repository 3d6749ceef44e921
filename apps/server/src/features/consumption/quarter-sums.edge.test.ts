import type { Frame } from '@nascente/domain/metering/frame';
import { DAY_MS, HOUR_MS, instant } from '@nascente/domain/time/zone';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { frameAt } from '../../testing/half-hours.ts';
import type { SeededMeter } from '../../testing/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestIngest } from '../../testing/test-ingest.ts';
import { unnoticed } from '../../testing/unnoticed.ts';
import { createOpenSumsRepository } from './open-sums.repository.ts';
import { createQuarterDaysRepository, type QuarterSpan } from './quarter-days.repository.ts';
import { createQuarterSums, type QuarterSums } from './quarter-sums.ts';
import { createRecentQuartersRepository } from './recent-quarters.repository.ts';
import { createRecentQuarters } from './recent-quarters.ts';

const NOW = Date.parse('2026-11-13T14:20:00Z');
const FIRST = Date.parse('2026-11-05T00:00:00Z');

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;
let sums: QuarterSums;
let meters: readonly SeededMeter[];
/** Milliseconds on a clock that only goes forward. */

const hourly = (from: number, to: number): Frame[] =>
  Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => frameAt(from + hour * HOUR_MS));

const spansOf = (from: number, to: number) =>
  meters.map(({ installationId }) => ({ installationId, from: instant(from), to: instant(to) }));
const consumed = async (from = FIRST, to = NOW): Promise<number> =>
  (await sums.read('all quantities', spansOf(from, to))).consumedA.reduce((a, b) => a + b, 0);
const stamp = () => sums.stamp(spansOf(FIRST, FIRST + 4 * DAY_MS));

beforeAll(async () => {
  api = await createTestApi(new Date(NOW).toISOString());
  ingest = createTestIngest(api, new Date(NOW).toISOString());
});
afterAll(() => ingest.stop());

const createSums = (): QuarterSums => {
  const { pool, changes } = api.database;
  const clock = () => instant(NOW);
  return createQuarterSums({
    quarterDays: createQuarterDaysRepository(pool, clock),
    recentQuarters: createRecentQuarters({
      quarters: createRecentQuartersRepository(pool),
      changes,
      clock,
    }),
    open: createOpenSumsRepository(pool),
    changes,
    clock,
  });
};

/** Two meters, of which each measured 1 Wh an hour until two hours ago. */
beforeEach(async () => {
  const place = await api.seed.place(await api.seed.person());
  const installed_at = new Date(FIRST - 3 * DAY_MS);
  meters = [await api.seed.meter(place, { installed_at }), await api.seed.meter(place, { installed_at })];
  for (const meter of meters) await ingest.store(meter, hourly(FIRST, NOW - 2 * HOUR_MS - 20 * 60_000));
  await api.closeDays();
  sums = createSums();
});

const WHOLE = 2 * (8 * 24 + 12) * 1_000;

describe('closed days that were added up', () => {
  it('are not read again while none of them is closed anew', async () => {
    expect([await consumed(), await consumed()]).toEqual([WHOLE, WHOLE]);
    const ids = meters.map(({ installationId }) => installationId).join();
    await unnoticed(
      api.database.pool,
      `update meter_day set consumed = null where installation_id in (${ids})`,
    );
    expect(await consumed()).toBe(WHOLE);
    expect(await consumed(FIRST + 1)).toBe(12 * 2 * 1_000);
  });

  it.each([
    ['late, on a closed day', FIRST + 3 * DAY_MS + HOUR_MS / 2, true],
    ['late, on a day before the first that was ever closed', FIRST - 2 * DAY_MS, false],
    ['now', NOW - HOUR_MS, false],
  ])('follow a frame that comes %s, before it is closed and after', async (_, at, isStamped) => {
    const before = await stamp();
    const from = FIRST - 3 * DAY_MS;
    expect(await consumed(from)).toBe(WHOLE);
    await ingest.store(meters[1] as SeededMeter, [frameAt(at, 77)]);
    expect([await consumed(from), await consumed(from)]).toEqual([WHOLE + 77, WHOLE + 77]);
    await api.closeDays();
    expect([await consumed(from), await consumed(from)]).toEqual([WHOLE + 77, WHOLE + 77]);
    expect((await stamp()) !== before).toBe(isStamped);
  });

  it('have no stamp while one is open, and another one once it is closed', async () => {
    const before = await stamp();
    expect(before).not.toBeNull();
    await ingest.store(meters[0] as SeededMeter, [frameAt(FIRST + DAY_MS + 1, 77)]);
    expect([await stamp(), await stamp()]).toEqual([null, null]);
    await api.closeDays();
    expect([null, before]).not.toContain(await stamp());
  });

  it('have a stamp also where the days begin before the first that was measured', async () => {
    const asked = () => sums.stamp(spansOf(FIRST - 3 * DAY_MS, FIRST + 4 * DAY_MS));
    const known = await asked();
    expect(known).not.toBeNull();
    expect(await asked()).toBe(known);
    await ingest.store(meters[0] as SeededMeter, [frameAt(FIRST - DAY_MS, 77)]);
    expect(await asked()).toBeNull();
    await api.closeDays();
    expect([null, known]).not.toContain(await asked());
  });

  it('are those of the same meter whether or not another one that came today stands before it', async () => {
    const [newcomer, other] = spansOf(FIRST, NOW) as [QuarterSpan, QuarterSpan];
    await ingest.store(meters[1] as SeededMeter, [frameAt(FIRST + DAY_MS + 1, 77)]);
    const total = async (...spans: QuarterSpan[]) =>
      (await sums.read('all quantities', spans)).consumedA.reduce((a, b) => a + b, 0);
    const today = { ...newcomer, from: instant(NOW - (NOW % DAY_MS)) };
    expect(await total(today, other)).toBe(WHOLE / 2 + 77 + 12_000);
    expect(await total(other)).toBe(WHOLE / 2 + 77);
  });

  it('are the same when the change of one of them was undone', async () => {
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`delete from meter_day where installation_id = ${meters[0]?.installationId}`);
      const before = await stamp();
      await client.query('rollback');
      expect(await stamp()).toBe(before);
      expect(await consumed()).toBe(WHOLE);
    } finally {
      client.release();
    }
  });
});
