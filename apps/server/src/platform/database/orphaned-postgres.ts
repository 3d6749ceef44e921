import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { StartRefused } from '../start-refused.ts';
import { isDatabaseOutage } from './outage.ts';
import { stopPostmaster } from './postmaster.ts';
import { findLivePostmaster, type Postmaster, processExists } from './postmaster-file.ts';
import { SERVER_LOCK } from './server-lock.ts';

const POLL_MS = 50;
/** A server takes its lock within moments of its database's start. */
const LOCK_IS_TAKEN_WITHIN_MS = 5_000;
const UNKNOWN_DATABASE = '3D000';

export class AnotherServerRuns extends StartRefused {
  constructor() {
    super('Another Nascente is running on this DATA_DIR or DATABASE_URL.');
  }
}

interface Occupation {
  readonly isLocked: boolean;
  /** Process that started this PostgreSQL. */
  readonly launcher: number;
}

/** Looks at the lock without touching it, lest the server that is just taking it fail. */
const readOccupation = async (connectionString: string): Promise<Occupation> => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_locked: boolean; name: string }>(
      `select current_setting('cluster_name') as name, exists (
         select from pg_locks
         where locktype = 'advisory' and granted and objsubid = 1
           and (classid::bigint << 32 | objid::bigint) = $1
           and database = (select oid from pg_database where datname = current_database())
       ) as is_locked`,
      [SERVER_LOCK],
    );
    return { isLocked: rows[0]?.is_locked === true, launcher: Number(rows[0]?.name.split('-').at(-1)) };
  } finally {
    await client.end().catch(() => undefined);
  }
};

type Verdict = 'in-use' | 'orphaned' | 'wait';

const judge = async (postmaster: Postmaster, connectionString: string): Promise<Verdict> => {
  if (!postmaster.ready) return 'wait';
  try {
    const { isLocked, launcher } = await readOccupation(connectionString);
    if (isLocked) return 'in-use';
    const isYoung = Date.now() - postmaster.startedAtMs < LOCK_IS_TAKEN_WITHIN_MS;
    return isYoung && launcher !== process.pid && processExists(launcher) ? 'wait' : 'orphaned';
  } catch (error) {
    if (isDatabaseOutage(error)) return 'wait';
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
  for (;;) {
    const postmaster = findLivePostmaster(directory);
    if (postmaster === null) return;
    const verdict = await judge(postmaster, connectionStringOf(postmaster));
    if (verdict === 'in-use') throw new AnotherServerRuns();
    if (verdict === 'orphaned') {
      log.info('Stopping the PostgreSQL that a killed server left running');
      return stopPostmaster(postmaster, directory);
    }
    await pause(POLL_MS);
  }
};
