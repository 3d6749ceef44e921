import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { ClientBase, PoolClient, QueryConfig } from 'pg';
import type { Connection } from '../open-database.ts';
import type { Schema } from '../schema.ts';

/** Kysely on a connection of the caller, within its transaction. Do not destroy it. */
export const onClient = (client: PoolClient): Connection => {
  const borrowed = { query: client.query.bind(client), release: () => undefined } as unknown as PoolClient;
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
};

/**
 * Runs `work` in a transaction, and releases the connection; a broken connection is discarded.
 * @param begin - the statement that begins the transaction, such as one with an isolation level
 */
export const inTransaction = async <T>(
  connection: PoolClient,
  work: (connection: PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> => {
  let failure: Error | undefined;
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (thrown) {
    await connection.query('rollback').catch((broken: Error) => {
      failure = broken;
    });
    throw thrown;
  } finally {
    connection.release(failure);
  }
};

/** Runs plain SQL statements on a connection or transaction of Kysely. */
export const clientOf = (connection: Connection): Pick<ClientBase, 'query'> => {
  const query = async (requested: string | QueryConfig, values: readonly unknown[] = []) => {
    const { text, values: own = values } = typeof requested === 'string' ? { text: requested } : requested;
    const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [...own]));
    return { rows, rowCount: rows.length };
  };
  return { query } as unknown as Pick<ClientBase, 'query'>;
};
