import { setTimeout as pause } from 'node:timers/promises';
import { type ServerLock, tryServerLock, WORKER_LOCK } from '@nascente/postgres-host/server-lock';
import type { Log } from '@nascente/runtime/log';
import { makeActiveJobsDue } from './orphaned-jobs.repository.ts';

/** Another process that starts holds it alone for as long as an update takes. */
const TRY_AGAIN_MS = 100;

/**
 * Marks this process as one that works off queues. The first one makes the jobs due that killed processes left: without
 * it they would wait until their heartbeat is missed, for a minute and a half.
 */
export const holdWorkerLock = async (connectionString: string, log: Log): Promise<ServerLock> => {
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
