import { isDatabaseOutage } from '@nascente/postgres-host/outage';
import type { Log } from '@nascente/runtime/log';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Connection, Database } from '../open-database.ts';
import { poolForKysely } from '../planned-statement.ts';
import type { Schema } from '../schema.ts';
import { createPool } from './connection-pool.ts';

/** Maximum stored positions of the primary that the replica has not reached. */
const MAX_LOOKS = 1_000;

interface Look {
  readonly at: number;
  /** Position in the write-ahead log, in bytes from its start. */
  readonly position: number;
}

/**
 * The age of a replica's data: the time since the latest check of the primary at a position that the replica has applied. While
 * nothing is written, neither clocks of other machines nor the time of the last transaction show it. @param now - milliseconds on
 * a monotonic clock
 */
export const createReplicaLag = (now: () => number = () => performance.now()) => {
  const ahead: Look[] = [];
  let completeAt = Number.NEGATIVE_INFINITY;
  return {
    /** Records the position that the primary had written at a time. */
    written(position: number, at: number): void {
      ahead.push({ at, position });
      if (ahead.length > MAX_LOOKS) ahead.shift();
    },
    /** Records the position that the replica has applied. */
    applied(position: number): void {
      while (ahead[0] !== undefined && ahead[0].position <= position)
        completeAt = ahead.shift()?.at ?? completeAt;
    },
    /** The lag in ms; infinite until the replica has caught up once. */
    ms: (): number => now() - completeAt,
  };
};

const CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 2_000;

const WRITTEN = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position";
/** On a promoted replica, or on the primary itself, the applied position is the written one. */
const APPLIED = `select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_lsn() end, '0/0')::float8 as position`;

/** SQLSTATE serialization_failure: the query conflicted with changes that the replica had to apply. */
const IN_THE_WAY = '40001';

interface ReadState {
  /** Age of the read data in seconds; `null`: the replica is unavailable or has not caught up yet. */
  readonly lagSeconds: number | null;
  /** False: the primary is read. */
  readonly isUsed: boolean;
}

/** Reads data that may be some seconds old. */
export interface ReadDatabase {
  readonly pool: pg.Pool;
  readonly db: Connection;
  /** URL of the database to read now, for a thread with its own connections. */
  connectionString(): string;
  /** `null`: no replica is configured. */
  state(): ReadState | null;
  close(): Promise<void>;
}

/** The read database of an installation without a replica: the primary. */
export const readWhereWritten = ({
  pool,
  db,
  connectionString,
}: Pick<Database, 'pool' | 'db' | 'connectionString'>): ReadDatabase => ({
  pool,
  db,
  connectionString: () => connectionString,
  state: () => null,
  close: () => Promise.resolve(),
});

const positionOf = async (pool: Pick<pg.Pool, 'query'>, text: string): Promise<number> =>
  (await pool.query<{ position: number }>(text)).rows[0]?.position ?? 0;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * A replica (DATABASE_READ_URL) beside the primary. It is used while it is reachable and at most `mostBehindMs` old, otherwise
 * the primary. For SELECT only.
 */
export const openReadDatabase = (
  needs: { url: string; mostBehindMs: number; primary: Pick<Database, 'pool' | 'connectionString'> },
  log: Log,
): ReadDatabase => {
  const { url, mostBehindMs, primary } = needs;
  const replica = createPool(
    url,
    {
      name: 'read',
      connections: CONNECTIONS,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      plansForAnyValues: true,
    },
    log,
  );
  const lag = createReplicaLag();
  let isThere = false;
  let wasUsed = false;
  const isUsed = (): boolean => isThere && lag.ms() <= mostBehindMs;
  const notify = (): void => {
    if (isUsed() === wasUsed) return;
    wasUsed = isUsed();
    if (wasUsed) log.info('What may be a moment old is read at the replica');
    else log.warn({ isThere, lagMs: lag.ms() }, 'The replica is away or too old: the primary is read');
  };
  const lookAtReplica = async (): Promise<void> => {
    try {
      lag.applied(await positionOf(replica, APPLIED));
      isThere = true;
    } catch {
      isThere = false;
    }
  };
  const look = async (): Promise<void> => {
    const at = performance.now();
    try {
      lag.written(await positionOf(primary.pool, WRITTEN), at);
    } catch {
      // While the primary is unreachable, the age of the replica is unknown and grows.
    }
    await lookAtReplica();
    notify();
  };
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const goOn = (): void => {
    if (!isClosed) timer = setTimeout(() => void look().then(goOn), LOOK_EVERY_MS).unref();
  };
  void look().then(goOn);

  /** Reads from the replica, or from the primary while the replica fails. */
  const ask = async <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
    if (!isUsed()) return work(primary.pool);
    try {
      return await work(replica);
    } catch (error) {
      if (isDatabaseOutage(error)) isThere = false;
      else if (!hasCode(error, IN_THE_WAY)) throw error;
      notify();
      return work(primary.pool);
    }
  };
  const requested = {
    options: replica.options,
    query: (...query: Parameters<pg.Pool['query']>) => ask((pool) => pool.query(...query) as never),
    connect: () => ask((pool) => pool.connect()),
    end: () => replica.end(),
  };
  const pool = requested as unknown as pg.Pool;
  return {
    pool,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolForKysely(pool) }) }),
    connectionString: () => (isUsed() ? url : primary.connectionString),
    state: () => {
      const lagMs = lag.ms();
      return { lagSeconds: isThere && Number.isFinite(lagMs) ? lagMs / 1_000 : null, isUsed: isUsed() };
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await replica.end();
    },
  };
};

/** Age of the replica, and whether this process reads it. */
export const measureReading = ({ state }: Pick<ReadDatabase, 'state'>, registry: Registry): void => {
  if (state() === null) return;
  new Gauge({
    name: 'nascente_read_replica_used',
    help: '1 while what may be a moment old is read at the replica of DATABASE_READ_URL, 0 while it is away or too far behind.',
    registers: [registry],
    collect() {
      this.set(state()?.isUsed ? 1 : 0);
    },
  });
  new Gauge({
    name: 'nascente_read_replica_lag_seconds',
    help: 'How old what that replica answers may be; absent while it is away.',
    registers: [registry],
    collect() {
      const lagSeconds = state()?.lagSeconds ?? null;
      if (lagSeconds === null) this.remove();
      else this.set(lagSeconds);
    },
  });
};
