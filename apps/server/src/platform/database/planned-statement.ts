import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* planned once */';

/**
 * Marker at the end of a query (`.modifyEnd`): PostgreSQL parses and plans the query once per connection. For frequent queries
 * with constant text; lists of varying length change the text.
 */
export const PREPARED = sql.raw(MARK);

const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const planName = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, planName);
  return planName;
};

const withPreparedPlans = (client: pg.PoolClient): PostgresPoolClient => {
  const query = (requested: string, values: unknown[]) =>
    requested.endsWith(MARK)
      ? client.query({ name: nameOf(requested), text: requested, values })
      : client.query(requested, values);
  return Object.assign(Object.create(client) as pg.PoolClient, { query }) as PostgresPoolClient;
};

/** A pool for Kysely that sends queries with the marker `PREPARED` as named statements. */
export const poolForKysely = (pool: pg.Pool): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const planning = clients.get(client) ?? withPreparedPlans(client);
      clients.set(client, planning);
      return planning;
    },
  };
};
