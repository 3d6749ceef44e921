import { fromKysely, type Job, type JobResult, type PgBoss } from 'pg-boss';
import { Histogram, type Registry } from 'prom-client';
import type { Connection } from '../database/open-database.ts';

/** Called for each run of a job, and each item of a queue. */
type JobMeters = (work: string, outcome: 'done' | 'failed', startedAt: number) => void;

const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

/** @param registry - undefined: nothing is measured. */
export const measureJobs = (registry: Registry | undefined): JobMeters => {
  if (registry === undefined) return () => undefined;
  const durations = new Histogram({
    name: 'nascente_job_duration_seconds',
    help: 'Duration of scheduled and queued work, such as e-mails; failed work is repeated.',
    labelNames: ['work', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (work, outcome, startedAt) =>
    durations.observe({ work, outcome }, (performance.now() - startedAt) / 1_000);
};

/** A piece of work as its worker gets it. */
export interface QueuedWork<P extends object> {
  /** The id, equal at every attempt. */
  readonly id: string;
  readonly payload: P;
  /** Attempts that have failed before this one. */
  readonly failures: number;
}

export interface Enqueuing {
  /** Queued when this transaction commits, and only then. */
  readonly within?: Connection | undefined;
  /** Earliest time; by default now. */
  readonly notBefore?: Date | undefined;
  /** The account of the work, for a queue with turns. */
  readonly turnOf?: string | undefined;
  /** Jobs queued under the same key within `perSeconds` are done once. */
  readonly unique?: { readonly key: string; readonly perSeconds: number } | undefined;
}

/** Work done soon by any server of the installation, and retried after a failure. */
export interface WorkQueue<P extends object> {
  add(payload: P, options?: Enqueuing): Promise<void>;
}

/** How failed work is repeated: the waiting time doubles with each failure and has a random part. */
export interface Persistence {
  readonly attempts: number;
  readonly firstWaitSeconds: number;
  readonly maxWaitSeconds: number;
  /** The interval between queries for due jobs. */
  readonly lookEverySeconds: number;
}

export interface QueueDefinition {
  readonly name: string;
  readonly persistence: Persistence;
  /** For work that waits for other systems: few items of one account run at a time, and slow items delay no other work. */
  readonly inTurns?: boolean;
  readonly work: (work: QueuedWork<object>) => Promise<void>;
}

/** Items are independent and may run in any order. */
export const QUEUE_POLICY = 'standard';
/** A job without a heartbeat for this time counts as killed with its process, and is repeated before its time limit. */
export const HEARTBEAT_SECONDS = 30;
/** Time limit of an attempt. */
const ATTEMPT_LIMIT_SECONDS = 300;
const DAY_SECONDS = 86_400;
/** Items fetched at once. Each succeeds or fails independently. */
const CONCURRENT = 8;
const CONCURRENT_OF_ACCOUNT = 2;
const WAKE_MS = 250;

const attempt = async (
  job: Job<object>,
  { name, work }: QueueDefinition,
  measure: JobMeters,
): Promise<JobResult> => {
  const { id, data, retryCount } = job;
  const startedAt = performance.now();
  try {
    await work({ id, payload: data, failures: retryCount });
    measure(name, 'done', startedAt);
    return { id, status: 'completed' };
  } catch (error) {
    measure(name, 'failed', startedAt);
    return {
      id,
      status: 'failed',
      output: { reason: error instanceof Error ? error.message : String(error) },
    };
  }
};

export const installQueue = async (boss: PgBoss, queue: QueueDefinition): Promise<void> => {
  const { name, persistence } = queue;
  const options = {
    retryLimit: persistence.attempts - 1,
    retryDelay: persistence.firstWaitSeconds,
    retryBackoff: true,
    retryDelayMax: persistence.maxWaitSeconds,
    expireInSeconds: ATTEMPT_LIMIT_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: 30 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  };
  await boss.createQueue(name, { policy: QUEUE_POLICY, ...options });
  await boss.updateQueue(name, options);
};

/** Starts to process a queue. */
export const workOn = async (boss: PgBoss, queue: QueueDefinition, measure: JobMeters): Promise<void> => {
  const { name, persistence } = queue;
  const polling = {
    pollingIntervalSeconds: Math.min(2, persistence.lookEverySeconds),
    notifyPollingIntervalSeconds: persistence.lookEverySeconds,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  const workAll = (jobs: Job<object>[]): Promise<JobResult[]> =>
    Promise.all(jobs.map((job) => attempt(job, queue, measure)));
  if (queue.inTurns !== true) {
    const batches = { ...polling, batchSize: CONCURRENT };
    await boss.work<object, unknown, typeof batches>(name, batches, workAll);
    return;
  }
  // A batch ends with its slowest work: each worker takes one piece at a time.
  const turns = { ...polling, batchSize: 1, groupConcurrency: CONCURRENT_OF_ACCOUNT };
  const workers: string[] = [];
  let isWaking = false;
  const wake = (): void => {
    isWaking = false;
    for (const worker of workers) boss.notifyWorker(worker);
  };
  for (let n = 0; n < CONCURRENT; n++)
    workers.push(
      await boss.work<object, unknown, typeof turns>(name, turns, async (jobs) => {
        const results = await workAll(jobs);
        // Jobs of the same account may have waited for this one without a timer.
        if (!isWaking) setTimeout(wake, WAKE_MS).unref();
        isWaking = true;
        return results;
      }),
    );
};

export const workQueueOf = <P extends object>(boss: PgBoss, name: string): WorkQueue<P> => ({
  async add(payload, { within, unique, notBefore, turnOf } = {}) {
    await boss.send(name, payload, {
      ...(within ? { db: fromKysely(within) } : {}),
      ...(turnOf === undefined ? {} : { group: { id: turnOf } }),
      ...(notBefore ? { startAfter: notBefore } : {}),
      ...(unique ? { singletonKey: unique.key, singletonSeconds: unique.perSeconds } : {}),
    });
  },
});
