import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { withClient } from './client.repository.ts';
import { isDatabaseOutage } from './outage.ts';
import { findLivePostmaster, type Postmaster, processExists } from './postmaster-file.ts';
import { SERVER_LOCK } from './server-lock.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const POLL_MS = 50;
/** A server takes its lock within moments of its database's start. */
const LOCK_IS_TAKEN_WITHIN_MS = 5_000;
/** One that says nothing for so long is frozen. */
const ANSWERS_WITHIN_MS = 5_000;
/** A PostgreSQL that another server starts, ends or waits for is soon locked or gone, or that server is in trouble. */
const OTHER_IS_CLEAR_WITHIN_MS = 60_000;
const UNKNOWN_DATABASE = '3D000';

export class AnotherServerRuns extends StartRefused {
  constructor() {
    super('Another Nascente is running on this DATA_DIR or DATABASE_URL.');
  }
}

/** Looks at the lock without touching it, lest the server that is just taking it fail. */
const isLocked = (connectionString: string): Promise<boolean> => {
  const limits = { connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS };
  return withClient({ connectionString, ...limits }, async (client) => {
    const { rows } = await client.query<{ is_locked: boolean }>(
      `select exists (
         select from pg_locks
         where locktype = 'advisory' and granted and objsubid = 1
           and (classid::bigint << 32 | objid::bigint) = $1
           and database = (select oid from pg_database where datname = current_database())
       ) as is_locked`,
      [SERVER_LOCK],
    );
    return rows[0]?.is_locked === true;
  });
};

const NAMED_BY_ITS_LAUNCHER = /cluster_name=nascente-(\d+)/;

/** Whether the server that started this PostgreSQL may be alive: it is named on the command line (`postmaster.ts`). */
const hasLauncher = ({ pid }: Postmaster): boolean => {
  try {
    const launcher = Number(NAMED_BY_ITS_LAUNCHER.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1]);
    return launcher !== process.pid && processExists(launcher);
  } catch {
    // Not everywhere can it be seen.
    return true;
  }
};

type Verdict = 'in-use' | 'orphaned' | 'wait';

const judge = async (postmaster: Postmaster, connectionString: string): Promise<Verdict> => {
  const unlessLookedAfter = hasLauncher(postmaster) ? 'wait' : 'orphaned';
  if (!postmaster.ready) return unlessLookedAfter;
  try {
    if (await isLocked(connectionString)) return 'in-use';
    const isYoung = Date.now() - postmaster.startedAtMs < LOCK_IS_TAKEN_WITHIN_MS;
    return isYoung ? unlessLookedAfter : 'orphaned';
  } catch (error) {
    if (isDatabaseOutage(error)) return unlessLookedAfter;
    if ((error as { code?: unknown }).code === UNKNOWN_DATABASE) return 'orphaned';
    throw error;
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
  const deadline = Date.now() + OTHER_IS_CLEAR_WITHIN_MS;
  for (;;) {
    const postmaster = findLivePostmaster(directory);
    if (postmaster === null) return;
    const verdict = await judge(postmaster, connectionStringOf(postmaster));
    if (verdict === 'in-use' || Date.now() > deadline) throw new AnotherServerRuns();
    if (verdict === 'orphaned') {
      log.info('Stopping the PostgreSQL that a killed server left running');
      return stopPostmaster(postmaster, directory, log);
    }
    await pause(POLL_MS);
  }
};
