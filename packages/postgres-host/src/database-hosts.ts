import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { followedSockets } from './open-sockets.ts';

/** Interval of checking open connections, because a host without power does not close them. */
const LOOK_AGAIN_MS = 10_000;
const STANDARD_PORT = 5432;

const addressOf = (url: string): { readonly host: string; readonly port: number } => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port) || STANDARD_PORT };
};

/**
 * Creates sockets that find the host that accepts writes before they connect, because the driver supports one host only. They end
 * when another host accepts writes. @param find - returns the URL of that host
 */
const createWritingSockets = (find: () => Promise<string>): (() => Socket) => {
  const open = new Map<Socket, string>();
  let looking: NodeJS.Timeout | undefined;

  const leaveOthers = async (): Promise<void> => {
    const url = await find().catch(() => null);
    if (url === null) return;
    for (const [socket, connectedTo] of open)
      if (connectedTo !== url)
        socket.destroy(new Error('Connection terminated: another host takes the writes now'));
  };
  const watch = (socket: Socket, url: string): void => {
    open.set(socket, url);
    looking ??= setInterval(() => void leaveOthers(), LOOK_AGAIN_MS).unref();
    socket.once('close', () => {
      open.delete(socket);
      if (open.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    });
  };

  return () => {
    const socket = new Socket();
    const connect = socket.connect.bind(socket) as (port: number, host: string) => Socket;
    const connectWhereWritten = (): Socket => {
      find().then(
        (url) => {
          if (socket.destroyed) return;
          const { host, port } = addressOf(url);
          watch(socket, url);
          connect(port, host);
        },
        (error: Error) => socket.destroy(error),
      );
      return socket;
    };
    return Object.assign(socket, { connect: connectWhereWritten });
  };
};

const ANSWERS_WITHIN_MS = 2_000;
/** After one host has answered that it accepts writes, the others have this time to answer too. */
const OTHERS_WITHIN_MS = 250;
/** SQLSTATE cannot_connect_now: callers that wait for the database retry. */
const CANNOT_CONNECT_NOW = '57P03';

/** The timeline of a host that accepts writes; null for a standby. Each promotion begins a new, higher timeline. */
const TIMELINE = `select case when current_setting('transaction_read_only') = 'off'
  then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

interface WritingHost {
  readonly url: string;
  readonly timeline: string;
}

const look = async (url: string): Promise<WritingHost> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
    application_name: 'nascente look',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    const timeline = rows[0]?.timeline ?? null;
    if (timeline === null) throw new Error(`${client.host}:${client.port} takes no writes`);
    return { url, timeline };
  } finally {
    // A frozen host does not close its end.
    void client.end().catch(() => undefined);
  }
};

const reasonsOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonsOf).join('; ') : (error as Error).message;

/**
 * Finds the host that accepts writes. If two do, one was promoted while the other was down, and the other has restarted as a
 * primary. The host with the higher timeline is used. Throws an outage error if no host accepts writes.
 */
const findWritingHost = async (urls: readonly string[]): Promise<string> => {
  const found: WritingHost[] = [];
  const looks = urls.map(async (url) => void found.push(await look(url)));
  try {
    await Promise.any(looks);
  } catch (cause) {
    const message = `No host of DATABASE_URL takes writes (${reasonsOf(cause)})`;
    throw Object.assign(new Error(message, { cause }), { code: CANNOT_CONNECT_NOW });
  }
  await Promise.race([Promise.allSettled(looks), pause(OTHERS_WITHIN_MS)]);
  return found.reduce((best, one) => (one.timeline > best.timeline ? one : best)).url;
};

/** 'scheme://user:password@', the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s;

/** The URL of each host that a database URL names, as libpq reads it: `postgresql://user@one:5432,two:5432/name`. */
export const urlsOfHosts = (databaseUrl: string): readonly string[] => {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(databaseUrl) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl];
};

interface Reaching {
  readonly connectionString: string;
  readonly stream: () => Socket;
}

/**
 * Connection options of the driver for a database. If the URL names several hosts, each new connection goes to the host that
 * accepts writes at that moment, so after a failover it finds the new primary.
 */
export const reaching = (databaseUrl: string): Reaching => {
  const urls = urlsOfHosts(databaseUrl);
  const [first = databaseUrl] = urls;
  if (urls.length === 1) return { connectionString: first, stream: followedSockets(databaseUrl) };
  // Concurrent connections share one search.
  let looking: Promise<string> | null = null;
  const find = (): Promise<string> => {
    looking ??= findWritingHost(urls).finally(() => {
      looking = null;
    });
    return looking;
  };
  return { connectionString: first, stream: followedSockets(databaseUrl, createWritingSockets(find)) };
};
