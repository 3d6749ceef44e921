import { setTimeout as pause } from 'node:timers/promises';
import { reaching } from '@nascente/postgres-host/database-hosts';
import type { ServerLock } from '@nascente/postgres-host/server-lock';
import { tryServerLock, WORKER_LOCK } from '@nascente/postgres-host/server-lock';
import type { Log } from '@nascente/runtime/log';
import { PgBoss } from 'pg-boss';
import type { Registry } from 'prom-client';
import { bringJobTimesBack, makeActiveJobsDue } from './pending-work.repository.ts';
import {
  HEARTBEAT_SECONDS,
  installQueue,
  measureJobs,
  type QueueDefinition,
  type WorkQueue,
  workOn,
  workQueueOf,
} from './work-queue.ts';

/** Interval of attempts to get the lock, which another starting process may hold for the time of an update. */
const TRY_AGAIN_MS = 100;

/**
 * Marks this process as one that runs jobs. The first such process makes jobs of killed processes due at once, which would
 * otherwise wait 90 s for a missed heartbeat.
 */
const holdWorkerLock = async (connectionString: string, log: Log): Promise<ServerLock> => {
  const take = (holding: 'alone' | 'shared') =>
    tryServerLock(connectionString, holding, log, () => void retake(), WORKER_LOCK);
  let current: ServerLock | null = null;
  let isReleased = false;
  const retake = async (): Promise<void> => {
    current = null;
    while (!isReleased && current === null) {
      current = await take('shared').catch(() => null);
      if (current === null) await pause(TRY_AGAIN_MS, undefined, { ref: false });
    }
    if (isReleased) await current?.release();
  };
  const alone = await take('alone');
  if (alone !== null) {
    await makeActiveJobsDue(connectionString);
    await alone.release();
  }
  await retake();
  return {
    async release() {
      isReleased = true;
      await current?.release();
    },
  };
};

interface ScheduleOptions {
  /** Also runs the work when a server starts: users would miss it until its next scheduled time. */
  readonly alsoAtStart?: boolean;
}

/** Scheduled and queued work, run once in an installation however many servers share the database. */
export type JobRunner = ReturnType<typeof createJobRunner>;

interface Job {
  readonly name: string;
  readonly cron: string;
  readonly work: () => Promise<void>;
  readonly alsoAtStart: boolean;
}

const STOP_LIMIT_MS = 5_000;
const RUN_LIMIT_SECONDS = 3_600;
/** Interval of checking whether the clock was set back, and so the maximum delay of jobs after that. */
const CLOCK_WATCH_MS = 60_000;

/** pg-boss polls often by default; jobs here are never urgent, and an idle server should be idle. */
const createBoss = (connectionString: string, works: boolean): PgBoss =>
  new PgBoss({
    ...reaching(connectionString),
    application_name: 'nascente jobs',
    schema: 'job',
    max: 2,
    // A process that only adds jobs does not supervise them.
    supervise: works,
    schedule: works,
    useListenNotify: true,
    cronWorkerIntervalSeconds: 30,
    cronMonitorIntervalSeconds: 45,
    superviseIntervalSeconds: 60,
    maintenanceIntervalSeconds: 3_600,
    // Interval of searching for runs whose process was killed.
    monitorIntervalSeconds: 60,
    bamIntervalSeconds: 300,
    flowIntervalSeconds: 300,
    queueCacheIntervalSeconds: 300,
    monitorVacuum: false,
  });

/**
 * @param options.works - `false`: this process only adds jobs, and others run them @param options.registry - registry of the
 * metrics
 */
export const createJobRunner = (
  connectionString: string,
  log: Log,
  { works = true, registry }: { works?: boolean; registry?: Registry } = {},
) => {
  const measure = measureJobs(registry);
  const jobs: Job[] = [];
  const queues: QueueDefinition[] = [];
  const boss = createBoss(connectionString, works);
  boss.on('error', (error: Error) =>
    log.warn({ reason: error.message }, 'The job queue could not reach the database'),
  );

  let workerLock: ServerLock | null = null;
  let clockWatch: NodeJS.Timeout | undefined;

  const watchClock = async (): Promise<void> => {
    try {
      if (await bringJobTimesBack(boss)) log.warn('The clock was set back: jobs are due by it again');
    } catch (error) {
      log.warn({ err: error }, 'The times of jobs could not be looked at');
    }
  };

  const install = async ({ name, cron, work, alsoAtStart }: Job): Promise<void> => {
    const options = {
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: RUN_LIMIT_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 86_400,
    };
    await boss.createQueue(name, { policy: 'exclusive', ...options });
    await boss.updateQueue(name, options);
    await boss.schedule(name, cron, null, { tz: 'UTC' });
    // Sent before the workers start, because they query the queue at their start and seldom later.
    if (alsoAtStart) await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      const startedAt = performance.now();
      try {
        await work();
        measure(name, 'done', startedAt);
        log.debug({ job: name, ms: Math.round(performance.now() - startedAt) }, 'A job is done');
      } catch (error) {
        measure(name, 'failed', startedAt);
        log.error({ err: error, job: name }, 'A job failed');
        throw error;
      }
    });
  };

  return {
    /**
     * Runs `work` at the times of `cron` (UTC), and optionally at the start of a server. One run at a time; a failed run is
     * repeated twice. Call it before `start`.
     */
    schedule(
      name: string,
      cron: string,
      work: () => Promise<void>,
      { alsoAtStart = false }: ScheduleOptions = {},
    ) {
      jobs.push({ name, cron, work, alsoAtStart });
    },
    /** Processes the jobs of a queue from `start` on. Call it before `start`; jobs can be added only afterwards. */
    queue<P extends object>(queue: QueueDefinition): WorkQueue<P> {
      queues.push(queue);
      return workQueueOf(boss, queue.name);
    },
    async start() {
      await boss.start();
      for (const queue of queues) await installQueue(boss, queue);
      if (!works) return;
      workerLock = await holdWorkerLock(connectionString, log);
      await watchClock();
      clockWatch = setInterval(() => void watchClock(), CLOCK_WATCH_MS).unref();
      for (const queue of queues) await workOn(boss, queue, measure);
      for (const job of jobs) await install(job);
      const names = new Set(jobs.map(({ name }) => name));
      for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
    },
    /** Waits for running work, at most `STOP_LIMIT_MS`. */
    async stop() {
      clearInterval(clockWatch);
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS });
      await workerLock?.release();
    },
  };
};
