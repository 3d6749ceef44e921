import { fromKysely, type PgBoss } from 'pg-boss';
import type { Connection } from '../database/open-database.ts';

/** A piece of work as its worker gets it. */
export interface QueuedWork<P extends object> {
  /** The same at every attempt. */
  readonly id: string;
  readonly payload: P;
  /** Attempts that have failed before this one. */
  readonly failures: number;
}

export interface Enqueuing {
  /** Queued when this transaction commits, and only then. */
  readonly within?: Connection | undefined;
  /** What is queued again under the same key in so many seconds is the same work, and done once. */
  readonly once?: { readonly key: string; readonly perSeconds: number } | undefined;
}

/** Work done soon, by any server of the installation, and done again later where it fails. */
export interface WorkQueue<P extends object> {
  add(payload: P, options?: Enqueuing): Promise<void>;
}

/** Each failure makes the next attempt wait twice as long, with some chance in it. */
export interface Persistence {
  readonly attempts: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** How often work whose wait is over is looked for. */
  readonly lookEverySeconds: number;
}

export interface QueueDefinition {
  readonly name: string;
  readonly persistence: Persistence;
  readonly work: (work: QueuedWork<object>) => Promise<void>;
}

/** An attempt that takes longer counts as failed. */
const ATTEMPT_LIMIT_SECONDS = 300;
const DAY_SECONDS = 86_400;

export const installQueue = async (boss: PgBoss, queue: QueueDefinition): Promise<void> => {
  const { name, persistence, work } = queue;
  const options = {
    retryLimit: persistence.attempts - 1,
    retryDelay: persistence.firstWaitSeconds,
    retryBackoff: true,
    retryDelayMax: persistence.longestWaitSeconds,
    expireInSeconds: ATTEMPT_LIMIT_SECONDS,
    retentionSeconds: 30 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  };
  await boss.createQueue(name, { policy: 'standard', ...options });
  await boss.updateQueue(name, options);
  const polling = {
    pollingIntervalSeconds: Math.min(2, persistence.lookEverySeconds),
    notifyPollingIntervalSeconds: persistence.lookEverySeconds,
  };
  await boss.work<object>(name, polling, async (jobs) => {
    for (const { id, data, retryCount } of jobs) await work({ id, payload: data, failures: retryCount });
  });
};

export const workQueueOf = <P extends object>(boss: PgBoss, name: string): WorkQueue<P> => ({
  async add(payload, { within, once } = {}) {
    await boss.send(name, payload, {
      ...(within ? { db: fromKysely(within) } : {}),
      ...(once ? { singletonKey: once.key, singletonSeconds: once.perSeconds } : {}),
    });
  },
});
