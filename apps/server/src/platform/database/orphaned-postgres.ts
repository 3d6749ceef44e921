import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { stopPostmaster } from './postmaster.ts';
import { findLivePostmaster, isAlive, type Postmaster } from './postmaster-file.ts';
import { tryServerLock } from './server-lock.ts';

const POLL_MS = 50;
/** A server takes its lock within moments of its database's start. */
const LOCK_IS_TAKEN_WITHIN_MS = 5_000;

export class AnotherServerRuns extends Error {}

const launcherLives = async (connectionString: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name');
    const launcher = Number(rows[0]?.cluster_name.split('-').at(-1));
    if (launcher === process.pid) return false;
    process.kill(launcher, 0);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Whether a server works on it. One that is just starting has not taken its lock yet. */
const isInUse = async (postmaster: Postmaster, connectionString: string, log: Log): Promise<boolean> => {
  for (;;) {
    const lock = await tryServerLock(connectionString, log);
    if (lock === null) return true;
    await lock.release();
    const young = Date.now() - postmaster.startedAtMs < LOCK_IS_TAKEN_WITHIN_MS;
    if (!young || !(await launcherLives(connectionString))) return false;
    await pause(POLL_MS);
  }
};

/**
 * A killed server leaves its PostgreSQL running: it is stopped, so that ours starts with our settings. Throws
 * AnotherServerRuns when a living server works on it.
 */
export const stopOrphanedPostgres = async (
  directory: string,
  connectionStringOf: (postmaster: Postmaster) => string,
  log: Log,
): Promise<void> => {
  let postmaster = findLivePostmaster(directory);
  while (postmaster !== null && isAlive(postmaster, directory)) {
    if (postmaster.ready) {
      if (await isInUse(postmaster, connectionStringOf(postmaster), log)) throw new AnotherServerRuns();
      log.info('Stopping the PostgreSQL that a killed server left running');
      return stopPostmaster(postmaster, directory);
    }
    await pause(POLL_MS);
    postmaster = findLivePostmaster(directory);
  }
};
