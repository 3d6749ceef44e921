import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@nascente/postgres-host/embedded-postgres';
import { postgresProcesses } from '@nascente/postgres-host/stop-postmaster';
import { createLog } from '@nascente/runtime/log';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBusyBoard } from './testing/boards/busy-board.ts';
import { triLine } from './testing/boards/test-telemetry.ts';
import { startRealServer } from './testing/processes/real-server.ts';
import { startServerOn } from './testing/processes/server-on-database.ts';

const FROZEN_MS = 60_000;
const MAX_CALL_MS = 9_000;
const CALLS = 40;

type RealServer = Awaited<ReturnType<typeof startRealServer>>;

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
};

test('while PostgreSQL is frozen calls return 503 and boards wait, and afterwards nothing is lost', async ({
  annotate,
}) => {
  const server = await startRealServer();
  const pid = server.pid();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const busy = startBusyBoard(server.connect(board), board.mac);
  const acknowledged = () => busy.publications.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(100), { timeout: 20_000 });

  const frozen = postgresProcesses(join(server.dataDir, 'postgres'));
  expect(frozen.length).toBeGreaterThan(5);
  onTestFinished(() => signal(frozen, 'SIGCONT'));
  signal(frozen, 'SIGSTOP');
  const frozenAt = Date.now();

  const call = async (n: number) => {
    const [method, path, body] = (
      [
        ['GET', `/board/${board.mac}`],
        ['GET', '/user'],
        ['POST', '/login', { email: 'a@b.test', password: 'c2VuaGE=' }],
        ['GET', '/feed'],
        ['GET', '/establishment'],
        ['PATCH', '/user', { firstName: 'Ana' }],
      ] as const
    )[n % 6] ?? ['GET', '/user'];
    const started = performance.now();
    const answer = await server.ask(method, path, body, n % 6 === 2 ? undefined : token);
    const { ok, msg } = (await answer.json()) as { ok: boolean; msg: string };
    expect(msg).not.toBe('');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return { status: answer.status, ok, msg, ms: performance.now() - started };
  };
  const answers = await Promise.all([
    ...Array.from({ length: CALLS }, (_, n) => call(n)),
    vi.waitFor(
      async () => {
        const readiness = await server.ask('GET', '/ready');
        expect([readiness.status, await readiness.text()]).toEqual([
          503,
          expect.stringContaining('database'),
        ]);
      },
      { timeout: 10_000 },
    ),
  ]);
  const calls = answers.filter((answer) => answer !== undefined);
  const maxLength = Math.max(...calls.map(({ ms }) => ms));
  expect(new Set(calls.map(({ status, ok }) => `${status} ${ok}`))).toEqual(new Set(['503 false']));
  expect(maxLength).toBeLessThan(MAX_CALL_MS);

  await pause(FROZEN_MS - (Date.now() - frozenAt));
  const startedFrozen = busy.publications.filter(({ sentAt }) => sentAt > frozenAt);
  expect(startedFrozen.length).toBeGreaterThan(0);
  expect(startedFrozen.filter(({ acknowledgedAt }) => acknowledgedAt !== null)).toEqual([]);
  const thawedAt = Date.now();
  signal(frozen, 'SIGCONT');

  await vi.waitFor(async () => expect((await server.ask('GET', '/ready')).status).toBe(200), {
    timeout: 30_000,
  });
  await vi.waitFor(
    () => expect(startedFrozen.every(({ acknowledgedAt }) => acknowledgedAt !== null)).toBe(true),
    { timeout: 30_000 },
  );
  const readyAgainMs = Date.now() - thawedAt;
  await busy.finish();
  await annotate(
    `${calls.length} calls ended after ${maxLength.toFixed(0)} ms at most; all well ${readyAgainMs} ms after the thaw; ` +
      `${busy.publications.length} messages, ${startedFrozen.length} of them sent while it was frozen`,
  );
  await busy.expectWhole(server, token);
  expect(server.pid()).toBe(pid);
  expect(server.output()).not.toContain('ended unexpectedly');
  await server.signIn();
});

