import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLivePostmaster, processExists } from '@nascente/postgres-host/postmaster-file';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { copyMigratedData } from './testing/migrated-data.ts';
import { SUPERVISED, serverPid } from './testing/processes/real-server.ts';
import { type RunningProgram, runProgram, serverEnvironment } from './testing/processes/running-program.ts';
import { createTestDatabase } from './testing/test-database.ts';

/** Each test has its own directory, because the PostgreSQL of a killed server may still write during the next test. */
let directory: string;
let dataDir: string;
const started: RunningProgram[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'nascente-supervision-'));
  dataDir = join(directory, 'data');
  copyMigratedData(dataDir);
});

afterEach(async () => {
  for (const { process: child, ends } of started.splice(0)) {
    child.kill('SIGTERM');
    await ends();
  }
  // The PostgreSQL of a killed server ends by itself.
  await expect.poll(() => findLivePostmaster(join(dataDir, 'postgres')), { timeout: 20_000 }).toBeNull();
  rmSync(directory, { recursive: true, force: true });
});

/** Longer than the time after which `scripts/steps/supervised-server.mjs` counts a server as stable. */
const STEADY_MS = 3_500;

const supervise = (env: Record<string, string> = {}): RunningProgram => {
  const args = ['--input-type=module', '-e', SUPERVISED];
  const running = runProgram(args, { ...serverEnvironment(dataDir), ...env });
  started.push(running);
  onTestFailed(() => void process.stderr.write(running.output()));
  return running;
};

test('the supervisor restarts a killed server, and a requested end stops both', async () => {
  const running = supervise();
  const first = serverPid(await running.shows('Nascente is ready'));
  process.kill(first, 'SIGKILL');
  const second = serverPid(await running.shows('Nascente is ready', 2));
  expect(second).not.toBe(first);
  expect(running.output()).toContain('The server has ended unexpectedly (137). Starting it again in 0.5 s.');
  running.process.kill('SIGTERM');
  expect(await running.ends()).toBe(0);
  expect(running.output()).toMatch(/"Stopped"\}\nThe supervisor ends\n$/);
  expect(processExists(second)).toBe(false);
  expect(findLivePostmaster(join(dataDir, 'postgres'))).toBeNull();
});

test('the supervisor restarts a server with growing delays, and at once after a longer run', async () => {
  const running = supervise();
  const kill = async (times: number): Promise<void> => {
    process.kill(serverPid(await running.shows('Nascente is ready', times)), 'SIGKILL');
  };
  await kill(1);
  await kill(2);
  await running.shows('Starting it again in 1 s.');
  const output = await running.shows('Nascente is ready', 3);
  const address = [...output.matchAll(/http:\/\/localhost:\d+/g)].at(-1)?.[0] ?? '';
  const readyAt = performance.now();
  // Answers during all of this time show that the server did not stop.
  while (performance.now() - readyAt < STEADY_MS) expect((await fetch(`${address}/health`)).status).toBe(200);
  await kill(3);
  await running.shows('Starting it again in 0.5 s.', 2);
}, 120_000);

test('the server and PostgreSQL end when their supervisor is killed', async () => {
  const running = supervise();
  const server = serverPid(await running.shows('Nascente is ready'));
  running.process.kill('SIGKILL');
  await expect.poll(() => processExists(server), { timeout: 20_000 }).toBe(false);
  expect(findLivePostmaster(join(dataDir, 'postgres'))).toBeNull();
});

/** A database that ends every connection except the first, which queries its version, until it is repaired. */
const createAilingDatabase = async () => {
  const { connectionString } = await createTestDatabase();
  const { user, password, host, port, database: name } = new pg.Client({ connectionString });
  let [requested, isComplete] = [0, false];
  const proxy = createServer((socket) => {
    requested++;
    if (requested > 1 && !isComplete) return void socket.destroy();
    const database = connect(`${host}/.s.PGSQL.${port}`);
    for (const [one, other] of [
      [socket, database],
      [database, socket],
    ] as const)
      one.pipe(other).on('error', () => one.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const { port: proxied } = proxy.address() as AddressInfo;
  return {
    address: `postgresql://${user}:${password}@127.0.0.1:${proxied}/${name}`,
    heal: (): void => {
      isComplete = true;
    },
  };
};

test('the supervisor restarts a server that lost its database during startup until it is ready', async () => {
  const { address: DATABASE_URL, heal } = await createAilingDatabase();
  const running = supervise({ DATABASE_URL });
  await running.shows('The server has ended unexpectedly (75). Starting it again in 0.5 s.');
  expect(running.output()).toContain('The server could not start');
  expect(running.output()).not.toContain('Nascente is ready');
  heal();
  await running.shows('Nascente is ready');
}, 120_000);

test('the supervisor does not retry after a wrong configuration', async () => {
  const running = supervise({ RETENTION_DAYS: '-1' });
  expect(await running.ends()).toBe(1);
  expect(running.output()).toMatch(/^Wrong configuration: RETENTION_DAYS must .*\.\nThe supervisor ends\n$/);
});
