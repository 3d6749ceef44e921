import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startNatsCluster } from '../apps/server/src/testing/processes/nats-cluster.ts';
import { startEmbeddedPostgres } from '../packages/postgres-host/src/embedded-postgres.ts';
import { createLog } from '../packages/runtime/src/log.ts';
import { setting } from './api/measure.ts';
import { startChild } from './ingest/child.ts';
import { installFleet } from './ingest/fleet.ts';
import type { LoadResult, Order } from './ingest/generator.ts';
import { postgresCpuSeconds } from './ingest/postgres-cpu.ts';
import { cpuOfTree } from './whole/cpu-of-tree.ts';
import { startMain } from './whole/main-server.ts';

/** The whole on one machine: three replicas of the log, one edge, two workers, a database, and boards that send all they can. */
const CONNECTIONS = setting('CONNECTIONS', 200);
const WINDOW = setting('WINDOW', 100);
const SECONDS = setting('SECONDS', 10);
const RUNS = setting('RUNS', 3);
const STREAM_BYTES = 4_000_000_000;
const HOUR_MS = 3_600_000;
const MAX_DRAIN_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'nascente-log-'));
const nats = await startNatsCluster(3);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: createLog('silent') });
const start = (role: string, name: string) => {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  return startMain(dataDir, {
    ROLE: role,
    DATABASE_URL: postgres.connectionString,
    NATS_URL: nats.url,
    NATS_STREAM_BYTES: String(STREAM_BYTES),
  });
};
const api = await start('api,jobs', 'api');
const boards = await installFleet(postgres.connectionString, CONNECTIONS);
const [edge, ...workers] = await Promise.all([
  start('edge', 'edge'),
  start('ingest', 'worker-a'),
  start('ingest', 'worker-b'),
]);

const generator = startChild('generator.ts', []);
const order = async (notified: Order): Promise<LoadResult> => {
  generator.send(notified);
  return (await generator.hear<{ result: LoadResult }>('done')).result;
};
await order({ order: 'connect', port: edge.ports.mqtt, boards, from: Date.now() - HOUR_MS });

const client = new pg.Client({ connectionString: postgres.connectionString });
await client.connect();
const stored = async (): Promise<number> => {
  const { rows } = await client.query<{ stored: string }>('select count(*) as stored from reading');
  return Number(rows[0]?.stored);
};
/** Until the workers have stored as much; how long it took, s. */
const drained = async (acknowledged: number): Promise<number> => {
  const began = performance.now();
  while ((await stored()) < acknowledged) {
    if (performance.now() - began > MAX_DRAIN_MS)
      throw new Error(`${acknowledged} were acknowledged, ${await stored()} are stored`);
    await pause(250);
  }
  return (performance.now() - began) / 1_000;
};

/** CPU seconds until now, by hop. */
const cpuByHop = () => {
  const of = (pids: readonly (number | undefined)[]): number =>
    pids.reduce<number>((sum, pid = 0) => sum + cpuOfTree(pid), 0);
  return {
    edge: of([edge.process.pid]),
    log: of(nats.pids()),
    workers: of(workers.map(({ process }) => process.pid)),
    PostgreSQL: postgresCpuSeconds(join(folder, 'database')),
  };
};

let acknowledged = (await order({ order: 'flood', seconds: 2, window: WINDOW })).acknowledged;
await drained(acknowledged);
const warm = acknowledged;
const before = cpuByHop();
console.log(
  '| run | acknowledged messages/s | stored behind it after | stored messages/s, all of the time |',
);
console.log('|---|---|---|---|');
for (let run = 1; run <= RUNS; run++) {
  const flood = await order({ order: 'flood', seconds: SECONDS, window: WINDOW });
  acknowledged += flood.acknowledged;
  const behind = await drained(acknowledged);
  const perSecond = Math.round(flood.acknowledged / flood.seconds);
  const throughout = Math.round(flood.acknowledged / (flood.seconds + behind));
  console.log(`| ${run} | ${perSecond} | ${behind.toFixed(1)} s | ${throughout} |`);
}
const after = cpuByHop();
const spent = Object.entries(before).map(([hop, seconds]) => {
  const share = (after[hop as keyof typeof after] - seconds) / (acknowledged - warm);
  return `${hop} ${(share * 100_000).toFixed(2)}`;
});
console.log(`CPU s per 100,000: ${spent.join(', ')}`);
const steady = await order({ order: 'pace', seconds: SECONDS, perSecond: 2_000 });
const { p50, p95, p99 } = steady.latencies;
console.log(
  `publish to acknowledgement at 2000/s: ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`,
);

await client.end();
generator.process.disconnect();
for (const process of [edge, ...workers, api]) await process.stop();
await postgres.stop();
await nats.stop();
rmSync(folder, { recursive: true, force: true });
