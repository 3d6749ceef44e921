import { reaching } from '@nascente/postgres-host/database-hosts';
import { PgBoss } from 'pg-boss';
import type { PendingWork } from './pending-work.repository.ts';
import { QUEUE_POLICY } from './work-queue.ts';

/** Moves pending work of another database to the servers of this one. Existing work is not added again. */
export const addWork = async (connectionString: string, work: readonly PendingWork[]): Promise<void> => {
  if (work.length === 0) return;
  const boss = new PgBoss({
    ...reaching(connectionString),
    schema: 'job',
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const [queue, jobs] of Map.groupBy(work, (one) => one.queue)) {
      await boss.createQueue(queue, { policy: QUEUE_POLICY });
      await boss.insert(
        queue,
        jobs.map(({ id, payload, notBefore }) => ({ id, data: payload as object, startAfter: notBefore })),
      );
    }
  } finally {
    await boss.stop({ graceful: false });
  }
};
