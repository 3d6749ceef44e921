import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();
const log = pino({ level: 'silent' });
const directory = mkdtempSync(join(tmpdir(), 'nascente-migrations-'));
const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql);
const run = () => migrate(database.connectionString, log, { directory });
const applied = async () =>
  (await database.pool.query('select name from schema_migration order by applied_at, name')).rows.map(
    ({ name }) => name,
  );

beforeEach(async () => {
  rmSync(directory, { recursive: true });
  await database.pool.query('drop table if exists schema_migration, step');
  const { mkdir } = await import('node:fs/promises');
  await mkdir(directory);
  write('0001_first.sql', 'create table step (n integer);');
  write('0002_second.sql', 'insert into step values (1);');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('applies migration files in order, once', async () => {
  await run();
  await run();
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect((await database.pool.query('select n from step')).rows).toEqual([{ n: 1 }]);
});

test('servers that start together migrate one after the other', async () => {
  await Promise.all([run(), run(), run()]);
  expect((await database.pool.query('select n from step')).rows).toEqual([{ n: 1 }]);
});

test('refuses by name a file changed after it was applied', async () => {
  await run();
  write('0002_second.sql', 'insert into step values (2);');
  await expect(run()).rejects.toThrow('The migration 0002_second.sql was changed after it had been applied.');
});

test('a failing file leaves no trace, and preserves the earlier ones', async () => {
  write('0003_third.sql', 'insert into step values (3); select nonsense;');
  await expect(run()).rejects.toThrow(
    'The migration 0003_third.sql failed: column "nonsense" does not exist',
  );
  expect((await database.pool.query('select n from step')).rows).toEqual([{ n: 1 }]);
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql']);
});

test('an interrupted migration leaves no trace, and the next start completes it', async () => {
  write('0003_third.sql', 'insert into step values (3); select pg_sleep(60); insert into step values (4);');
  const cut = run().catch((failure: unknown) => failure);
  const sleeping = `select pid from pg_stat_activity
    where application_name = 'nascente migrate' and datname = current_database() and query like '%pg_sleep%'`;
  await expect.poll(async () => (await database.pool.query(sleeping)).rows.length).toBe(1);
  await database.pool.query(`select pg_terminate_backend(pid) from (${sleeping}) as asleep`);
  expect(await cut).toBeInstanceOf(StartRefused);
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql']);
  write('0003_third.sql', 'insert into step values (3); insert into step values (4);');
  await Promise.all([run(), run()]);
  expect((await database.pool.query('select n from step order by n')).rows.map(({ n }) => n)).toEqual([
    1, 3, 4,
  ]);
});

test('refuses a database migrated by a newer version', async () => {
  await run();
  rmSync(join(directory, '0002_second.sql'));
  await expect(run()).rejects.toThrow('migrated by a newer version: 0002_second.sql is unknown here');
});

test('leaves a database from before the first release unchanged, with advice to start again', async () => {
  await run();
  rmSync(join(directory, '0001_first.sql'));
  rmSync(join(directory, '0002_second.sql'));
  write('0001_baseline.sql', 'create table step (n integer, of text);');
  await expect(run()).rejects.toThrow('delete its folder (data/demo, or DATA_DIR where that is set)');
  expect((await database.pool.query('select * from step')).rows).toEqual([{ n: 1 }]);
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql']);
});
