import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@nascente/postgres-host/client.repository';
import { startEmbeddedPostgres } from '@nascente/postgres-host/embedded-postgres';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the database that test databases are copies of. */
    templateDatabase: string;
    /** Data of a server with this migrated database, to copy: `copyMigratedData`. */
    migratedData: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database to copy; and its files, for servers with a PostgreSQL of their own. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-test-'));
  const migratedData = mkdtempSync(join(tmpdir(), 'nascente-migrated-'));
  // As a server makes its data directory: PostgreSQL may run as another user.
  for (const path of [directory, migratedData]) chmodSync(path, 0o711);
  const log = pino({ level: 'silent' });
  const start = () => startEmbeddedPostgres({ dataDir: directory, log, durable: false });
  const migrating = await start();
  await migrate(migrating.connectionString, log);
  await migrating.stop();
  execFileSync('cp', ['-a', `${directory}/.`, migratedData]);
  const postgres = await start();
  await withClient({ connectionString: postgres.connectionString }, async (client) => {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  });
  project.provide('templateDatabase', postgres.connectionString);
  project.provide('migratedData', migratedData);
  return async () => {
    await postgres.stop();
    for (const path of [directory, migratedData]) rmSync(path, { recursive: true, force: true });
  };
};
