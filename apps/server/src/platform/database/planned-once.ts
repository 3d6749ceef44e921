import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* planned once */';

/**
 * At the end of a query (`.modifyEnd`): PostgreSQL parses and plans it once a connection. For frequent queries with constant
 * text; lists of varying length change the text.
 */
export const PLANNED_ONCE = sql.raw(MARK);

const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const planName = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, planName);
  return planName;
};

const withPreparedPlans = (client: pg.PoolClient): PostgresPoolClient => {
  const query = (asked: string, values: unknown[]) =>
    asked.endsWith(MARK)
      ? client.query({ name: nameOf(asked), text: asked, values })
      : client.query(asked, values);
  return Object.assign(Object.create(client) as pg.PoolClient, { query }) as PostgresPoolClient;
};

/** A pool for Kysely that knows the mark. */
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
