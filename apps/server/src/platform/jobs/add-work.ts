import { PgBoss } from 'pg-boss';
import { QUEUE_POLICY } from './work-queue.ts';

/** Work as it stood in another database. */
interface WorkToAdd {
  readonly queue: string;
  readonly id: string;
  readonly payload: unknown;
  readonly notBefore: string;
}

/** Adds work for the servers that will start on this database. What is there already is not added again. */
export const addWork = async (connectionString: string, work: readonly WorkToAdd[]): Promise<void> => {
  if (work.length === 0) return;
  const boss = new PgBoss({ connectionString, schema: 'job', max: 1, supervise: false, schedule: false });
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
