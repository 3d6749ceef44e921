import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { openCluster } from './postgres-cluster.ts';
import { startPostmaster } from './postmaster.ts';
import { openSocketDirectory } from './socket-directory.ts';
import { postgresProcesses, stopPostmaster } from './stop-postmaster.ts';

const SHORT = { fastMs: 100, immediateMs: 100, killMs: 10_000 };
const log = pino({ level: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'nascente-stop-'));
const binaries = findPostgresBinaries();
const cluster = await openCluster(dataDir, binaries);
const { directory } = cluster;

const start = () =>
  startPostmaster({
    cluster,
    socketDirectory: openSocketDirectory(dataDir, cluster.user).path,
    postgres: binaries.postgres,
    durable: false,
    log,
  });
const send = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, name);
};
/** Removed even where a test leaves it running. */
const cleanUp = (): void => {
  send(postgresProcesses(directory), 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
};
afterAll(cleanUp);

test('kills a frozen PostgreSQL with its children, and starts the next one on its data', async () => {
  const frozen = await start();
  const processes = postgresProcesses(directory);
  expect(processes.length).toBeGreaterThan(3);
  expect(processes).toContain(frozen.pid);
  send(processes, 'SIGSTOP');
  await stopPostmaster(frozen, directory, log, SHORT);
  expect(postgresProcesses(directory)).toEqual([]);
  const next = await start();
  await stopPostmaster(next, directory, log);
  // A regular stop removes the file; a killed process leaves it.
  expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false);
});

test('starts the next PostgreSQL despite frozen children of a killed one', async () => {
  const killed = await start();
  const children = postgresProcesses(directory).filter((pid) => pid !== killed.pid);
  send(children, 'SIGSTOP');
  send([killed.pid], 'SIGKILL');
  await killed.ended;
  // Children that started after the list was read were not frozen: they end with their parent.
  await expect.poll(() => postgresProcesses(directory)).toEqual(children);
  const next = await start();
  onTestFinished(() => stopPostmaster(next, directory, log));
  expect(next.pid).not.toBe(killed.pid);
});
