import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { callsFromOutside } from '../apps/server/src/testing/calls-from-outside.ts';
import { createClient, type Requested, setting } from './api/measure.ts';
import { startChild } from './ingest/child.ts';
import type { LoadResult } from './ingest/generator.ts';
import { bytesBelow } from './whole/bytes-below.ts';
import { installBoards, signIn } from './whole/install-boards.ts';
import { startMain } from './whole/main-server.ts';
import { memoryOfTree } from './whole/resident-memory.ts';

/** An hour of an installation in use: boards send, people read screens, and nothing may grow but the disk. */
const MINUTES = setting('MINUTES', 60);
const BOARDS = setting('BOARDS', 1_000);
const PER_SECOND = setting('PER_SECOND', 5_000);
/** Between two questions of the person who reads. */
const READ_EVERY_MS = setting('READ_EVERY_MS', 200);
/** How much the last quarter may differ from the second one, in which all that is kept in memory has been filled. */
const MAX_GROWTH = 1.15;
const MB = 1024 * 1024;

interface Minute {
  readonly acknowledged: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly calls: number;
  readonly callMedian: number;
  readonly callP95: number;
  readonly memory: number;
  readonly disk: number;
}

const atShare = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const dataDir = await mkdtemp(join(tmpdir(), 'nascente-soak-'));
const server = await startMain(dataDir);
const { http, mqtt } = server.ports;
const token = await signIn(http);
const boards = await installBoards(http, token, BOARDS);
const generator = startChild('generator.ts', []);
const stepMs = (BOARDS / PER_SECOND) * 1_000;
generator.send({ order: 'connect', port: mqtt, boards, from: Date.now(), stepMs });
await generator.hear('done');

const { read } = callsFromOutside(http);
const { establishments } = await read<{ establishments: { _id: string }[] }>(
  'GET',
  '/establishment',
  undefined,
  token,
);
const establishment = establishments[0]?._id ?? '';
const today = new Date().toISOString().slice(0, 10);

/** Calls of a user in turn, each of another meter. */
const questions = (turn: number): readonly Requested[] => {
  const mac = boards[turn % boards.length]?.mac ?? '';
  const get = (path: string): Requested => ({ method: 'GET', path });
  return [
    get('/installation-meter'),
    get(`/board/${mac}`),
    get(`/consolidated/daily/${mac}?date=${today}`),
    get(`/consolidated/monthly/${mac}`),
    get(`/establishment/${establishment}/consumption`),
    get('/alerts?state=open'),
  ];
};

const client = createClient(http, token);
let isOver = false;
let callTimes: number[] = [];
const reading = async (): Promise<void> => {
  for (let turn = 0; !isOver; turn++) {
    for (const requested of questions(turn)) {
      if (isOver) return;
      callTimes.push((await client.ask(requested)).ms);
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
  }
};
const whoReads = reading();

console.log(`${BOARDS} boards, ${PER_SECOND} messages/s, ${MINUTES} minutes\n`);
console.log('| minute | messages/s | p50 / p95 / p99 | calls | median / p95 of a call | memory | disk |');
console.log('|---|---|---|---|---|---|---|');
const minutes: Minute[] = [];
for (let minute = 1; minute <= MINUTES; minute++) {
  callTimes = [];
  generator.send({ order: 'pace', seconds: 60, perSecond: PER_SECOND });
  const { result } = await generator.hear<{ result: LoadResult }>('result');
  const calls = callTimes;
  const measured: Minute = {
    acknowledged: result.acknowledged,
    ...result.latencies,
    calls: calls.length,
    callMedian: atShare(calls, 0.5),
    callP95: atShare(calls, 0.95),
    memory: memoryOfTree(server.process.pid ?? 0) / MB,
    disk: (await bytesBelow(dataDir)) / MB,
  };
  minutes.push(measured);
  const { acknowledged, p50, p95, p99, callMedian, callP95, memory, disk } = measured;
  console.log(
    `| ${minute} | ${Math.round(acknowledged / result.seconds)} | ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms ` +
      `| ${measured.calls} | ${callMedian.toFixed(1)} / ${callP95.toFixed(1)} ms | ${memory.toFixed(0)} MB | ${disk.toFixed(0)} MB |`,
  );
}
isOver = true;
await whoReads;
await client.close();

const quarter = (n: number): readonly Minute[] =>
  minutes.slice(Math.floor((MINUTES * (n - 1)) / 4), Math.floor((MINUTES * n) / 4));
const growth = (of: (minute: Minute) => number): number =>
  mean(quarter(4).map(of)) / mean(quarter(2).map(of));
const grown = {
  memory: growth((minute) => minute.memory),
  p95: growth((minute) => minute.p95),
  'median of a call': growth((minute) => minute.callMedian),
};

const database = new pg.Client({
  user: 'nascente',
  database: 'nascente',
  host: join(dataDir, 'postgres.socket'),
  password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
});
await database.connect();
const { rows } = await database.query<{ stored: string }>('select count(*) as stored from reading');
await database.end();
const stored = Number(rows[0]?.stored);
generator.process.disconnect();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

const ratios = Object.entries(grown).map(([what, ratio]) => `${what} × ${ratio.toFixed(2)}`);
console.log(
  `\nLast quarter of the time against the second: ${ratios.join(', ')}; ${stored} readings are stored.`,
);
const acknowledged = minutes.reduce((sum, minute) => sum + minute.acknowledged, 0);
if (stored < acknowledged) throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`);
if (grown.memory > MAX_GROWTH) throw new Error('memory grows');
