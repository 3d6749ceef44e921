import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresProcesses } from '@nascente/postgres-host/stop-postmaster';
import { runProgram, serverEnvironment } from '@nascente/server/testing/processes/running-program';
import { createBareDatabase } from '@nascente/server/testing/test-database';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const archive = pathOf('fixtures/release-0.1.0.tar.zst');
const INCOMPLETE = /its database is incomplete\. Repeat the restore \(npm run restore\)\.\n$/;

const clientOf = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

/**
 * Stops a restore when all rows are written, by a lock on its mark: the transaction of the rows removes the mark.
 * @returns ends the lock.
 */
const holdUp = async (connectionString: string): Promise<() => Promise<unknown>> => {
  const [holder, observer] = [await clientOf(connectionString), await clientOf(connectionString)];
  const appears = (query: string) =>
    vi.waitFor(async () => expect((await observer.query(query)).rows).toHaveLength(1), {
      timeout: 60_000,
      interval: 5,
    });
  await appears("select where to_regclass('restore_unfinished') is not null");
  await holder.query('begin');
  await holder.query('lock table restore_unfinished in access share mode');
  await appears(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'drop table%'`,
  );
  return () => holder.query('rollback');
};

test('no program uses the remains of a killed restore until the restore is repeated', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-killed-restore-'));
  const dataDir = join(directory, 'data');
  const postgres = join(dataDir, 'postgres');
  const run = (...args: readonly string[]) => runProgram(args, serverEnvironment(dataDir));
  const outcome = async (...args: readonly string[]) => {
    const program = run(...args);
    const code = await program.ends();
    return { code, output: program.output() };
  };
  onTestFinished(() => {
    for (const pid of postgresProcesses(postgres)) process.kill(pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const restore = [pathOf('../restore.ts'), archive] as const;

  const killed = run(...restore);
  await vi.waitFor(() => expect(postgresProcesses(postgres)).not.toEqual([]), {
    timeout: 30_000,
    interval: 5,
  });
  const other = await outcome(...restore);
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('Another restore') });
  killed.process.kill('SIGKILL');
  await killed.ends();

  const refused = { code: 1, output: expect.stringMatching(INCOMPLETE) };
  expect(await outcome(pathOf('../../../server/src/main.ts'))).toMatchObject(refused);
  expect(await outcome(pathOf('../backup.ts'), join(directory, 'copy.tar.zst'))).toMatchObject(refused);

  expect(await outcome(...restore)).toEqual({
    code: 0,
    output: expect.stringContaining('restored. Start the server as usual.\n'),
  });
  expect(readdirSync(dataDir).filter((name) => /restore/.test(name))).toEqual([]);
  const server = run(pathOf('../../../server/src/main.ts'));
  await server.shows('Nascente is ready');
  server.process.kill('SIGTERM');
  expect(await server.ends()).toBe(0);
  expect(existsSync(postgres)).toBe(true);
}, 120_000);

test('no program uses an external database whose restore was killed, until the restore is repeated', async () => {
  const databaseUrl = await createBareDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'nascente-killed-restore-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const env = { ...serverEnvironment(join(directory, 'data')), DATABASE_URL: databaseUrl };
  const run = (...args: readonly string[]) => runProgram(args, env);
  const outcome = async (...args: readonly string[]) => {
    const program = run(...args);
    const code = await program.ends();
    return { code, output: program.output() };
  };
  const restore = [pathOf('../restore.ts'), archive] as const;
  const killed = run(...restore);
  const release = await holdUp(databaseUrl);
  killed.process.kill('SIGKILL');
  await killed.ends();
  await release();

  const refused = {
    code: 1,
    output: expect.stringMatching(
      /DATABASE_URL has not ended, or was killed: .*Repeat the restore \(npm run restore\)\.\n$/,
    ),
  };
  expect(await outcome(pathOf('../../../server/src/main.ts'))).toMatchObject(refused);
  expect(await outcome(pathOf('../backup.ts'), join(directory, 'copy.tar.zst'))).toMatchObject(refused);
  expect(await outcome(pathOf('../export-all.ts'), join(directory, 'export'))).toMatchObject(refused);

  expect(await outcome(...restore)).toEqual({
    code: 0,
    output: expect.stringContaining('restored. Start the server as usual.\n'),
  });
  const client = await clientOf(databaseUrl);
  const { rows } = await client.query<{ people: number }>('select count(*)::int as people from account');
  expect(rows[0]?.people).toBeGreaterThan(0);
  expect(await outcome(pathOf('../backup.ts'), join(directory, 'copy.tar.zst'))).toMatchObject({ code: 0 });
  const server = run(pathOf('../../../server/src/main.ts'));
  await server.shows('Nascente is ready');
  server.process.kill('SIGTERM');
  expect(await server.ends()).toBe(0);
}, 120_000);
