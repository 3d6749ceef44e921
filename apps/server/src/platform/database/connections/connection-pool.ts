import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { reaching } from '@nascente/postgres-host/database-hosts';
import type { Log } from '@nascente/runtime/log';
import pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** If a statement has no answer after this time, a separate connection checks whether the database answers. */
const SILENT_MS = 2_500;
/** A new connection with a statement takes 10 ms. Together with `SILENT_MS`, a call ends within 7 s of the failure. */
const ANSWERS_WITHIN_MS = 4_000;
/**
 * Time limit of the one connection that waits while the database is unavailable. A frozen server would keep more of them in its
 * backlog.
 */
const RETURNS_WITHIN_MS = 10_000;
const TRY_AGAIN_MS = 1_000;

const SQL_STATE = /^[0-9A-Z]{5}$/;
const AWAY = 'Connection terminated: the database does not answer';

const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** The refusal of a connection is an answer too. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && SQL_STATE.test(error.code ?? '');

const answers = async (connectionString: string, withinMs: number): Promise<boolean> => {
  const client = new pg.Client({
    ...reaching(connectionString),
    application_name: 'nascente probe',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select');
    return true;
  } catch (error) {
    return isAnswer(error);
  } finally {
    // `end` would wait for the server.
    socketOf(client).destroy();
  }
};

/**
 * Detects a database that is frozen or unreachable. The driver alone would wait for an answer without a limit, because the database
 * itself enforces the statement timeout.
 */
const watchDatabase = (needs: {
  connectionString: string;
  newSocket: () => Socket;
  isEnded: () => boolean;
  log: Log;
}) => {
  const { connectionString, newSocket, isEnded, log } = needs;
  const followed = new Set<Socket>();
  let isAway = false;
  let asking: Promise<boolean> | null = null;

  const awaitReturn = async (): Promise<void> => {
    while (!isEnded()) {
      if (await answers(connectionString, RETURNS_WITHIN_MS)) {
        isAway = false;
        log.info('The database answers again');
        return;
      }
      await pause(TRY_AGAIN_MS, undefined, { ref: false });
    }
  };
  const ask = async (): Promise<boolean> => {
    if (isAway) return false;
    if (await answers(connectionString, ANSWERS_WITHIN_MS)) return true;
    isAway = true;
    log.warn('The database does not answer');
    for (const socket of followed) socket.destroy(new Error(AWAY));
    void awaitReturn();
    return false;
  };
  const isThere = (): Promise<boolean> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    /** The socket for the driver. While the database is unavailable, new connections fail at once. */
    stream(): Socket {
      const socket = newSocket();
      if (!isAway) return socket;
      return Object.assign(socket, { connect: () => socket.destroy(new Error(AWAY)) });
    },
    /**
     * Breaks a connection, in use or idle, if the database becomes unavailable; one in use also if nothing arrives on it for
     * `longestMs`.
     */
    follow(client: pg.PoolClient, isInUse: () => boolean, longestMs: number) {
      const socket = socketOf(client);
      followed.add(socket);
      socket.once('close', () => followed.delete(socket));
      let bytes = -1;
      let silentMs = 0;
      const listen = (): void => void socket.setTimeout(Math.min(SILENT_MS, longestMs - silentMs));
      const judge = async (): Promise<void> => {
        if (!isInUse()) return;
        silentMs = (socket.bytesRead === bytes ? silentMs : 0) + (socket.timeout ?? 0);
        bytes = socket.bytesRead;
        if (silentMs < longestMs && (await isThere())) listen();
        else socket.destroy(new Error(AWAY));
      };
      socket.on('timeout', () => void judge());
      listen();
    },
  };
};

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

/** Parses `2026-11-20 12:34:56[.123456]+00`, the format of all our sessions, faster than pg's regular expressions. */
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
  /** 0: statements have no timeout, and silent connections are not watched. */
  readonly statementTimeoutMs: number;
  /**
   * Plans statements without regard to their values, and named ones once per connection. Every query finds its rows by a key, so
   * one plan suits all values. Planning for particular values would examine the daily partitions of readings, 400 by default.
   */
  readonly plansForAnyValues?: boolean;
}

/** The database ends a statement at its timeout. If it has not answered this much later, it is frozen or unreachable. */
const SILENCE_AFTER_TIMEOUT_MS = 3_000;

const IN_UTC = '-c timezone=UTC';

/**
 * Connections to the database. int8 is converted to a number (beyond 2^53 it throws), timestamptz to a Date, date to
 * 'YYYY-MM-DD', numeric to text. A broken connection is discarded and does not end the process. One in use on which a frozen
 * database does not answer counts as broken, except with `statementTimeoutMs` 0.
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
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    // The pool reports errors of idle connections only. This listener keeps an error of one in use from ending the process; its user
    // notices it at the next query.
    client.on('error', (error) => log.debug({ reason: error.message }, 'It was in use'));
    // Without a statement timeout, a connection in use may be silent for any time.
    const { statementTimeoutMs } = options;
    if (statementTimeoutMs > 0)
      watch.follow(client, () => inUse.has(client), statementTimeoutMs + SILENCE_AFTER_TIMEOUT_MS);
  });
  return pool;
};

/** Exports the number of connections of a pool, and of callers that wait for one. */
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
