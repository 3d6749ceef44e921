import type { PgBoss } from 'pg-boss';
import { CLOCK_SKEW_MS } from '../limits/clock-skew.ts';

const LATEST = `job.job_now() + interval '${CLOCK_SKEW_MS} milliseconds'`;

/** Columns by which pg-boss selects due jobs. An instant of a clock that was ahead would delay the job until then. */
const REPAIRS = [
  `update job.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on) > ${LATEST} returning 1`,
  `update job.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > ${LATEST} returning 1`,
  // Each waits as long as it was meant to.
  `update job.job set start_after = start_after - (created_on - job.job_now()), created_on = job.job_now()
    where state = 'created' and created_on > ${LATEST} returning 1`,
  `update job.job set start_after = start_after - (started_on - job.job_now()), started_on = job.job_now(),
      created_on = least(created_on, job.job_now())
    where state = 'retry' and started_on > ${LATEST} returning 1`,
  `update job.job set started_on = job.job_now(), heartbeat_on = job.job_now()
    where state = 'active' and greatest(started_on, heartbeat_on) > ${LATEST} returning 1`,
];

/** Brings the instants of jobs back that a clock has written that was ahead. @returns whether there were any. */
export const bringJobTimesBack = async (boss: PgBoss): Promise<boolean> => {
  const database = boss.getDb();
  let repaired = 0;
  for (const repair of REPAIRS) repaired += (await database.executeSql(repair)).rows.length;
  return repaired > 0;
};
