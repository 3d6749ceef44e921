import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the database that test databases are copies of. */
    templateDatabase: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database to copy. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-test-'));
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log, durable: false });
  await migrate(postgres.connectionString, log);
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.end();
  project.provide('templateDatabase', postgres.connectionString);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
};
