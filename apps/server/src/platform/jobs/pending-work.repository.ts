import { reaching } from '@nascente/postgres-host/database-hosts';
import pg, { type ClientBase } from 'pg';
import { QUEUE_POLICY } from './work-queue.ts';

/** The next start of a job counts the attempt that its process did not end. */
const MAKE_DUE = `update job.job set state = 'retry', start_after = now(), heartbeat_on = null
where state = 'active' and retry_count < retry_limit`;

/** Makes jobs under way due at once. To be called while no process works. */
export const makeActiveJobsDue = async (connectionString: string): Promise<void> => {
  const client = new pg.Client(reaching(connectionString));
  await client.connect();
  try {
    await client.query(MAKE_DUE);
  } finally {
    await client.end();
  }
};

/** Of queues only: what runs by the clock is planned anew by the next start. */
const PENDING = `select j.name as queue, j.id, j.data as payload, j.start_after as at
from job.job j join job.queue q on q.name = j.name
where q.policy = $1 and j.state in ('created', 'retry', 'active') and j.name not like '\\_\\_%'
order by j.created_on, j.id`;

/** A piece of work that no server has done yet. */
export interface PendingWork {
  readonly queue: string;
  readonly id: string;
  readonly payload: unknown;
  /** ISO 8601. */
  readonly notBefore: string;
}

interface PendingRow {
  readonly queue: string;
  readonly id: string;
  readonly payload: unknown;
  readonly at: Date;
}

/** What servers still had to do when they were asked; nothing where none has run yet. */
export const readPendingWork = async (client: ClientBase): Promise<PendingWork[]> => {
  const { rows: found } = await client.query("select where to_regclass('job.job') is not null");
  if (found.length === 0) return [];
  const { rows } = await client.query<PendingRow>(PENDING, [QUEUE_POLICY]);
  return rows.map(({ at, ...work }) => ({ ...work, notBefore: at.toISOString() }));
};
