import type { Worker } from 'node:worker_threads';
import { uploadPast } from '@nascente/contract/energy/past-imports';
import { instant } from '@nascente/domain/base/time/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkerThreads } from './platform/workers/worker-threads.ts';
import { createSeriesFeature } from './telemetry/series/index.ts';
import { steadyReadings } from './testing/boards/steady-readings.ts';
import { formFile } from './testing/form-file.ts';
import type { SeededMeter, SeededPerson } from './testing/seeds/seed.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

/** How long boards wait beside it is measured by `heavy-work.faults.test.ts`. */
const NOW = '2026-10-12T15:07:00Z';
const MEMORY_MB = 512;

/** Megabytes that each thread may keep, as it begins: one that has ended tells no limits. */
const started: (number | undefined)[] = [];
const note = ({ resourceLimits }: Worker): void => void started.push(resourceLimits?.maxOldGenerationSizeMb);
let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeAll(async () => {
  process.on('worker', note);
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment, {}, { type: 'eletric', model: 'tri' });
  await api.seed.readings(meter, steadyReadings('2026-10-01', '2026-10-03', { kwh: 30 }));
});
afterAll(() => void process.off('worker', note));

const inThread = async (work: () => Promise<unknown>, memoryMb = MEMORY_MB): Promise<void> => {
  const before = started.length;
  await work();
  expect(started.slice(before)).toEqual([memoryMb]);
};
const download = async (path: string): Promise<void> => {
  expect((await api.raw('GET', path, { token: owner.token })).statusCode).toBe(200);
};

test.each(['csv', 'xlsx'])('writes an export as %s in a separate thread', (format) =>
  inThread(() => download(`/board/${meter.mac}/export?start=2026-10-01&end=2026-10-03&format=${format}`)),
);

test('writes a report in a separate thread', () =>
  inThread(() => download(`/establishment/${establishment}/report?type=eletric&start=2026-10-02`)));

test('reads a file of past readings in a separate thread', () =>
  inThread(async () => {
    const file = await formFile('file', 'date,kWh\n2024-01-01T00:00:00Z,0.1\n2024-01-01T00:15:00Z,0.1\n');
    await api.succeed(uploadPast, `/board/${meter.mac}/imports`, { token: owner.token, ...file });
  }, 176));

test('packs days in a separate thread', async () => {
  const threads = createWorkerThreads();
  const scheduled: (() => Promise<unknown>)[] = [];
  createSeriesFeature({
    database: api.database,
    threads,
    clock: () => instant(Date.parse(NOW)),
    jobs: { schedule: (_name, _when, work) => void scheduled.push(async () => work()) },
    retentionDays: 400,
  });
  await inThread(() => Promise.all(scheduled.map((work) => work())));
  const { rows } = await api.database.pool.query('select 1 from meter_day where installation_id = $1', [
    meter.installationId,
  ]);
  expect(rows.length).toBeGreaterThan(0);
  await threads.stop();
});
