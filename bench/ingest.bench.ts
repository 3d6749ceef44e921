import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Child, startChild } from './ingest/child.ts';
import { installFleet } from './ingest/fleet.ts';
import type { LoadResult, Order } from './ingest/generator.ts';
import { postgresCpuSeconds } from './ingest/postgres-cpu.ts';

const CONNECTIONS = 200;
const WINDOW = 100;
const RUNS = 3;
const RUN_SECONDS = Number(process.argv[2] ?? 10);
const PACE = { perSecond: 2_000, seconds: RUN_SECONDS };
const HOUR_MS = 3_600_000;
const STALL_SECONDS = 5;
/** The window of each connection: together 120 MB of lines. */
const STALL_WINDOW = 2_500;

const order = async (generator: Child, order: Order): Promise<LoadResult> => {
  generator.send(order);
  const { result } = await generator.hear<{ result: LoadResult }>('done');
  return result;
};

const usage = async (server: Child): Promise<{ rss: number; cpu: NodeJS.CpuUsage }> => {
  server.send('usage');
  return server.hear('cpu');
};

const secondsOf = (cpu: NodeJS.CpuUsage): number => (cpu.user + cpu.system) / 1e6;
const per100k = (seconds: number, messages: number): string => ((seconds / messages) * 100_000).toFixed(2);
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The same rows by COPY, in the order in which they arrived, into a table with the same key: rows a second. */
const bareCopy = async (client: pg.Client): Promise<number> => {
  await client.query('drop table if exists copied');
  await client.query('create table copied (like reading including all)');
  await client.query(`copy (select * from reading) to '${await serverFile(client)}'`);
  const began = performance.now();
  const { rowCount } = await client.query(`copy copied from '${await serverFile(client)}'`);
  return (rowCount ?? 0) / ((performance.now() - began) / 1000);
};

const serverFile = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return `${rows[0]?.data_directory}/bench-copy`;
};

const checkTotals = async (client: pg.Client, acknowledged: number): Promise<void> => {
  const { rows } = await client.query<{ readings: string; frames: string; energy: string; consumed: string }>(
    `select (select count(*) from reading) as readings, (select sum(frames) from quarter) as frames,
       (select sum(energy_a_mwh) from reading) as energy, (select sum(consumed_a_mwh) from quarter) as consumed`,
  );
  const { readings, frames, energy, consumed } = rows[0] ?? {};
  if (Number(readings) < acknowledged || readings !== frames || energy !== consumed) {
    throw new Error(`acknowledged ${acknowledged}, but stored ${JSON.stringify(rows[0])}`);
  }
};

/** Boards push all they can while the database takes nothing: the server's memory then, MB. */
const memoryWhileStalled = async (server: Child, generator: Child, client: pg.Client): Promise<number> => {
  server.send('reset');
  await client.query('begin');
  await client.query('lock table reading in access exclusive mode');
  const flooding = order(generator, { order: 'flood', seconds: STALL_SECONDS, window: STALL_WINDOW });
  await pause(STALL_SECONDS * 1000);
  const { rss } = await usage(server);
  await client.query('commit');
  await flooding;
  return rss / 1e6;
};

const floods = async (server: Child, generator: Child, dataDir: string): Promise<LoadResult[]> => {
  const results: LoadResult[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const [serverBefore, databaseBefore] = [await usage(server), postgresCpuSeconds(dataDir)];
    const result = await order(generator, { order: 'flood', seconds: RUN_SECONDS, window: WINDOW });
    const serverAfter = await usage(server);
    results.push(result);
    const { acknowledged } = result;
    const spent = secondsOf(serverAfter.cpu) - secondsOf(serverBefore.cpu);
    const databaseSpent = postgresCpuSeconds(dataDir) - databaseBefore;
    console.log(
      `run ${run}: ${Math.round(acknowledged / result.seconds)} acknowledged messages/s; CPU s per 100k: ` +
        `server ${per100k(spent, acknowledged)}, PostgreSQL ${per100k(databaseSpent, acknowledged)}, ` +
        `generator ${per100k(secondsOf(result.cpu), acknowledged)}`,
    );
  }
  return results;
};

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
/** As `npm start` runs it: scripts/steps/server-program.mjs. */
const SERVER_FLAGS = ['--max-semi-space-size=32', '--heap-growing-percent=100'];
const PROFILE = ['--cpu-prof', `--cpu-prof-dir=${join(tmpdir(), 'nascente-profile')}`];
const isProfiled = process.argv.includes('--profile');
const server = startChild('server.ts', [dataDir], [...SERVER_FLAGS, ...(isProfiled ? PROFILE : [])]);
const { connectionString } = await server.hear<{ connectionString: string }>('connectionString');
const boards = await installFleet(connectionString, CONNECTIONS);
server.send('start');
const { port } = await server.hear<{ port: number }>('port');
const generator = startChild('generator.ts', []);
await order(generator, { order: 'connect', port, boards, from: Date.now() - HOUR_MS });

await order(generator, { order: 'flood', seconds: 2, window: WINDOW });
server.send('reset');
const results = await floods(server, generator, dataDir);
const rate = median(results.map(({ acknowledged, seconds }) => acknowledged / seconds));
const { rss } = await usage(server);
const steady = await order(generator, { order: 'pace', ...PACE });

const client = new pg.Client({ connectionString });
await client.connect();
const stalled = await memoryWhileStalled(server, generator, client);
await checkTotals(
  client,
  results.reduce((sum, { acknowledged }) => sum + acknowledged, steady.acknowledged),
);
const copied = await bareCopy(client);
await client.end();
const { p50, p95, p99 } = steady.latencies;
console.log(
  `ingest: ${Math.round(rate)} acknowledged QoS 1 tri messages/s (median of ${RUNS}, ${CONNECTIONS} connections)`,
);
console.log(
  `server memory: ${Math.round(rss / 1e6)} MB at most; ${Math.round(stalled)} MB while the database takes nothing`,
);
console.log(
  `publish to acknowledgement at ${PACE.perSecond}/s: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
);
console.log(
  `bare COPY of the same rows: ${Math.round(copied)} rows/s; ingest is ${(rate / copied).toFixed(2)} of it`,
);

generator.process.disconnect();
const gone = new Promise((resolve) => server.process.once('exit', resolve));
server.process.kill('SIGTERM');
await gone;
rmSync(dataDir, { recursive: true, force: true });
