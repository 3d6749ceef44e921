import { reaching } from '@nascente/postgres-host/database-hosts';
import type { Log } from '@nascente/runtime/log';
import pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { watchDatabase } from '../watch-database.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const parseWithPg: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ);

const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('An int8 of the database exceeds 2^53');
  return value;
};

const twoDigits = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** `2026-11-20 12:34:56[.123456]+00`, which every session of ours answers, without pg's regular expressions. */
const parseTimestamp = (text: string): unknown => {
  if (text.charCodeAt(4) !== 45 || !text.endsWith('+00') || text.length < 22) return parseWithPg(text);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const milliseconds = text.length === 22 ? 0 : Math.floor(Number(text.slice(19, -3)) * 1_000 + 1e-6);
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds,
    ),
  );
};

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: parseInt8,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: parseTimestamp,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format as 'text'),
};

interface PoolOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /**
   * Plans statements for any values, named ones once a connection. Every query finds its rows by a key, so one plan suits all
   * values; planning for the values themselves considers 400 days of readings.
   */
  readonly plansForAnyValues?: boolean;
}

/** The database itself ends a statement that takes too long; one that says nothing for longer still is frozen, or gone. */
const SILENCE_AFTER_TIMEOUT_MS = 3_000;

const IN_UTC = '-c timezone=UTC';

/**
 * Connections to the database. int8 is read as a number (one beyond 2^53 throws), timestamptz as a Date, date as
 * 'YYYY-MM-DD', numeric as text. A broken connection is thrown away and never ends the process; so is one in use on which a
 * frozen database says nothing.
 */
export const createPool = (connectionString: string, options: PoolOptions, log: Log): pg.Pool => {
  const { stream, ...reached } = reaching(connectionString);
  const watch = watchDatabase({
    connectionString,
    newSocket: stream,
    isEnded: () => pool.ending,
    log,
  });
  const pool: pg.Pool = new pg.Pool({
    ...reached,
    stream: watch.stream,
    types,
    max: options.connections,
    application_name: `nascente ${options.name}`,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    options: options.plansForAnyValues ? `${IN_UTC} -c plan_cache_mode=force_generic_plan` : IN_UTC,
  });
  const broke = (error: Error): void =>
    log.warn({ reason: error.message }, 'A connection to the database broke');
  pool.on('error', broke);
  // The pool listens to idle connections only; a user of a connection notices its failure at the next query.
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ reason: error.message }, 'It was in use'));
    // A statement without timeout may wait as long for its connection.
    const { statementTimeoutMs } = options;
    if (statementTimeoutMs > 0)
      watch.follow(client, () => inUse.has(client), statementTimeoutMs + SILENCE_AFTER_TIMEOUT_MS);
  });
  return pool;
};

/** Connections of the server to the database, and the number of callers that wait for one. */
export const measurePool = (
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  registry: Registry,
): void => {
  new Gauge({
    name: 'nascente_database_pool',
    help: 'Connections of this process for answers: in use, idle, and what waits for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
};
