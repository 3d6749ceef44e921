import { withClient } from '@nascente/postgres-host/client.repository';
import { reaching } from '@nascente/postgres-host/database-hosts';
import { findRunningPostgres, startEmbeddedPostgres } from '@nascente/postgres-host/embedded-postgres';
import { allowConnections, cutConnections } from '@nascente/postgres-host/open-sockets';
import { AnotherServerRuns } from '@nascente/postgres-host/orphaned-postgres';
import { type Holding, tryServerLock } from '@nascente/postgres-host/server-lock';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { Kysely, PostgresDialect } from 'kysely';
import { type Closers, createClosers, OWN_LIMIT } from '../closers.ts';
import { createChangeLog } from './change-log.ts';
import { createPool } from './connections/connection-pool.ts';
import { requireDurability } from './durability.ts';
import { migrate } from './migrate.ts';
import { poolForKysely } from './planned-statement.ts';
import type { Schema } from './schema.ts';

const MIN_VERSION = 18;

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
};

const foreign = (connectionString: string) => ({
  ...reaching(connectionString),
  connectionTimeoutMillis: 10_000,
});

const readVersion = async (connectionString: string): Promise<number> => {
  try {
    const { rows } = await withClient(foreign(connectionString), (client) =>
      client.query<{ version: string }>("select current_setting('server_version_num') as version"),
    );
    return Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (cause) {
    throw new StartRefused(`The database of DATABASE_URL cannot be used: ${reasonOf(cause)}.`, { cause });
  }
};

/** Throws StartRefused when the operator's database does not answer or is too old. */
const checkForeignDatabase = async (connectionString: string): Promise<void> => {
  const version = await readVersion(connectionString);
  if (version >= MIN_VERSION) return;
  throw new StartRefused(
    `The database of DATABASE_URL is PostgreSQL ${version}: ${MIN_VERSION} or newer is needed.`,
  );
};

/** Marks a database from the begin of a restore into it until the commit of its rows. */
export const UNFINISHED_RESTORE_TABLE = 'restore_unfinished';

/** Throws StartRefused if a restore into DATABASE_URL did not complete. (A file in DATA_DIR marks the embedded database.) */
const requireCompleteDatabase = async (connectionString: string): Promise<void> => {
  const { rows } = await withClient(foreign(connectionString), (client) =>
    client.query('select where to_regclass($1) is not null', [`public.${UNFINISHED_RESTORE_TABLE}`]),
  );
  if (rows.length > 0)
    throw new StartRefused(
      'A restore into the database of DATABASE_URL has not ended, or was killed: the database is incomplete. Repeat the restore (npm run restore).',
    );
};

/** The pool, or a transaction: repositories are created from either. */
export type Connection = Kysely<Schema>;

export type Database = ReturnType<typeof connectDatabase>;

const CONNECTIONS = 16;
const STATEMENT_TIMEOUT_MS = 30_000;
const READY_TIMEOUT_MS = 2_000;

/** A pool and Kysely over it, on a database that is already migrated. */
export const connectDatabase = (connectionString: string, log: Log) => {
  const pool = createPool(
    connectionString,
    {
      name: 'server',
      connections: CONNECTIONS,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      plansForAnyValues: true,
    },
    log,
  );
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolForKysely(pool) }) });
  return {
    connectionString,
    pool,
    db,
    changes: createChangeLog(pool),
    /** Whether the database answers now. */
    async ready() {
      const answered = pool.query('select').then(
        () => true,
        () => false,
      );
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, READY_TIMEOUT_MS, false).unref();
      });
      return Promise.race([answered, late]);
    },
    close: () => db.destroy(),
  };
};

export interface OpenedDatabase extends Database {
  /**
   * Breaks all connections of this process and ends the embedded PostgreSQL although it is in use, so that waiting calls fail at
   * once.
   */
  readonly cutOff: () => Promise<void>;
}

export interface DatabaseConfig {
  readonly dataDir: string;
  /** The operator's own PostgreSQL; `null`: the embedded one. */
  readonly databaseUrl: string | null;
  /** Directory in which the embedded PostgreSQL archives its write-ahead log; `null`: no archive. */
  readonly walArchiveDir?: string | null;
  /** True for a restore, which may open a database on which servers do not start. */
  readonly isRestore?: boolean;
}

const openServer = async (config: DatabaseConfig, log: Log) => {
  if (config.databaseUrl === null) return startEmbeddedPostgres({ ...config, log });
  await checkForeignDatabase(config.databaseUrl);
  return { connectionString: config.databaseUrl, stop: () => Promise.resolve() };
};

interface LockedDatabase {
  readonly connectionString: string;
  readonly closers: Closers;
  /** Breaks all connections of this process, and ends the embedded PostgreSQL although it is in use. */
  readonly cutOff: () => Promise<void>;
}

/**
 * Opens a database and locks it until it is closed. The embedded one is started and belongs to this process. `holding`: with
 * 'shared', several servers of an installation may use an external database; with 'alone', the default, only this process may.
 * Throws StartRefused with advice. `onLost` is called when another process has locked it exclusively.
 */
export const lockDatabase = async (
  config: DatabaseConfig,
  log: Log,
  holding: Holding = 'alone',
  onLost: () => void = () => undefined,
): Promise<LockedDatabase> => {
  const postgres = await openServer(config, log);
  const { connectionString } = postgres;
  allowConnections(connectionString);
  const cutOff = (): Promise<void> => {
    cutConnections(connectionString);
    return postgres.stop();
  };
  const closers = createClosers(log);
  closers.add('PostgreSQL', () => postgres.stop(), OWN_LIMIT);
  try {
    const lock = await tryServerLock(connectionString, holding, log, onLost);
    if (lock === null) throw new AnotherServerRuns();
    closers.add('server lock', () => lock.release());
    // Checked after the lock, because no restore can start from then on.
    if (config.databaseUrl !== null && !config.isRestore) await requireCompleteDatabase(config.databaseUrl);
    return { connectionString, closers, cutOff };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

/**
 * Opens the database of a server: locks it and migrates it to the newest schema. Throws StartRefused with advice. `onLost` is
 * called when another server has taken over.
 */
export const openDatabase = async (
  config: DatabaseConfig,
  log: Log,
  onLost: () => void = () => undefined,
): Promise<OpenedDatabase> => {
  const holding = config.databaseUrl === null ? 'alone' : 'shared';
  const { connectionString, closers, cutOff } = await lockDatabase(config, log, holding, onLost);
  try {
    await migrate(connectionString, log);
    const database = connectDatabase(connectionString, log);
    closers.add('connections', () => database.close());
    await requireDurability(database.pool, log);
    return { ...database, cutOff, close: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};

interface ReachedDatabase {
  readonly connectionString: string;
  close(): Promise<void>;
}

const stays = (connectionString: string): ReachedDatabase => ({
  connectionString,
  close: () => Promise.resolve(),
});

/** Connects to a database that servers may be using. If no server runs, the embedded one is started until it is closed. */
export const reachDatabase = async (config: DatabaseConfig, log: Log): Promise<ReachedDatabase> => {
  if (config.databaseUrl !== null) {
    await checkForeignDatabase(config.databaseUrl);
    await requireCompleteDatabase(config.databaseUrl);
    return stays(config.databaseUrl);
  }
  const running = findRunningPostgres(config.dataDir);
  if (running !== null) return stays(running);
  const { connectionString, closers } = await lockDatabase(config, log);
  return { connectionString, close: () => closers.closeAll() };
};
