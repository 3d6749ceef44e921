import { CompiledQuery } from 'kysely';
import type { ClientBase, QueryConfig } from 'pg';
import type { Connection } from '../open-database.ts';

/** The connection, or transaction, of Kysely for whoever writes its own statements. */
export const clientOf = (connection: Connection): Pick<ClientBase, 'query'> => {
  const query = async (asked: string | QueryConfig, values: readonly unknown[] = []) => {
    const { text, values: own = values } = typeof asked === 'string' ? { text: asked } : asked;
    const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [...own]));
    return { rows, rowCount: rows.length };
  };
  return { query } as unknown as Pick<ClientBase, 'query'>;
};
