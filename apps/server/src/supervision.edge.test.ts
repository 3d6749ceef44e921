import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findLivePostmaster, processExists } from './platform/database/postmaster-file.ts';
import { copyMigratedData } from './testing/migrated-data.ts';
import { SUPERVISED, serverPid } from './testing/real-server.ts';
import { type RunningProgram, runProgram, serverEnvironment } from './testing/running-program.ts';

/** Of each test its own: a PostgreSQL whose server was killed may still write while the next test begins. */
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
  rmSync(directory, { recursive: true, force: true });
});

/** More than `scripts/steps/supervised-server.mjs` takes for a while. */
const STEADY_MS = 3_500;

const supervise = (env: Record<string, string> = {}): RunningProgram => {
  const args = ['--input-type=module', '-e', SUPERVISED];
  const running = runProgram(args, { ...serverEnvironment(dataDir), ...env });
  started.push(running);
  return running;
};

test('a server that was killed is started again, and the end asked for is the end of all', async () => {
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

test('one that ends as soon as it is ready is started again later and later, and at once after it has served for a while', async () => {
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
  // It has served for so long once it has been asked for so long.
  while (performance.now() - readyAt < STEADY_MS) expect((await fetch(`${address}/health`)).status).toBe(200);
  await kill(3);
  await running.shows('Starting it again in 0.5 s.', 2);
}, 120_000);

test('without its supervisor the server ends, and PostgreSQL with it', async () => {
  const running = supervise();
  const server = serverPid(await running.shows('Nascente is ready'));
  running.process.kill('SIGKILL');
  await expect.poll(() => processExists(server), { timeout: 20_000 }).toBe(false);
  expect(findLivePostmaster(join(dataDir, 'postgres'))).toBeNull();
});

test('what a person has to change first is not tried again', async () => {
  const running = supervise({ RETENTION_DAYS: '-1' });
  expect(await running.ends()).toBe(1);
  expect(running.output()).toMatch(/^Wrong configuration: RETENTION_DAYS must .*\.\nThe supervisor ends\n$/);
});
