import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import {
  addFrame,
  emptyLedger,
  type QuarterLedger,
  quartersOf,
} from '@nascente/domain/telemetry/intervals/quarters';
import { createLog } from '@nascente/runtime/log';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createPartitionsRepository, createReadingPartitions } from '../../series/index.ts';
import { type Freshness, frameBatchOf, type RoutedFrame } from './frame-batch.ts';
import { QUARTER_COLUMNS } from './frames.repository.ts';
import { createPostgresFrameSink } from './postgres-frame-sink.ts';

const { pool } = await createTestDatabase();
const log = createLog('silent');
let now = instant(Date.UTC(2026, 10, 20, 15, 30));
const repository = createPartitionsRepository(pool);
const partitions = createReadingPartitions({
  partitions: repository,
  clock: () => now,
  retentionDays: 400,
  log,
});
const sink = createPostgresFrameSink({ pool, partitions, clock: () => now, log, writers: 3 });
afterAll(() => sink.close());

let installations = 0;
const newInstallation = (): number => ++installations;

const frameAt = (at: Instant, energy: number): Frame => ({
  ...blankFrame('tri', at),
  ...({
    energyA: energy,
    energyB: -energy,
    reactiveC: energy - 500,
    volume: Math.abs(energy),
  } as Partial<Frame>),
  wa: energy,
  wc: energy % 3 === 0 ? null : -energy / 2,
});

interface QuarterRow {
  readonly start: Date;
  readonly [column: string]: unknown;
}

const storedQuarters = async (installationId: number): Promise<readonly QuarterRow[]> => {
  const { rows } = await pool.query<QuarterRow>(
    `select ${QUARTER_COLUMNS.join(', ')} from quarter where installation_id = $1 and frames > 0 order by start`,
    [installationId],
  );
  return rows;
};

const expectedQuarters = (ledger: QuarterLedger, installationId: number) =>
  quartersOf(ledger, installationId).map((quarter) => ({
    installation_id: installationId,
    start: new Date(quarter.start),
    consumed_a_mwh: quarter.consumedA,
    consumed_b_mwh: quarter.consumedB,
    consumed_c_mwh: quarter.consumedC,
    injected_a_mwh: quarter.injectedA,
    injected_b_mwh: quarter.injectedB,
    injected_c_mwh: quarter.injectedC,
    inductive_a_mvarh: quarter.inductiveA,
    inductive_b_mvarh: quarter.inductiveB,
    inductive_c_mvarh: quarter.inductiveC,
    capacitive_a_mvarh: quarter.capacitiveA,
    capacitive_b_mvarh: quarter.capacitiveB,
    capacitive_c_mvarh: quarter.capacitiveC,
    volume_ml: quarter.volume,
    frames: quarter.frames,
  }));

const append = (freshness: Freshness, frames: readonly RoutedFrame[]) =>
  sink.append(frameBatchOf(freshness, frames));

const aHistory = fc.array(
  fc.record({ minute: fc.integer({ min: 0, max: 90 }), energy: fc.integer({ min: -2_000, max: 2_000 }) }),
  { minLength: 1, maxLength: 40 },
);

test.for(['live', 'late'] as const)(
  '%s batches store the totals of the definition in any order of frames',
  async (freshness) => {
    await fc.assert(
      fc.asyncProperty(aHistory, fc.integer({ min: 1, max: 7 }), async (history, batchSize) => {
        const ids = [newInstallation(), newInstallation()];
        const ledger = emptyLedger();
        const first = Math.floor(now / DAY_MS) * DAY_MS - 45 * 60_000;
        const frames = history.map(({ minute, energy }, n) => {
          const at = instant(first + minute * 60_000);
          return { installationId: ids[n % 2] ?? 0, frame: frameAt(at, energy) };
        });
        for (const { installationId, frame } of frames) addFrame(ledger, installationId, frame);
        for (let from = 0; from < frames.length; from += batchSize)
          await append(freshness, frames.slice(from, from + batchSize));
        for (const id of ids) expect(await storedQuarters(id)).toEqual(expectedQuarters(ledger, id));
      }),
      { numRuns: 25 },
    );
  },
);

test('identifies a repeated frame by its position, also within one batch', async () => {
  const installationId = newInstallation();
  const [one, two] = [frameAt(now, 100), frameAt(instant(now + 1000), 200)];
  const routed = (frame: Frame): RoutedFrame => ({ installationId, frame });
  expect((await append('live', [routed(one)])).repeated.size).toBe(0);
  const { repeated } = await append('live', [routed(one), routed(two), routed(two)]);
  expect([...repeated]).toEqual([0, 2]);
});

