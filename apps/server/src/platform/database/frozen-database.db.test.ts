import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { toHttpFailure } from '../http/failure.ts';
import { createPool } from './connections/connection-pool.ts';

const STATEMENT_TIMEOUT_MS = 500;
const database = await createTestDatabase();
const pool = createPool(
  database.connectionString,
  { name: 'test', connections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  pino({ level: 'silent' }),
);
afterAll(() => pool.end());

const statusOf = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: unknown) => toHttpFailure(error).status,
  );

test('answers 503 while the database is frozen, and normally afterwards', async () => {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  process.kill(backend, 'SIGSTOP');
  onTestFinished(() => void process.kill(backend, 'SIGCONT'));
  // The second waits for the one connection that there is.
  const statuses = await Promise.all([statusOf(pool.query('select 1')), statusOf(pool.query('select 2'))]);
  expect(statuses[0]).toBe(503);
  expect([200, 503]).toContain(statuses[1]);
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  expect(pool.totalCount).toBe(1);
});

test('a transaction on a frozen database occupies no connection', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  process.kill(backend, 'SIGSTOP');
  onTestFinished(() => void process.kill(backend, 'SIGCONT'));
  expect(await statusOf(client.query('select 1'))).toBe(503);
  expect(await statusOf(client.query('rollback'))).toBe(503);
  client.release();
  expect((await pool.query('select 4 as four')).rows).toEqual([{ four: 4 }]);
});

test('answers 503 when a statement waits too long for a lock', async () => {
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query('begin');
  await holder.query('lock table account in access exclusive mode');
  expect(await statusOf(pool.query('select count(*) from account'))).toBe(503);
  await holder.query('rollback');
  expect((await pool.query('select count(*) from account')).rows).toHaveLength(1);
});
