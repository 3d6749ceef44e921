import { withClient } from '@nascente/postgres-host/client.repository';
import { reaching } from '@nascente/postgres-host/database-hosts';
import type { ClientBase } from 'pg';
import type { PgBoss } from 'pg-boss';
import { CLOCK_SKEW_MS } from '../limits/clock-skew.ts';
import { QUEUE_POLICY } from './work-queue.ts';

const LATEST = `job.job_now() + interval '${CLOCK_SKEW_MS} milliseconds'`;

/** Columns by which pg-boss selects due jobs. An instant of a clock that was ahead would delay the job until then. */
const REPAIRS = [
  `update job.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on) > ${LATEST} returning 1`,
  `update job.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > ${LATEST} returning 1`,
  // Keeps the intended delay of each job.
  `update job.job set start_after = start_after - (created_on - job.job_now()), created_on = job.job_now()
    where state = 'created' and created_on > ${LATEST} returning 1`,
  `update job.job set start_after = start_after - (started_on - job.job_now()), started_on = job.job_now(),
      created_on = least(created_on, job.job_now())
    where state = 'retry' and started_on > ${LATEST} returning 1`,
  `update job.job set started_on = job.job_now(), heartbeat_on = job.job_now()
    where state = 'active' and greatest(started_on, heartbeat_on) > ${LATEST} returning 1`,
];

/** Corrects times of jobs written by a clock that was ahead. @returns whether there were any */
export const bringJobTimesBack = async (boss: PgBoss): Promise<boolean> => {
  const database = boss.getDb();
  let repaired = 0;
  for (const repair of REPAIRS) repaired += (await database.executeSql(repair)).rows.length;
  return repaired > 0;
};

/** The next start of a job counts the attempt that its process did not end. */
const MAKE_DUE = `update job.job set state = 'retry', start_after = now(), heartbeat_on = null
where state = 'active' and retry_count < retry_limit`;

/** Makes jobs that were in progress due at once. Must be called while no process runs jobs. */
export const makeActiveJobsDue = async (connectionString: string): Promise<void> => {
  await withClient(reaching(connectionString), (client) => client.query(MAKE_DUE));
};

/** Only jobs of queues: the next start schedules the others. */
const PENDING = `select j.name as queue, j.id, j.data as payload, j.start_after as at
from job.job j join job.queue q on q.name = j.name
where q.policy = $1 and j.state in ('created', 'retry', 'active') and j.name not like '\\_\\_%'
order by j.created_on, j.id`;

/** A piece of work that no server has done yet. */
export interface PendingWork {
  readonly queue: string;
  readonly id: string;
  readonly payload: unknown;
  /** Earliest start, ISO 8601 in UTC. */
  readonly notBefore: string;
}

interface PendingRow {
  readonly queue: string;
  readonly id: string;
  readonly payload: unknown;
  readonly at: Date;
}

/** Unfinished work of the servers of a database; empty if none has run yet. */
export const readPendingWork = async (client: ClientBase): Promise<PendingWork[]> => {
  const { rows: found } = await client.query("select where to_regclass('job.job') is not null");
  if (found.length === 0) return [];
  const { rows } = await client.query<PendingRow>(PENDING, [QUEUE_POLICY]);
  return rows.map(({ at, ...work }) => ({ ...work, notBefore: at.toISOString() }));
};