test('counts only the first of many frames with the same instant in one batch', async () => {
  const installationId = newInstallation();
  const claims = Array.from({ length: 12 }, (_, n) => ({
    installationId,
    frame: frameAt(now, n === 0 ? 7 : 900),
  }));
  const { repeated } = await append('live', claims);
  expect(repeated.size).toBe(11);
  expect(await storedQuarters(installationId)).toMatchObject([{ consumed_a_mwh: 7, frames: 1 }]);
});

test('live frames after a long outage reopen the closed day to which they belong', async () => {
  const installationId = newInstallation();
  const at = instant(now - 26 * HOUR_MS);
  await pool.query(`insert into meter_day (installation_id, day) values ($1, $2)`, [
    installationId,
    new Date(at),
  ]);
  await append('live', [{ installationId, frame: frameAt(at, 5) }]);
  const { rows } = await pool.query('select 1 from meter_day where installation_id = $1', [installationId]);
  expect(rows).toEqual([]);
});

test('simultaneous batches for the same meters in any order succeed and add up', async () => {
  const ids = Array.from({ length: 30 }, newInstallation);
  const batchOf = (n: number): RoutedFrame[] => {
    const ordered = n % 2 === 0 ? ids : [...ids].reverse();
    return ordered.map((installationId) => ({ installationId, frame: frameAt(instant(now + n * 1000), 10) }));
  };
  await Promise.all(Array.from({ length: 40 }, (_, n) => append(n % 3 === 0 ? 'late' : 'live', batchOf(n))));
  for (const id of ids) expect((await storedQuarters(id)).map(({ frames }) => frames)).toEqual([40]);
});

test('the newest instant of an installation never goes back', async () => {
  const installationId = newInstallation();
  for (const minute of [5, 9, 2])
    await append('late', [{ installationId, frame: frameAt(instant(now + minute * 60_000), 1) }]);
  const { rows } = await pool.query<{ at: Date }>('select at from last_state where installation_id = $1', [
    installationId,
  ]);
  expect(rows).toEqual([{ at: new Date(now + 9 * 60_000) }]);
});

test('opens the rows of a meter six hours at a time', async () => {
  const installationId = newInstallation();
  await append('live', [{ installationId, frame: frameAt(now, 1) }]);
  const { rows } = await pool.query(
    `select count(*)::int as rows, count(*) filter (where frames > 0)::int as filled, min(start) as first from quarter where installation_id = $1`,
    [installationId],
  );
  expect(rows).toEqual([{ rows: 24, filled: 1, first: new Date(Date.UTC(2026, 10, 20, 12)) }]);
});

test('late frames wait while days begin to close, and live frames do not', async () => {
  const installationId = newInstallation();
  const closing = await pool.connect();
  await closing.query('begin');
  await closing.query('select pg_advisory_xact_lock(7305001)');
  let isLateStored = false;
  const late = append('late', [{ installationId, frame: frameAt(instant(now - DAY_MS), 1) }]).then(() => {
    isLateStored = true;
  });
  await vi.waitFor(async () => {
    const { rows } = await pool.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
    expect(rows.length).toBe(1);
  });
  await append('live', [{ installationId, frame: frameAt(now, 1) }]);
  expect(isLateStored).toBe(false);
  await closing.query('commit');
  closing.release();
  await late;
});

test('drops days past retention, and creates days ahead before they begin', async () => {
  const installationId = newInstallation();
  await append('late', [{ installationId, frame: frameAt(instant(now - 399 * DAY_MS), 1) }]);
  const oldest = (await repository.list())[0];
  now = instant(now + 5 * DAY_MS);
  await partitions.maintain();
  const days = await repository.list();
  expect(days).not.toContain(oldest);
  const ahead = ['2026-11-25', '2026-11-26', '2026-11-27'].map((day) => Date.parse(day) / DAY_MS);
  expect(days).toEqual(expect.arrayContaining(ahead));
});

test('replaces a cut connection, and stores the batch once', async () => {
  const installationId = newInstallation();
  const cut = () =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and query like 'with %'`,
    );
  for (let n = 0; n < 60; n++) {
    const stored = append('live', [{ installationId, frame: frameAt(instant(now + n), 1) }]);
    // The connection that asks may be one that wrote before, and was cut itself.
    await cut().catch(() => undefined);
    await stored;
  }
  const rows = await storedQuarters(installationId);
  expect(rows.map(({ frames }) => frames)).toEqual([60]);
});
