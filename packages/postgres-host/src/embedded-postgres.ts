import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { withClient } from './client.repository.ts';
import { stopOrphanedPostgres } from './orphaned-postgres.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { openCluster, readPassword, SUPERUSER } from './postgres-cluster.ts';
import { type RunningPostmaster, startPostmaster } from './postmaster.ts';
import { isAlive, readPostmaster } from './postmaster-file.ts';
import { openSocketDirectory } from './socket-directory.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { requireCompleteRestore } from './unfinished-restore.ts';
import { openWalArchive } from './wal-archive.ts';

const DATABASE = 'nascente';
const RESTART_PAUSE_MS = 250;

/** The PostgreSQL that the server starts and supervises. */
interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Repeated calls wait for the first. */
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Directory of the write-ahead log's archive; `null`: no archive. */
  readonly walArchiveDir?: string | null;
  /** True for a restore, which may start a database that servers refuse. */
  readonly isRestore?: boolean;
  readonly log: Log;
  /** False only in tests; a crash may then lose data. */
  readonly durable?: boolean;
}

/** Opens DATA_DIR, creating it if absent. Other users may traverse it, because PostgreSQL may run as one, but not read it. */
export const openDataDirectory = (path: string): string => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
    accessSync(path, constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(`DATA_DIR cannot be used: ${reason}.`, { cause });
  }
};

const connectionStringFor = (socketDirectory: string, password: string, database: string): string =>
  `postgresql://${SUPERUSER}:${password}@/${database}?host=${encodeURIComponent(socketDirectory)}`;

const createDatabaseIfMissing = (maintenance: string): Promise<void> =>
  withClient({ connectionString: maintenance }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });

/**
 * The connection string of the PostgreSQL that a server runs on `dataDir`; `null`: none runs. Throws StartRefused if `dataDir`
 * has no database.
 */
export const findRunningPostgres = (dataDir: string): string | null => {
  const directory = join(dataDir, 'postgres');
  requireCompleteRestore(dataDir);
  if (!existsSync(directory)) throw new StartRefused(`There is no database in ${dataDir}: check DATA_DIR.`);
  const postmaster = readPostmaster(directory);
  if (postmaster === null || !postmaster.ready || !isAlive(postmaster, directory)) return null;
  return connectionStringFor(postmaster.socketDirectory, readPassword(dataDir), DATABASE);
};

/** Calls `start` again whenever its result ends, until stopped. */
const supervise = (first: RunningPostmaster, start: () => Promise<RunningPostmaster>, log: Log) => {
  let current = first;
  let stopping = false;
  const watch = async (): Promise<void> => {
    await current.ended;
    while (!stopping) {
      log.error('PostgreSQL has ended; starting it again');
      try {
        current = await start();
        return void watch();
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again');
        await pause(RESTART_PAUSE_MS);
      }
    }
  };
  void watch();
  return {
    current: () => current,
    stop: () => {
      stopping = true;
    },
  };
};

/** Stops the PostgreSQL of a killed restore. Throws AnotherServerRuns if it is in use. */
export const stopLeftPostgres = (dataDir: string, log: Log): Promise<void> =>
  stopOrphanedPostgres(
    join(dataDir, 'postgres'),
    ({ socketDirectory }) => connectionStringFor(socketDirectory, readPassword(dataDir), DATABASE),
    log,
  );

/**
 * Starts PostgreSQL on `dataDir`/postgres, created if absent, and restarts it when it ends. Throws AnotherServerRuns if a server
 * uses it, and StartRefused with advice if PostgreSQL cannot run here.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { log, durable = true, walArchiveDir = null } = options;
  const dataDir = openDataDirectory(options.dataDir);
  if (!options.isRestore) requireCompleteRestore(dataDir);
  const binaries = findPostgresBinaries();
  const cluster = await openCluster(dataDir, binaries);
  await stopOrphanedPostgres(
    cluster.directory,
    ({ socketDirectory }) => connectionStringFor(socketDirectory, cluster.password, DATABASE),
    log,
  );
  const socket = openSocketDirectory(dataDir, cluster.user);
  const settings = walArchiveDir === null ? {} : openWalArchive(walArchiveDir, cluster).settings;
  const { postgres } = binaries;
  const start = () =>
    startPostmaster({ cluster, socketDirectory: socket.path, postgres, durable, settings, log });
  const supervised = supervise(await start(), start, log);
  const end = async (): Promise<void> => {
    supervised.stop();
    await stopPostmaster(supervised.current(), cluster.directory, log);
    socket.remove();
  };
  let ending: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  try {
    await createDatabaseIfMissing(connectionStringFor(socket.path, cluster.password, 'postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString: connectionStringFor(socket.path, cluster.password, DATABASE), stop };
};