/** The whole server has thirty seconds for its stop. */
const MAX_STOP_MS = 30_000;
/** Until calls and messages wait for the database. */
const SOON_MS = 500;
/** Each way several times: a wait without a bound shows by chance. */
const RUNS = 3;

test.for(
  Array.from(
    { length: RUNS },
    () =>
      [
        ['a stop', async (server: RealServer): Promise<void> => expect(await server.stop()).toBe(0), true],
        [
          'a kill of the server',
          async (server: RealServer): Promise<void> => signal([server.pid()], 'SIGKILL'),
          false,
        ],
      ] as const,
  ).flat(),
)(
  '%s while PostgreSQL is frozen ends in time, leaves no process, and loses no acknowledged message',
  async ([, end, isStop], { annotate }) => {
    const server = await startRealServer();
    const token = await server.signIn();
    const board = await server.installBoard(token);
    const busy = startBusyBoard(server.connect(board), board.mac);
    const acknowledged = () =>
      busy.publications.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
    await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(100), { timeout: 20_000 });

    const directory = join(server.dataDir, 'postgres');
    const frozen = postgresProcesses(directory);
    onTestFinished(() => signal(frozen, 'SIGCONT'));
    signal(frozen, 'SIGSTOP');
    const waiting = Promise.all(
      Array.from({ length: CALLS }, () => server.ask('GET', '/user', undefined, token).catch(() => null)),
    );
    const started = performance.now();
    await end(server);
    const endedMs = performance.now() - started;
    expect(endedMs).toBeLessThan(MAX_STOP_MS);
    expect(server.output()).not.toContain('The stop took too long');
    if (isStop) {
      expect(postgresProcesses(directory)).toEqual([]);
      await server.startAgain();
    } else await server.ready(2);
    const readyMs = performance.now() - started;
    await waiting;
    expect(frozen.filter((pid) => postgresProcesses(directory).includes(pid))).toEqual([]);
    await busy.finish();
    await annotate(`ended after ${endedMs.toFixed(0)} ms, ready again after ${readyMs.toFixed(0)} ms`);
    await busy.expectWhole(server, await server.signIn());
  },
);

test.for(Array.from({ length: RUNS }, (_, run) => run + 1))(
  'the server stops in time while the PostgreSQL of DATABASE_URL is frozen (run %i)',
  async (_, { annotate }) => {
    const directory = mkdtempSync(join(tmpdir(), 'nascente-frozen-'));
    chmodSync(directory, 0o711);
    const postgres = await startEmbeddedPostgres({ dataDir: directory, log: createLog('silent') });
    let frozen: readonly number[] = [];
    onTestFinished(async () => {
      signal(frozen, 'SIGCONT');
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    });
    const server = await startServerOn(postgres.connectionString, { LOG_LEVEL: 'debug' });
    const token = await server.signIn();
    const board = await server.installBoard(token);
    const client = server.connect(board);
    onTestFinished(() => void client.end(true));
    const publish = (n: number) =>
      client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now() + n), { qos: 1 });
    await publish(0);

    frozen = postgresProcesses(join(directory, 'postgres'));
    signal(frozen, 'SIGSTOP');
    const waiting = Promise.all(
      Array.from({ length: CALLS }, () => server.ask('GET', '/user', undefined, token).catch(() => null)),
    );
    const unacknowledged = Array.from({ length: CALLS }, (_, n) => publish(n + 1));
    void Promise.allSettled(unacknowledged);
    await pause(SOON_MS);
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    const endedMs = performance.now() - started;
    await annotate(`ended after ${endedMs.toFixed(0)} ms`);
    expect(endedMs).toBeLessThan(MAX_STOP_MS);
    await waiting;
  },
);
