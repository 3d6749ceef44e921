import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findLivePostmaster, processExists } from './platform/database/postmaster-file.ts';
import { type RunningProgram, runProgram, serverEnvironment } from './testing/running-program.ts';

const STEPS = new URL('../../../scripts/steps/', import.meta.url).href;
/** What `npm start` does once everything is installed and built. */
const SUPERVISED = `
  const { startSupervisedServer } = await import('${STEPS}supervised-server.mjs');
  const { onEndSignal } = await import('${STEPS}long-running.mjs');
  const server = startSupervisedServer([]);
  onEndSignal(server.end);
  process.exitCode = await server.ended;
  console.log('The supervisor ends');
`;
const directory = mkdtempSync(join(tmpdir(), 'nascente-supervision-'));
const dataDir = join(directory, 'data');
const started: RunningProgram[] = [];

afterEach(async () => {
  for (const { process: child, ends } of started.splice(0)) {
    child.kill('SIGTERM');
    await ends();
  }
  rmSync(directory, { recursive: true, force: true });
});

const supervise = (env: Record<string, string> = {}): RunningProgram => {
  const args = ['--input-type=module', '-e', SUPERVISED];
  const running = runProgram(args, { ...serverEnvironment(dataDir), ...env });
  started.push(running);
  return running;
};

const serverOf = (output: string): number =>
  Number([...output.matchAll(/"pid":(\d+)[^\n]*Nascente is ready/g)].at(-1)?.[1]);

test('a server that was killed is started again, and the end asked for is the end of all', async () => {
  const running = supervise();
  const first = serverOf(await running.shows('Nascente is ready'));
  process.kill(first, 'SIGKILL');
  const second = serverOf(await running.shows('Nascente is ready', 2));
  expect(second).not.toBe(first);
  expect(running.output()).toContain('The server has ended unexpectedly (137). Starting it again in 0.5 s.');
  running.process.kill('SIGTERM');
  expect(await running.ends()).toBe(0);
  expect(running.output()).toMatch(/"Stopped"\}\nThe supervisor ends\n$/);
  expect(processExists(second)).toBe(false);
  expect(findLivePostmaster(join(dataDir, 'postgres'))).toBeNull();
});

test('without its supervisor the server ends, and PostgreSQL with it', async () => {
  const running = supervise();
  const server = serverOf(await running.shows('Nascente is ready'));
  running.process.kill('SIGKILL');
  await expect.poll(() => processExists(server), { timeout: 20_000 }).toBe(false);
  expect(findLivePostmaster(join(dataDir, 'postgres'))).toBeNull();
});

test('what a person has to change first is not tried again', async () => {
  const running = supervise({ RETENTION_DAYS: '-1' });
  expect(await running.ends()).toBe(1);
  expect(running.output()).toMatch(/^Wrong configuration: RETENTION_DAYS must .*\.\nThe supervisor ends\n$/);
});
