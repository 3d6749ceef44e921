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
/** Time within which a server takes its lock after starting its database. */
const LOCK_IS_TAKEN_WITHIN_MS = 5_000;
/** A PostgreSQL without an answer for this time is frozen. */
const ANSWERS_WITHIN_MS = 5_000;
/** Time limit of waiting for a PostgreSQL that another server is starting or stopping, until it is locked or has ended. */
const OTHER_IS_CLEAR_WITHIN_MS = 60_000;
const UNKNOWN_DATABASE = '3D000';

export class AnotherServerRuns extends StartRefused {
  constructor() {
    super('Another Nascente is running on this DATA_DIR or DATABASE_URL.');
  }
}

/** Whether the lock is held. It is not taken for the check, because a server that takes it at that moment would fail. */
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
    // Some systems do not show the command line of a process.
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
 * Stops the PostgreSQL that a killed server left running, so that it can be started with the current settings. Throws
 * AnotherServerRuns if a running server uses it.
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
