import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import {
  AckPolicy,
  type ConsumerMessages,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Gauge, type Registry } from 'prom-client';
import type { Bus } from './bus.ts';
import { createListeners } from './bus.ts';

/** Metrics of the log's limit and its size; the size is absent while its servers do not answer. */
export const measureLog = (
  messages: Pick<MessageLog, 'held'>,
  maxBytes: number,
  registry: Registry,
): void => {
  new Gauge({
    name: 'nascente_log_held',
    help: 'What the log between edges and the database holds that is not stored yet; most_bytes is what it takes.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      this.reset();
      this.set({ of: 'most_bytes' }, maxBytes);
      const held = await messages.held().catch(() => null);
      if (held === null) return;
      this.set({ of: 'entries' }, held.entries);
      this.set({ of: 'bytes' }, held.bytes);
    },
  });
};

/** A bus over plain subjects of NATS, which store nothing. */
const createNatsBus = (connection: NatsConnection, name: string): Bus => {
  const node = randomBytes(6).toString('base64url');
  const listeners = createListeners();
  const prefix = `${name}-bus.`;
  connection.subscribe(`${prefix}>`, {
    callback(error, message) {
      if (error !== null) return;
      const text = message.string();
      const end = text.indexOf(' ');
      if (text.slice(0, end) !== node)
        listeners.publish(message.subject.slice(prefix.length), text.slice(end + 1));
    },
  });
  return {
    publish: (channel, text) => connection.publish(`${prefix}${channel}`, `${node} ${text}`),
    subscribe: listeners.add,
    stop: () => Promise.resolve(),
  };
};

export interface MessageLogConfig {
  /** Addresses as nats://user:password@host:port. */
  readonly servers: readonly string[];
  /** Number of servers that store each entry. It counts as stored once a majority of them has it. */
  readonly replicas: number;
  /** Maximum bytes of the log, which rejects further entries. */
  readonly streamBytes: number;
  /** Name of the stream and prefix of the subjects. Installations that share a cluster have different names. */
  readonly name?: string;
}

/**
 * A replicated log between edges and `ingest` processes: a JetStream stream that holds entries until a reader has acknowledged
 * them.
 */
export interface MessageLog {
  /**
   * Resolves when a majority of the configured number of servers has stored the entry. Rejects if the log is full or has not
   * answered in time; with the same id it may be repeated for two minutes, and is stored once.
   */
  append(entry: Uint8Array, id: string): Promise<void>;
  /**
   * Delivers each entry to one reader among all processes. The entry is acknowledged when `take` has resolved, otherwise
   * delivered again.
   */
  read(take: (entry: Uint8Array) => Promise<void>): Promise<LogReader>;
  /** Entries that are not yet in the database. */
  held(): Promise<{ readonly entries: number; readonly bytes: number }>;
  /** Whether a server is connected. */
  isReady(): boolean;
  readonly bus: Bus;
  close(): Promise<void>;
}

export interface LogReader {
  /** Accepts no more entries, and waits for those in progress. */
  stop(): Promise<void>;
}

const CONSUMER = 'store';
const APPENDED_WITHIN_MS = 5_000;
/** An entry that is repeated with its id within this time is stored once. */
const REMEMBERED_NS = 120_000_000_000;
/** An entry of a dead reader is delivered again after this time; a working reader extends it. */
const REDELIVERY_MS = 10_000;
const NS_A_MS = 1_000_000;
/** Maximum entries, of up to 500 messages each, that a reader works on at once. */
const UNDER_WAY = 64;
const TRY_AGAIN_MS = 1_000;
/** Error codes of permanent failures: JetStream is disabled, too many replicas for a single server, an invalid stream. */
const REFUSED_FOR_GOOD: ReadonlySet<number> = new Set([10_039, 10_052, 10_074, 10_076]);
const STREAM_EXISTS = 10_058;
const STREAM_NOT_FOUND = 10_059;

/** The client needs credentials separately from the addresses. */
const connectionOptions = (servers: readonly string[]) => {
  const [first] = servers.map((server) => new URL(server));
  return {
    servers: servers.map((server) => new URL(server).host),
    ...(first?.username ? { user: decodeURIComponent(first.username) } : {}),
    ...(first?.password ? { pass: decodeURIComponent(first.password) } : {}),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  };
};

const codeOf = (error: unknown): number | null => (error instanceof JetStreamApiError ? error.code : null);

/** Creates the stream, or updates it to the configuration. */
const ensureStream = async (manager: JetStreamManager, name: string, config: MessageLogConfig) => {
  const stream = {
    subjects: [`${name}.>`],
    discard: DiscardPolicy.New,
    max_bytes: config.streamBytes,
    num_replicas: config.replicas,
    duplicate_window: REMEMBERED_NS,
  };
  const retained = { name, retention: RetentionPolicy.Workqueue, storage: StorageType.File, ...stream };
  try {
    await manager.streams.info(name);
    await manager.streams.update(name, stream);
  } catch (error) {
    if (codeOf(error) !== STREAM_NOT_FOUND) throw error;
    // If two processes create the stream at once, the second one finds it.
    await manager.streams.add(retained).catch((reason: unknown) => {
      if (codeOf(reason) !== STREAM_EXISTS) throw reason;
    });
  }
  await manager.consumers.add(name, {
    durable_name: CONSUMER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: REDELIVERY_MS * NS_A_MS,
    max_deliver: -1,
    max_ack_pending: 10_000,
  });
};

