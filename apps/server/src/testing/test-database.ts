import { randomUUID } from 'node:crypto';
import { withClient } from '@nascente/postgres-host/client.repository';
import { pino } from 'pino';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../platform/database/open-database.ts';
import { atEndOfFile } from './end-of-file.ts';

const withDatabase = (connectionString: string, name: string): string => {
  const [before, query] = connectionString.split('?');
  return `${before?.slice(0, before.lastIndexOf('/'))}/${name}?${query}`;
};

const run = async (connectionString: string, ...statements: readonly string[]): Promise<void> => {
  await withClient({ connectionString }, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
};

/** The address of a database without any table; dropped when the file is done. */
export const createBareDatabase = async (): Promise<string> => {
  const template = inject('templateDatabase');
  const maintenance = withDatabase(template, 'postgres');
  const name = `bare_${randomUUID().replaceAll('-', '')}`;
  await run(maintenance, `create database ${name}`);
  atEndOfFile(() => run(maintenance, `drop database ${name} with (force)`));
  return withDatabase(template, name);
};

/** An empty, migrated database for one test file, copied from the template; dropped when the file is done. */
export const createTestDatabase = async (): Promise<Database> => {
  const template = inject('templateDatabase');
  const maintenance = withDatabase(template, 'postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(maintenance, `create database ${name} template nascente strategy file_copy`);
  const database = connectDatabase(withDatabase(template, name), pino({ level: 'silent' }));
  atEndOfFile(async () => {
    await database.close();
    await run(maintenance, `drop database ${name} with (force)`);
  });
  return database;
};
