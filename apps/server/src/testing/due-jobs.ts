import type { Database } from '../platform/database/open-database.ts';

/** What waits in a queue for its time, or for its next attempt, is due, and the worker is woken: by itself it looks seldom. */
export const makeDue = async (
  { pool }: Pick<Database, 'pool'>,
  queue: string,
  state: 'created' | 'retry',
): Promise<void> => {
  await pool.query('update job.job set start_after = now() where name = $1 and state = $2', [queue, state]);
  await pool.query("select pg_notify('pgboss_' || left(encode(sha224('job'::bytea), 'hex'), 24), $1)", [
    queue,
  ]);
};
