import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

const database = await createTestDatabase();
const log = pino({ level: 'silent' });
const open = (databaseUrl: string) => openDatabase({ dataDir: '/unused', databaseUrl }, log);

test('a database of the operator is used by one server at a time', async () => {
  const first = await open(database.connectionString);
  await expect(open(database.connectionString)).rejects.toThrow('Another Nascente is running');
  await first.close();
  const next = await open(database.connectionString);
  expect(await next.ready()).toBe(true);
  await next.close();
});

test('a database that does not answer is refused in one line', async () => {
  await expect(open('postgresql://nobody@127.0.0.1:1/nascente')).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: connect ECONNREFUSED/,
  );
});

test('a server whose connections were all ended takes its lock again', async () => {
  const server = await open(database.connectionString);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'nascente %' and pid <> pg_backend_pid() and datname = current_database()`,
  );
  await expect.poll(() => server.ready()).toBe(true);
  await expect
    .poll(
      () =>
        open(database.connectionString).then(
          () => 'opened',
          (error: Error) => error.message,
        ),
      { timeout: 5_000 },
    )
    .toMatch(/Another Nascente/);
  await server.close();
});
