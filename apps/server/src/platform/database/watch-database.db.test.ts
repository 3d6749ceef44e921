import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { toHttpFailure } from '../http/failure.ts';
import { createPool } from './connections/connection-pool.ts';

/** Proxy between pool and PostgreSQL. Freezing stops its open and its new connections. */
const createPassage = async (connectionString: string) => {
  const { host, port, user, password, database: name } = new pg.Client(connectionString);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const freeze = (socket: Socket): void => void (isFrozen ? socket.pause() : socket.resume());
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, another] of [
      [socket, database],
      [database, socket],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => another.write(bytes));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        another.destroy();
      });
      freeze(one);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const credentials = [user, password ?? ''].map((text) => encodeURIComponent(text ?? '')).join(':');
  return {
    connectionString: `postgresql://${credentials}@127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    setFrozen(value: boolean) {
      isFrozen = value;
      for (const socket of sockets) freeze(socket);
    },
  };
};

const database = await createTestDatabase();
const passage = await createPassage(database.connectionString);
const pool = createPool(
  passage.connectionString,
  { name: 'test', connections: 2, statementTimeoutMs: 30_000 },
  pino({ level: 'silent' }),
);
afterEach(() => passage.setFrozen(false));
afterAll(() => pool.end());

const fail = async (work: Promise<unknown>): Promise<{ status: number; ms: number }> => {
  const started = performance.now();
  const status = await work.then(
    () => 200,
    (error: unknown) => toHttpFailure(error).status,
  );
  return { status, ms: performance.now() - started };
};

test('every statement ends within 9 s after the database froze, and later ones at once', async () => {
  const client = await pool.connect();
  await client.query('begin');
  passage.setFrozen(true);
  const failures = await Promise.all(
    [client.query('select 1'), ...Array.from({ length: 8 }, () => pool.query('select 2'))].map(fail),
  );
  for (const { status, ms } of failures) {
    expect(status).toBe(503);
    expect(ms).toBeLessThan(9_000);
  }
  client.release(true);
  const { status, ms } = await fail(pool.query('select 3'));
  expect(status).toBe(503);
  expect(ms).toBeLessThan(1_000);

  passage.setFrozen(false);
  await expect.poll(() => fail(pool.query('select 4')), { timeout: 5_000 }).toMatchObject({ status: 200 });
});

test('leaves a slow statement alone on a responding database', async () => {
  const { rows } = await pool.query('select pg_sleep(6), 5 as five');
  expect(rows).toMatchObject([{ five: 5 }]);
});
