import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLog } from '@nascente/runtime/log';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFleet, triLine } from '../../testing/boards/test-telemetry.ts';
import { connectBoardFrom } from '../../testing/raw-connections.ts';
import { connectDatabase } from '../database/open-database.ts';

const program = (name: string): string =>
  fileURLToPath(new URL(`../../testing/processes/${name}`, import.meta.url));
const UNAUTHENTICATED = 10_000;
const ATTACK_MS = 20_000;
const EVERY_MS = 20;
const FLEET = 5_000;
const AGAIN_MS = 1_000;
const WARM_UP = 30_000;
const IN_FLIGHT = 1_000;
const MAX_P95_MS = 200;
/** A WebSocket costs more than a TCP connection: its upgrade, its parser and the stream of the broker. */
const MAX_BYTES = UNAUTHENTICATED * 20_000;

const started = (name: string, args: readonly string[] = []): ChildProcess => {
  const child = fork(program(name), args);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};
const received = async <Told>(child: ChildProcess): Promise<Told> => {
  const [report] = (await once(child, 'message')) as [Told];
  return report;
};
const requested = async <Told>(child: ChildProcess, question: string): Promise<Told> => {
  const report = received<Told>(child);
  child.send(question);
  return report;
};

interface Server {
  readonly connectionString: string;
  readonly port: number;
  readonly websocketPort: number;
}

const startServer = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-strangers-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const process = started('telemetry-process.ts', [dataDir]);
  const server = await received<Server>(process);
  const maxBytes = async () => (await requested<{ maxBytes: number }>(process, 'memory')).maxBytes;
  const stop = async () => {
    process.kill('SIGTERM');
    await once(process, 'exit');
  };
  return { ...server, maxBytes, stop };
};

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

test.for(['silent', 'unfinished CONNECT', 'unfinished frame'] as const)(
  '10,000 attacker connections of one address (%s) do not disturb a board of another',
  async (kind, { annotate }) => {
    const server = await startServer();
    const database = connectDatabase(server.connectionString, createLog('silent'));
    const board = await createFleet(database).board();
    const publishing = async (client: Awaited<ReturnType<typeof connectBoardFrom>>, forMs: number) => {
      const times: number[] = [];
      for (const until = performance.now() + forMs; performance.now() < until; await pause(EVERY_MS)) {
        const sentAt = performance.now();
        await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
        times.push(performance.now() - sentAt);
      }
      return times;
    };
    // The server hears of a board by the database's notification.
    const before = await vi.waitFor(() => connectBoardFrom('127.0.0.2', server.port, board));
    // A server at work uses more memory than after its start.
    for (let at = Date.now() - WARM_UP * 1_000, n = 0; n < WARM_UP; n += IN_FLIGHT, at += IN_FLIGHT * 1_000) {
      const lines = Array.from({ length: IN_FLIGHT }, (_, line) => triLine(board.mac, at + line * 1_000));
      await Promise.all(lines.map((line) => before.publishAsync(`message/${board.mac}`, line, { qos: 1 })));
    }
    const atRest = await publishing(before, 3_000);
    const bytesAtRest = await server.maxBytes();

    const attacker = started('unauthenticated-process.ts');
    const opened = received(attacker);
    attacker.send({ ...server, count: UNAUTHENTICATED, kind });
    const underAttack = publishing(before, ATTACK_MS);
    await opened;
    // Also one that comes now.
    const during = await connectBoardFrom('127.0.0.2', server.port, {
      ...board,
      mac: board.mac.toLowerCase(),
    });
    const times = await underAttack;
    const more = (await server.maxBytes()) - bytesAtRest;
    const { connected } = await requested<{ connected: number }>(attacker, 'count');
    await annotate(
      `${kind}: p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(times).toFixed(1)} ms under ${connected} connections; ` +
        `memory + ${(more / 1e6).toFixed(0)} MB`,
    );
    expect(connected).toBeGreaterThanOrEqual(UNAUTHENTICATED);
    expect(before.connected && during.connected).toBe(true);
    expect(times.length).toBeGreaterThan(ATTACK_MS / 1_000);
    expect(p95(times)).toBeLessThan(MAX_P95_MS);
    expect(more).toBeLessThan(MAX_BYTES);
    await database.close();
    await server.stop();
  },
);

test('accepts 5,000 boards behind one address that reconnect at once', async ({ annotate }) => {
  const server = await startServer();
  const database = connectDatabase(server.connectionString, createLog('silent'));
  const fleet = createFleet(database);
  const boards: Awaited<ReturnType<typeof fleet.provision>>[] = [];
  for (let n = 0; n < FLEET; n++) boards.push(await fleet.provision());
  const last = boards[FLEET - 1];
  if (last === undefined) throw new Error('no board');
  // The server hears of boards by the database's notifications, in their order.
  await vi.waitFor(() => connectBoardFrom('127.0.0.2', server.port, last), { timeout: 60_000 });
  let attempts = 0;
  const comeBack = async (board: (typeof boards)[number]): Promise<unknown> => {
    attempts += 1;
    return connectBoardFrom('127.0.0.1', server.port, board).catch(async () => {
      await pause(AGAIN_MS);
      return comeBack(board);
    });
  };
  const beganAt = performance.now();
  await Promise.all(boards.map(comeBack));
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
  await annotate(`${FLEET} boards came back in ${seconds} s and ${attempts} attempts`);
  expect(attempts).toBeLessThan(3 * FLEET);
  await database.close();
  await server.stop();
});
