import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { lockDatabase, openDatabase } from './open-database.ts';

const database = await createTestDatabase();
const log = pino({ level: 'silent' });
const open = (databaseUrl: string) => openDatabase({ dataDir: '/unused', databaseUrl }, log);

const openAlone = () => lockDatabase({ dataDir: '/unused', databaseUrl: database.connectionString }, log);

test('servers share an external database, and exclusive access waits for all to end', async () => {
  const [first, second] = [await open(database.connectionString), await open(database.connectionString)];
  await expect(openAlone()).rejects.toThrow('Another Nascente is running');
  await first.close();
  await expect(openAlone()).rejects.toThrow('Another Nascente is running');
  await second.close();
  const alone = await openAlone();
  await expect(open(database.connectionString)).rejects.toThrow('Another Nascente is running');
  await alone.closers.closeAll();
});

test('refuses an unreachable database with one line', async () => {
  await expect(open('postgresql://nobody@127.0.0.1:1/nascente')).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: connect ECONNREFUSED/,
  );
});

test('a server takes its lock again after all its connections ended', async () => {
  const server = await open(database.connectionString);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'nascente %' and pid <> pg_backend_pid() and datname = current_database()`,
  );
  await expect.poll(() => server.ready()).toBe(true);
  await expect
    .poll(
      () =>
        openAlone().then(
          async ({ closers }) => {
            await closers.closeAll();
            return 'opened';
          },
          (error: Error) => error.message,
        ),
      { timeout: 5_000 },
    )
    .toMatch(/Another Nascente/);
  await server.close();
});
