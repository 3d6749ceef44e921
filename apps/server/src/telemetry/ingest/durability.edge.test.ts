import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@nascente/postgres-host/embedded-postgres';
import { createLog } from '@nascente/runtime/log';
import type { MqttClient } from 'mqtt';
import type { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { connectDatabase } from '../../platform/database/open-database.ts';
import {
  connectBoard,
  createFleet,
  startTestTelemetry,
  type TestBoard,
  triLine,
} from '../../testing/boards/test-telemetry.ts';

const log = createLog('silent');
const SERVER = fileURLToPath(new URL('../../testing/processes/telemetry-process.ts', import.meta.url));
const BOARDS = 8;
const WINDOW = 25;
const LINE_ENERGY_MWH = 1_200;
const OUTAGE_MS = 20_000;
/** Shorter than the outage: a board that hears nothing of its ping for so long hangs up. */
const KEEPALIVE_S = 5;

const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-dur-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** A board that keeps publishing: what was acknowledged, and what it would send again. */
const createPublisher = (board: TestBoard) => {
  const acknowledged: number[] = [];
  const unanswered = new Set<number>();
  let at = Date.now() - 60 * 60_000;
  let isStopped = false;

  const sendOne = async (client: MqttClient, instant: number): Promise<void> => {
    unanswered.add(instant);
    await client.publishAsync(`message/${board.mac}`, triLine(board.mac, instant), { qos: 1 });
    unanswered.delete(instant);
    acknowledged.push(instant);
  };
  const keepSending = async (client: MqttClient): Promise<void> => {
    while (!isStopped && client.connected) {
      at += 1_000;
      await sendOne(client, at);
    }
  };
  return {
    board,
    acknowledged,
    /** Ends when it is stopped, or when the connection is. */
    async run(client: MqttClient): Promise<void> {
      // The client abandons unacknowledged messages only when it is ended.
      client.once('close', () => client.end(true));
      await Promise.allSettled([...unanswered].map((instant) => sendOne(client, instant)));
      await Promise.allSettled(Array.from({ length: WINDOW }, () => keepSending(client)));
    },
    stop() {
      isStopped = true;
    },
  };
};
type Publisher = ReturnType<typeof createPublisher>;

const total = (publishers: readonly Publisher[]): number =>
  publishers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

/** Waits until so many more were acknowledged. */
const moreAcknowledged = async (publishers: readonly Publisher[], more: number): Promise<void> => {
  const before = total(publishers);
  await vi.waitFor(() => expect(total(publishers)).toBeGreaterThanOrEqual(before + more), {
    timeout: 40_000,
  });
};

const expectNothingLost = async (pool: Pool, publishers: readonly Publisher[]): Promise<void> => {
  for (const { board, acknowledged } of publishers) {
    const { rows } = await pool.query<{ at: Date }>('select at from reading where installation_id = $1', [
      board.installationId,
    ]);
    const stored = new Set(rows.map(({ at }) => at.getTime()));
    expect(stored.size).toBe(rows.length);
    expect(acknowledged.filter((at) => !stored.has(at))).toEqual([]);
    const { rows: totals } = await pool.query(
      'select sum(frames)::int as frames, sum(consumed_a_mwh)::int8 as energy from quarter where installation_id = $1',
      [board.installationId],
    );
    expect(totals).toEqual([{ frames: rows.length, energy: rows.length * LINE_ENERGY_MWH }]);
  }
};

test('boards wait while the database is stopped for 20 s, and no acknowledged reading is lost', async () => {
  const dataDir = temporaryDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrate(postgres.connectionString, log);
  const database = connectDatabase(postgres.connectionString, log);
  const { ports, fleet, ingest, stop } = await startTestTelemetry({ database });
  const publishers = await Promise.all(
    Array.from({ length: BOARDS }, async () => createPublisher(await fleet.board())),
  );
  const clients = await Promise.all(
    publishers.map(({ board }) => connectBoard(ports.tcp, board, { keepalive: KEEPALIVE_S })),
  );
  const running = publishers.map((publisher, n) => publisher.run(clients[n] as MqttClient));
  await moreAcknowledged(publishers, 500);

  await postgres.stop();
  const stoppedAt = performance.now();
  await vi.waitFor(() => expect(ingest.state().stalled).toBe(true), { timeout: 20_000 });
  const whenStopped = total(publishers);
  const refused = await fleet.provision('tri').catch((failure: unknown) => failure);
  expect(refused).toBeInstanceOf(Error);
  await vi.waitUntil(() => performance.now() - stoppedAt >= OUTAGE_MS, { timeout: 2 * OUTAGE_MS });
  expect(total(publishers)).toBe(whenStopped);
  expect(clients.every(({ connected }) => connected)).toBe(true);

  const again = await startEmbeddedPostgres({ dataDir, log });
  expect(again.connectionString).toBe(postgres.connectionString);
  await moreAcknowledged(publishers, 500);
  for (const publisher of publishers) publisher.stop();
  await Promise.all(running);
  await expectNothingLost(database.pool, publishers);
  expect(ingest.state().stalled).toBe(false);
  for (const client of clients) await client.endAsync(true);
  await stop();
  await database.close();
  await again.stop();
});

const startServer = async (
  dataDir: string,
): Promise<{ child: ChildProcess; connectionString: string; port: number }> => {
  const child = fork(SERVER, [dataDir]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('message', (database: { connectionString: string; port: number }) =>
      resolve({ child, ...database }),
    );
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
};

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('exit', () => resolve()));

test('a server killed under load has every acknowledged reading exactly once', async () => {
  const dataDir = temporaryDirectory();
  let server = await startServer(dataDir);
  const database = connectDatabase(server.connectionString, log);
  const fleet = createFleet(database);
  const publishers = await Promise.all(
    Array.from({ length: BOARDS }, async () => createPublisher(await fleet.board())),
  );
  const startAgain = async (): Promise<void> => {
    const dead = gone(server.child);
    server.child.kill('SIGKILL');
    await dead;
    server = await startServer(dataDir);
  };
  // The boards exist before the server starts, so that no message arrives before the server knows them.
  await startAgain();
  const runAll = async (): Promise<Promise<unknown>> => {
    const clients = await Promise.all(
      publishers.map(({ board }) => vi.waitFor(() => connectBoard(server.port, board), { timeout: 10_000 })),
    );
    return Promise.all(publishers.map((publisher, n) => publisher.run(clients[n] as MqttClient)));
  };
  for (let kill = 1; kill <= 2; kill++) {
    const running = runAll();
    await moreAcknowledged(publishers, 600);
    await startAgain();
    await running;
  }
  const running = runAll();
  await moreAcknowledged(publishers, 600);
  for (const publisher of publishers) publisher.stop();
  await running;
  await expectNothingLost(database.pool, publishers);
  await database.close();
  const stopped = gone(server.child);
  server.child.kill('SIGTERM');
  await stopped;
});