/** Passes an entry to `take` and acknowledges it. Meanwhile the delivery time is extended, so that it is not delivered again. */
const takeAndAcknowledge = async (
  message: JsMsg,
  take: (entry: Uint8Array) => Promise<void>,
): Promise<void> => {
  const working = setInterval(() => message.working(), REDELIVERY_MS / 3);
  try {
    await take(message.data);
    message.ack();
  } finally {
    clearInterval(working);
  }
};

/** Waits until a server answers, and logs why none does. Throws if the start is cancelled. */
const connectWhenever = async (
  { servers }: MessageLogConfig,
  log: Log,
  cancelled: AbortSignal,
): Promise<NatsConnection> => {
  for (;;)
    try {
      return await connect({
        ...connectionOptions(servers),
        name: 'nascente',
        maxReconnectAttempts: -1,
        reconnectTimeWait: 500,
        pingInterval: 5_000,
      });
    } catch (error) {
      log.warn({ reason: String(error) }, 'No server of NATS_URL can be used yet');
      await pause(TRY_AGAIN_MS, undefined, { signal: cancelled });
    }
};

/**
 * Connects, and waits until the stream exists. Throws StartRefused if the servers cannot meet the configuration.
 * @param cancelled - aborts the wait
 */
export const openMessageLog = async (
  config: MessageLogConfig,
  log: Log,
  cancelled: AbortSignal,
): Promise<MessageLog> => {
  const { name = 'nascente-readings' } = config;
  const connection = await connectWhenever(config, log, cancelled);
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: APPENDED_WITHIN_MS });
  const stream = jetstream(connection, { timeout: APPENDED_WITHIN_MS });
  let isConnected = true;
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isConnected = false;
      if (type === 'reconnect') isConnected = true;
    }
  };
  void watch().catch(() => undefined);
  // A cluster that has just started, or has lost a server, cannot hold the stream for some moments.
  for (let isThere = false; !isThere; ) {
    try {
      await ensureStream(manager, name, config);
      isThere = true;
    } catch (error) {
      if (REFUSED_FOR_GOOD.has(codeOf(error) ?? 0)) {
        await connection.close();
        throw new StartRefused(`The servers of NATS_URL refuse the log: ${String(error)}`, { cause: error });
      }
      log.warn({ reason: String(error) }, 'The log is not ready yet');
      await pause(TRY_AGAIN_MS, undefined, { signal: cancelled }).catch(async (over: unknown) => {
        await connection.close();
        throw over;
      });
    }
  }

  const interrupted = (error: unknown): void =>
    log.warn({ reason: String(error) }, 'Reading the log was interrupted');

  /** Opens the delivery of entries, and creates a lost consumer again; `null`: reading was stopped. */
  const openMessages = async (isStopped: () => boolean): Promise<ConsumerMessages | null> => {
    while (!isStopped()) {
      try {
        const consumer = await stream.consumers.get(name, CONSUMER);
        return await consumer.consume({ max_messages: UNDER_WAY, expires: 5_000, idle_heartbeat: 1_000 });
      } catch (error) {
        log.warn({ reason: String(error) }, 'The log cannot be read yet');
        await pause(TRY_AGAIN_MS);
        await ensureStream(manager, name, config).catch(() => undefined);
      }
    }
    return null;
  };

  return {
    async append(entry, id) {
      await stream.publish(`${name}.all`, entry, { msgID: id, timeout: APPENDED_WITHIN_MS, retries: 1 });
    },
    async read(take) {
      let isStopped = false;
      let messages: ConsumerMessages | null = null;
      const underWay = new Set<Promise<void>>();

      const takeOne = (message: JsMsg): void => {
        const work = takeAndAcknowledge(message, take)
          .catch((error: unknown) => {
            log.error({ err: error }, 'An entry of the log could not be taken, and is given again');
            message.nak(REDELIVERY_MS);
          })
          .finally(() => underWay.delete(work));
        underWay.add(work);
      };
      const takeAll = async (messages: ConsumerMessages): Promise<void> => {
        for await (const message of messages) {
          if (isStopped) return;
          takeOne(message);
          while (underWay.size >= UNDER_WAY) await Promise.race(underWay);
        }
      };
      const readOn = async (): Promise<void> => {
        while (!isStopped) {
          messages = await openMessages(() => isStopped);
          if (messages !== null) await takeAll(messages).catch(interrupted);
        }
      };
      const reading = readOn();
      return {
        async stop() {
          isStopped = true;
          messages?.stop();
          await reading;
          await Promise.allSettled(underWay);
        },
      };
    },
    async held() {
      const { state } = await manager.streams.info(name);
      return { entries: state.messages, bytes: state.bytes };
    },
    isReady: () => isConnected && !connection.isClosed(),
    bus: createNatsBus(connection, name),
    async close() {
      await connection.drain().catch(() => connection.close());
    },
  };
};
