import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { setting } from './api/measure.ts';
import type { LoadBoard } from './ingest/board-connection.ts';
import { startChild } from './ingest/child.ts';
import { installFleet, macOf } from './ingest/fleet.ts';
import type { LoadResult, Order } from './ingest/generator.ts';
import { missingPackages, startInfluxStack } from './peers/influx-stack.ts';
import { bytesBelow } from './whole/bytes-below.ts';
import { cpuOfTree } from './whole/cpu-of-tree.ts';
import { startMain } from './whole/main-server.ts';
import { memoryOfTree } from './whole/resident-memory.ts';

/**
 * The same boards, the same messages, one after the other: Nascente, and what many build of Debian's packages: Mosquitto, a
 * consumer that gathers lines, InfluxDB.
 */
const CONNECTIONS = setting('CONNECTIONS', 200);
const WINDOW = setting('WINDOW', 100);
const SECONDS = setting('SECONDS', 10);
const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
const MAX_DRAIN_MS = 300_000;

interface System {
  readonly name: string;
  readonly port: number;
  readonly boards: readonly LoadBoard[];
  readonly pids: readonly number[];
  /** Its folder on disk. */
  readonly folder: string;
  stored(): Promise<number>;
  stop(): Promise<void>;
}

const startNascente = async (folder: string): Promise<System> => {
  const server = await startMain(folder);
  const password = readFileSync(join(folder, 'postgres.password'), 'utf8').trim();
  const host = encodeURIComponent(join(folder, 'postgres.socket'));
  const connectionString = `postgresql://nascente:${password}@/nascente?host=${host}`;
  const boards = await installFleet(connectionString, CONNECTIONS);
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    name: 'Nascente',
    port: server.ports.mqtt,
    boards,
    pids: [server.process.pid ?? 0],
    folder: join(folder, 'postgres', 'base'),
    async stored() {
      const { rows } = await client.query<{ stored: string }>('select count(*) as stored from reading');
      return Number(rows[0]?.stored);
    },
    async stop() {
      await client.end();
      await server.stop();
    },
  };
};

const startPeer = async (folder: string): Promise<System> => {
  const stack = await startInfluxStack(folder);
  const boards = Array.from({ length: CONNECTIONS }, (_, number) => ({ mac: macOf(number + 1), key: '-' }));
  return { name: 'Mosquitto, consumer, InfluxDB', port: stack.mqttPort, boards, ...stack };
};

const sumOver = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

const measure = async (start: (folder: string) => Promise<System>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'nascente-peers-'));
  const system = await start(folder);
  const generator = startChild('generator.ts', []);
  const order = async (notified: Order): Promise<LoadResult> => {
    generator.send(notified);
    return (await generator.hear<{ result: LoadResult }>('done')).result;
  };
  const { port, boards, pids } = system;
  await order({ order: 'connect', port, boards, from: Date.now() - HOUR_MS });
  const bytesBefore = await bytesBelow(system.folder);
  const warm = await order({ order: 'flood', seconds: 2, window: WINDOW });
  const cpuBefore = sumOver(pids, cpuOfTree);
  const began = performance.now();
  const flood = await order({ order: 'flood', seconds: SECONDS, window: WINDOW });
  const acknowledged = warm.acknowledged + flood.acknowledged;
  const storedImmediately = await system.stored();
  let stored = storedImmediately;
  for (let before = -1; stored < acknowledged && stored !== before; ) {
    if (performance.now() - began > MAX_DRAIN_MS) break;
    before = stored;
    await pause(3_000);
    stored = await system.stored();
  }
  const cpu = ((sumOver(pids, cpuOfTree) - cpuBefore) / flood.acknowledged) * 100_000;
  const memory = sumOver(pids, memoryOfTree) / MB;
  const bytes = ((await bytesBelow(system.folder)) - bytesBefore) / stored;
  const steady = await order({ order: 'pace', seconds: SECONDS, perSecond: 2_000 });
  generator.process.disconnect();
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
  const { p50, p95, p99 } = steady.latencies;
  const cells = [
    system.name,
    Math.round(flood.acknowledged / flood.seconds),
    `${Math.max(0, acknowledged - storedImmediately)} of ${acknowledged}`,
    Math.max(0, acknowledged - stored),
    `${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`,
    `${cpu.toFixed(2)} s`,
    `${memory.toFixed(0)} MB`,
    bytes.toFixed(0),
  ];
  console.log(`| ${cells.join(' | ')} |`);
};

const missing = missingPackages();
console.log(
  '| system | acknowledged messages/s | acknowledged, not stored yet | never stored | acknowledged at 2000/s: p50 / p95 / p99 | CPU a 100,000 | memory | bytes a message, open day |',
);
console.log('|---|---|---|---|---|---|---|---|');
await measure(startNascente);
if (missing.length === 0) await measure(startPeer);
else console.log(`\nThe peer was left out: Debian's ${missing.join(' and ')} are not installed.`);
