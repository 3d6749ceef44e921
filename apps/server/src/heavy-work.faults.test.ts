import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { createLog } from '@nascente/runtime/log';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from './platform/database/connections/connection-pool.ts';
import { createWorkerThreads } from './platform/workers/worker-threads.ts';
import { createSeriesFeature } from './telemetry/series/index.ts';
import { triLine } from './testing/boards/test-telemetry.ts';
import { startRealServer } from './testing/processes/real-server.ts';

const DAYS = 20;
const EVERY_MS = 30 * SECOND_MS;
const LINES_AT_ONCE = 500;
const WORK_MS = 30_000;
const REST_MS = 5_000;
const PUBLISHED_EVERY_MS = 20;
const MAX_P95_MS = 200;
const RETENTION_DAYS = 400;
const ENERGY = { energyA: 1_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as const;
const IMPORTED_ROWS = 300_000;
const MINUTE_MS = 60_000;
const FIRST_IMPORTED = Date.UTC(2012, 0, 1);

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Made once, so that nothing else runs during a measurement. */
const PAST = new Blob([
  'date,kWh\n',
  ...Array.from(
    { length: IMPORTED_ROWS },
    (_, n) => `${new Date(FIRST_IMPORTED + n * MINUTE_MS).toISOString()},0.01\n`,
  ),
]);
const pastFile = (): FormData => {
  const form = new FormData();
  form.append('file', PAST, 'passado.csv');
  return form;
};

test('acknowledges boards in time during reports, exports, imports and day packing', async ({ annotate }) => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const client = server.connect(board);
  onTestFinished(() => void client.end(true));
  const first = Math.floor(Date.now() / DAY_MS - DAYS) * DAY_MS;
  const database = new pg.Client({ connectionString: server.connectionString() });
  await database.connect();
  onTestFinished(() => database.end());
  await database.query('update installation set installed_at = $1', [new Date(first - DAY_MS)]);
  const lines = Array.from({ length: ((DAYS - 1) * DAY_MS) / EVERY_MS }, (_, n) =>
    triLine(board.mac, first + n * EVERY_MS, ENERGY as never),
  );
  const publish = (payload: string) => client.publishAsync(`message/${board.mac}`, payload, { qos: 1 });
  for (let n = 0; n < lines.length; n += LINES_AT_ONCE)
    await publish(lines.slice(n, n + LINES_AT_ONCE).join('\n'));

  const publishing = async (forMs: number): Promise<number[]> => {
    const times: number[] = [];
    for (
      const until = performance.now() + forMs;
      performance.now() < until;
      await pause(PUBLISHED_EVERY_MS)
    ) {
      const sentAt = performance.now();
      await publish(triLine(board.mac, Date.now(), ENERGY as never));
      times.push(performance.now() - sentAt);
    }
    return times;
  };
  const atRest = await publishing(REST_MS);

  const until = performance.now() + WORK_MS;
  const counted = { reports: 0, exports: 0, files: 0, packings: 0 };
  const overAndOver = async (kind: keyof typeof counted, work: () => Promise<number>): Promise<void> => {
    while (performance.now() < until) counted[kind] += await work();
  };
  const taken = async (answer: Response): Promise<number> => {
    await answer.arrayBuffer();
    expect([200, 201, 409, 429, 503]).toContain(answer.status);
    if (answer.status > 300) await pause(100);
    return answer.status < 300 ? 1 : 0;
  };
  const { establishments } = await server.read<{ establishments: { _id: string }[] }>(
    'GET',
    '/establishment',
    undefined,
    token,
  );
  const report = `/establishment/${establishments[0]?._id}/report?type=eletric&start=${dayOf(first + 2 * DAY_MS)}`;
  const readings = `/board/${board.mac}/export?start=${dayOf(first)}&end=${dayOf(first + (DAYS - 2) * DAY_MS)}`;
  const pool = createPool(
    server.connectionString(),
    { name: 'closing', connections: 2, statementTimeoutMs: WORK_MS },
    createLog('silent'),
  );
  onTestFinished(() => pool.end());
  const threads = createWorkerThreads();
  onTestFinished(() => threads.stop());
  const scheduled: (() => Promise<unknown>)[] = [];
  createSeriesFeature({
    database: { pool, connectionString: server.connectionString() },
    threads,
    clock: () => instant(Date.now()),
    jobs: { schedule: (_name, _when, work) => void scheduled.push(async () => work()) },
    retentionDays: RETENTION_DAYS,
  });
  const late = Array.from({ length: DAYS - 1 }, (_, day) =>
    triLine(board.mac, first + day * DAY_MS + SECOND_MS, ENERGY as never),
  );
  const [times] = await Promise.all([
    publishing(WORK_MS),
    overAndOver('reports', async () =>
      taken(await server.ask('GET', `${report}&format=pdf`, undefined, token)),
    ),
    overAndOver('exports', async () =>
      taken(await server.ask('GET', `${readings}&format=xlsx`, undefined, token)),
    ),
    overAndOver('exports', async () => taken(await server.ask('GET', readings, undefined, token))),
    overAndOver('files', async () =>
      taken(await server.ask('POST', `/board/${board.mac}/imports`, pastFile(), token)),
    ),
    // Late lines reopen every day, and the job that runs twice an hour packs the days again.
    overAndOver('packings', async () => {
      await publish(late.join('\n'));
      await Promise.all(scheduled.map((work) => work()));
      return 1;
    }),
  ]);
  await annotate(
    `p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(times).toFixed(1)} ms beside it (${times.length} messages), longest ` +
      `${Math.max(...times).toFixed(0)} ms; ${JSON.stringify(counted)}`,
  );
  for (const count of Object.values(counted)) expect(count).toBeGreaterThan(0);
  expect(p95(times)).toBeLessThan(MAX_P95_MS);
});
