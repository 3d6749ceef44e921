import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { reaching } from '@nascente/postgres-host/database-hosts';
import type { Log } from '@nascente/runtime/log';
import pg from 'pg';

/** A statement without an answer for this time proves nothing: the database is probed by a separate connection. */
const SILENT_MS = 2_500;
/** A new connection and an empty statement take 10 ms; with the silence, a call ends within 7 s of the failure. */
const ANSWERS_WITHIN_MS = 4_000;
/** While it is away one connection waits for its return, since a frozen server keeps those that gave up in its backlog. */
const RETURNS_WITHIN_MS = 10_000;
const TRY_AGAIN_MS = 1_000;

const SQL_STATE = /^[0-9A-Z]{5}$/;
const AWAY = 'Connection terminated: the database does not answer';

const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Also the refusal of a connection is an answer. */
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

/** Notices a database that is frozen or out of reach, which the driver would wait for until a statement's time is over. */
export const watchDatabase = (needs: {
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
    while (!isEnded() && !(await answers(connectionString, RETURNS_WITHIN_MS)))
      await pause(TRY_AGAIN_MS, undefined, { ref: false });
    isAway = false;
    log.info('The database answers again');
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
    /** For the driver: while the database is away new connections fail at once. */
    stream(): Socket {
      const socket = newSocket();
      if (!isAway) return socket;
      return Object.assign(socket, { connect: () => socket.destroy(new Error(AWAY)) });
    },
    /** Breaks a connection in use on which nothing arrives for `longestMs`, or once the database is away. */
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
