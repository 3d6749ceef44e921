import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLog } from '@nascente/runtime/log';
import type { MqttClient } from 'mqtt';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase, openDatabase } from '../../platform/database/open-database.ts';
import { giveAdapter } from '../../testing/boards/adapted-board.ts';
import { connectBoard, createFleet, type TestBoard } from '../../testing/boards/test-telemetry.ts';

const log = createLog('silent');
const SERVER = fileURLToPath(new URL('../../testing/processes/telemetry-process.ts', import.meta.url));
const WINDOW = 40;
const STEP_WH = 7.25;
const START_WH = 115_973.75;
const TOPIC = 'shellypro3em-queda';

/** Runs before the server starts, which then loads the mapping of the board. */
const prepareBoard = async (dataDir: string): Promise<TestBoard> => {
  const database = await openDatabase({ dataDir, databaseUrl: null }, log);
  const board = await createFleet(database).board('tri');
  await giveAdapter(database, board, { adapter: 'shelly-gen2', topic: TOPIC });
  await database.close();
  return board;
};

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

/** A counter that counts on; every fifth value is a zero, every seventh message is sent twice. */
const createCounter = (begin: number) => {
  const acknowledged = new Set<number>();
  const unanswered = new Set<number>();
  let next = 0;
  let isStopped = false;
  const payloadOf = (n: number): string =>
    JSON.stringify({
      method: 'NotifyStatus',
      params: {
        ts: begin / 1000 + n,
        'emdata:0': { a_total_act_energy: n % 5 === 3 ? 0 : START_WH + n * STEP_WH },
      },
    });
  const sendOne = async (client: MqttClient, n: number): Promise<void> => {
    unanswered.add(n);
    const sent = [client.publishAsync(`${TOPIC}/events/rpc`, payloadOf(n), { qos: 1 })];
    if (n % 7 === 0) sent.push(client.publishAsync(`${TOPIC}/events/rpc`, payloadOf(n), { qos: 1 }));
    await Promise.all(sent);
    unanswered.delete(n);
    acknowledged.add(n);
  };
  const keepSending = async (client: MqttClient): Promise<void> => {
    while (!isStopped && client.connected) await sendOne(client, next++);
  };
  return {
    acknowledged,
    count: () => next,
    async run(client: MqttClient): Promise<void> {
      client.once('close', () => client.end(true));
      await Promise.allSettled([...unanswered].map((n) => sendOne(client, n)));
      await Promise.allSettled(Array.from({ length: WINDOW }, () => keepSending(client)));
    },
    stop() {
      isStopped = true;
    },
  };
};

test('a killed server stores the registers that it acknowledged, and replays add nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-counters-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const board = await prepareBoard(dataDir);
  let server = await startServer(dataDir);
  const database = connectDatabase(server.connectionString, log);
  const counter = createCounter(Math.floor((Date.now() - 20 * 60 * 60_000) / 1000) * 1000);
  const connect = () => vi.waitFor(() => connectBoard(server.port, board), { timeout: 10_000 });
  const moreAcknowledged = async (more: number): Promise<void> => {
    const before = counter.acknowledged.size;
    await vi.waitFor(() => expect(counter.acknowledged.size).toBeGreaterThanOrEqual(before + more), {
      timeout: 30_000,
    });
  };
  for (let kill = 1; kill <= 2; kill++) {
    const running = counter.run(await connect());
    await moreAcknowledged(300);
    const dead = gone(server.child);
    server.child.kill('SIGKILL');
    await dead;
    await running;
    server = await startServer(dataDir);
  }
  const running = counter.run(await connect());
  await moreAcknowledged(300);
  counter.stop();
  await running;
  // A busy machine may close the last connection too: a board goes on until everything is acknowledged.
  while (counter.acknowledged.size < counter.count()) await counter.run(await connect());

  const { rows: steps } = await database.pool.query<{ n: number }>(
    'select count(*)::integer as n from register_step where installation_id = $1',
    [board.installationId],
  );
  expect(steps[0]?.n).toBe(counter.count());
  expect(counter.acknowledged.size).toBe(counter.count());
  const lastKnown = counter.count() - 1 - ((counter.count() - 1) % 5 === 3 ? 1 : 0);
  const { rows } = await database.pool.query(
    `select (select sum(increment)::float8 from register_step where installation_id = $1) / 1000 as credited,
      (select sum(energy_a_mwh)::float8 from reading where installation_id = $1) / 1000 as read,
      (select sum(consumed_a_mwh)::float8 from quarter where installation_id = $1) / 1000 as totalled,
      (select sum(frames)::integer from quarter where installation_id = $1) as frames`,
    [board.installationId],
  );
  const flowed = lastKnown * STEP_WH;
  expect(rows).toEqual([{ credited: flowed, read: flowed, totalled: flowed, frames: counter.count() }]);
  await database.close();
  const stopped = gone(server.child);
  server.child.kill('SIGTERM');
  await stopped;
});
