import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import type { Connection } from '../open-database.ts';
import type { Schema } from '../schema.ts';

/** Kysely on a connection that somebody else holds, within whatever transaction it is in; never to be destroyed. */
export const onClient = (client: PoolClient): Connection => {
  const borrowed = { query: client.query.bind(client), release: () => undefined } as unknown as PoolClient;
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
};
