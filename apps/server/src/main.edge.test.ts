import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLivePostmaster, readPostmaster } from '@nascente/postgres-host/postmaster-file';
import { afterEach, expect, test } from 'vitest';
import { copyMigratedData } from './testing/migrated-data.ts';
import { freePorts } from './testing/processes/free-ports.ts';
import { type RunningProgram, runProgram, serverEnvironment } from './testing/processes/running-program.ts';
import { createTestDatabase } from './testing/test-database.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Each test starts complete programs, which is slow on a busy machine. */
const MAX_MS = 180_000;
const PASSWORD = 'trigo-integral-42';
const cleanUp: (() => void)[] = [];

afterEach(() => {
  for (const clean of cleanUp.splice(0).toReversed()) clean();
});

const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-main-'));
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** A directory in which a server has migrated its database, for tests of later starts. */
const migratedData = (): string => {
  const dataDir = join(temporaryDirectory(), 'data');
  copyMigratedData(dataDir);
  return dataDir;
};

const run = (
  dataDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): RunningProgram => {
  const running = runProgram([MAIN, ...args], { ...serverEnvironment(dataDir), ...env });
  cleanUp.push(() => running.process.kill('SIGKILL'));
  return running;
};

const stop = async (running: RunningProgram): Promise<void> => {
  running.process.kill('SIGTERM');
  expect(await running.ends()).toBe(0);
};

const addressIn = (output: string): string => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';

test(
  'starts on an empty directory, answers, refuses a second start, and stops gracefully',
  async () => {
    const dataDir = join(temporaryDirectory(), 'data');
    const first = run(dataDir);
    const address = addressIn(await first.shows('Nascente is ready'));
    expect((await fetch(`${address}/health`)).status).toBe(200);
    const second = run(dataDir);
    expect(await second.ends()).toBe(1);
    expect(second.output()).toBe('Another Nascente is running on this DATA_DIR or DATABASE_URL.\n');
    expect((await fetch(`${address}/ready`)).status).toBe(200);
    await stop(first);
  },
  MAX_MS,
);

test(
  'a server that waits for the log reports it, and stops on SIGTERM',
  async () => {
    const [nobodyThere = 0] = await freePorts(1);
    const { connectionString: DATABASE_URL } = await createTestDatabase();
    const waiting = run(join(temporaryDirectory(), 'data'), {
      DATABASE_URL,
      NATS_URL: `nats://edge:${PASSWORD}@127.0.0.1:${nobodyThere}`,
    });
    await waiting.shows('No server of NATS_URL can be used yet', 2);
    waiting.process.kill('SIGTERM');
    expect(await waiting.ends()).toBe(0);
    expect(waiting.output()).toContain('Stopped');
    expect(waiting.output()).not.toContain(PASSWORD);
  },
  MAX_MS,
);

test(
  'its PostgreSQL does not outlive a SIGKILL, and the next start reuses its data',
  async () => {
    const dataDir = migratedData();
    const killed = run(dataDir);
    await killed.shows('Nascente is ready');
    killed.process.kill('SIGKILL');
    await killed.ends();
    await expect.poll(() => findLivePostmaster(join(dataDir, 'postgres')), { timeout: 20_000 }).toBeNull();
    const next = run(dataDir);
    const output = await next.shows('Nascente is ready');
    expect(output).not.toContain('First Admin created');
    expect((await fetch(`${addressIn(output)}/ready`)).status).toBe(200);
    await stop(next);
  },
  MAX_MS,
);

test(
  'starts after a kill although another program has the process id of its lock files',
  async () => {
    const dataDir = migratedData();
    const killed = run(dataDir);
    await killed.shows('Nascente is ready');
    const locks = ['postgres/postmaster.pid', 'postgres.socket/.s.PGSQL.5432.lock'].map((name) => {
      const path = join(dataDir, name);
      return { path, words: readFileSync(path, 'utf8') };
    });
    killed.process.kill('SIGTERM');
    await killed.ends();
    // PostgreSQL treats a process id as its own server when it may signal the process, so the other program has the same user.
    const { uid } = statSync(join(dataDir, 'postgres'));
    const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid } : {});
    cleanUp.push(() => other.kill('SIGKILL'));
    for (const { path, words } of locks) writeFileSync(path, words.replace(/^\d+/, String(other.pid)));
    const next = run(dataDir);
    await next.shows('Nascente is ready');
    expect(other.exitCode).toBeNull();
    await stop(next);
  },
  MAX_MS,
);

test(
  'restarts its PostgreSQL after a kill, and recovers by itself',
  async () => {
    const dataDir = migratedData();
    const server = run(dataDir);
    const address = addressIn(await server.shows('Nascente is ready'));
    process.kill(readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
    await server.shows('PostgreSQL has ended; starting it again');
    await expect.poll(async () => (await fetch(`${address}/ready`)).status, { timeout: 20_000 }).toBe(200);
    await stop(server);
  },
  MAX_MS,
);

test(
  'starts on a path too long for a socket, below closed directories',
  async () => {
    const dataDir = join(temporaryDirectory(), 'a-very-long-name-of-a-directory'.repeat(5), 'data');
    const server = run(dataDir);
    await server.shows('Nascente is ready');
    await stop(server);
  },
  MAX_MS,
);

test.each(['PORT', 'MQTT_PORT', 'MQTT_WS_PORT'])(
  'names a port in use with its variable: %s',
  async (variable) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const refused = run(migratedData(), { [variable]: String(port) });
    expect(await refused.ends()).toBe(1);
    expect(refused.output()).toContain(`The port ${port} (${variable}) is already in use.\n`);
    other.close();
  },
);

test('exits at once with one line on wrong variables and unknown options', async () => {
  const wrong = run(temporaryDirectory(), { PORT: 'x', RETENTION_DAYS: '-1' });
  expect(await wrong.ends()).toBe(1);
  expect(wrong.output()).toMatch(/^Wrong configuration: PORT must .*; RETENTION_DAYS must .*\.\n$/);
  const unknown = run(temporaryDirectory(), {}, ['--prot=80']);
  expect(await unknown.ends()).toBe(1);
  expect(unknown.output()).toBe('Unknown option --prot=80. --help shows what there is.\n');
  const help = run(temporaryDirectory(), {}, ['--help']);
  expect(await help.ends()).toBe(0);
  expect(help.output()).toContain('RETENTION_DAYS');
});
