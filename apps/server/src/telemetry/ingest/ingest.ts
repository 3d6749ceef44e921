import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';
import type { LogReader, MessageLog } from '@nascente/message-log/message-log';
import { createPool } from '../../platform/database/connections/connection-pool.ts';
import type { Platform } from '../../platform/platform.ts';
import { type RecordSpan, recordNone } from '../../platform/traces/record-spans.ts';
import { createPartitionsRepository, createReadingPartitions } from '../series/index.ts';
import { createAdaptedIntake } from './adapted/adapted-intake.ts';
import type { AdaptedStore } from './adapted/adapted-lane.ts';
import { createAdaptedLane } from './adapted/adapted-lane.ts';
import { createBoardDirectoryRepository } from './board-directory.repository.ts';
import type { BoardDirectory } from './board-directory.ts';
import { createBoardDirectory } from './board-directory.ts';
import { createFrameLane } from './frames/frame-lane.ts';
import { createPostgresFrameSink } from './frames/postgres-frame-sink.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { createIntake, type Intake } from './intake.ts';
import { createLogEntry, type LogEntry, readLogEntry } from './logged/logged-messages.ts';
import { createRefusalLane } from './refusals/refusal-lane.ts';
import { createRefusalsRepository } from './refusals/refusals.repository.ts';
import type { LiveFeed } from './ticket.ts';

const MAX_MESSAGES = 500;
const MAX_BYTES = 256_000;
const GATHER_MS = 4;
/** Attempts to append an entry, because a log does not answer while it elects a leader. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 500;

interface Load {
  readonly entry: LogEntry;
  readonly done: (() => void)[];
  readonly sendAway: (() => void)[];
}

const newLoad = (): Load => ({ entry: createLogEntry(), done: [], sendAway: [] });

/** The intake of an edge with a log: it acknowledges messages once the log has stored them. */
const createLoggedIntake = (
  needs: Pick<Platform, 'clock' | 'log'> & {
    messages: Pick<MessageLog, 'append'>;
    directory: Pick<BoardDirectory, 'find' | 'findByTopic'>;
  },
) => {
  const { log, messages, directory, clock } = needs;
  const edge = randomBytes(9).toString('base64url');
  const underWay = new Set<Promise<void>>();
  let gathering = newLoad();
  let timer: NodeJS.Timeout | undefined;
  let number = 0;
  let stalled = false;

  const append = async (bytes: Uint8Array, id: string): Promise<void> => {
    for (let tried = 1; ; tried++) {
      try {
        return await messages.append(bytes, id);
      } catch (failure) {
        if (tried === TRIES) throw failure;
        await pause(BETWEEN_TRIES_MS);
      }
    }
  };

  const send = async ({ entry, done, sendAway }: Load): Promise<void> => {
    try {
      await append(entry.encoded(), `${edge} ${++number}`);
      stalled = false;
    } catch (failure) {
      stalled = true;
      log.warn(
        { reason: String(failure), messages: entry.count() },
        'The log refused messages: boards send again',
      );
      // Connections are closed before `done` is called, so that their messages are not acknowledged.
      for (const close of sendAway) close();
    }
    for (const finish of done) finish();
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const load = gathering;
    gathering = newLoad();
    const sending = send(load).finally(() => underWay.delete(sending));
    underWay.add(sending);
  };

  /** The board with the rate limit for a message. Whether the sender may publish for it is checked when the message is stored. */
  const boardOf = (topic: string): Mac | null => {
    const mac = parseBoardTopic(topic);
    const board = mac === null ? directory.findByTopic(topic) : directory.find(mac);
    return board?.mac ?? null;
  };

  const receive: Intake['receive'] = (sender, message, done) => {
    const { topic, payload, sendAway } = message;
    gathering.entry.add({ sender, topic, payload, receivedAt: clock() });
    gathering.done.push(done);
    if (sendAway !== undefined) gathering.sendAway.push(sendAway);
    if (gathering.entry.count() >= MAX_MESSAGES || gathering.entry.bytes() >= MAX_BYTES) flush();
    else timer ??= setTimeout(flush, GATHER_MS);
    return sender.kind === 'board' ? normalizeMac(sender.mac) : boardOf(topic);
  };

  return {
    receive,
    /** True after the log rejected messages, until it stores some. The boards are disconnected and send again. */
    isStalled: () => stalled,
    async drained() {
      if (gathering.done.length > 0) flush();
      await Promise.allSettled(underWay);
    },
  };
};

/**
 * Passes the messages of a log entry to the intake; resolves when all of them are durable. Throws if the entry cannot be parsed.
 */
const storeLogged =
  (receive: Intake['receive']) =>
  async (entry: Uint8Array): Promise<void> => {
    const messages = readLogEntry(entry);
    const { promise, resolve } = Promise.withResolvers<void>();
    let pending = messages.length;
    const done = (): void => {
      if (--pending === 0) resolve();
    };
    for (const { sender, ...message } of messages) receive(sender, message, done);
    if (messages.length > 0) await promise;
  };

export type Ingest = ReturnType<typeof createIngest>;

/** Opens the store of registers on the database pool of ingest. */
export type OpenAdaptedStore = (
  needs: Pick<Platform, 'clock' | 'log' | 'pool'> & {
    prepareDays: (days: Iterable<number>) => Promise<void>;
    onStall: (stalled: boolean) => void;
  },
) => AdaptedStore;

/** Number of lanes for live frames. An installation always uses the same one, so two of them never change the same row. */
const LIVE_LANES = 2;
const MAX_LIVE_BATCH = 2_000;
const MAX_LATE_BATCH = 2_000;
/** Further connections: late frames, registers, changes of boards, rejections, and two for maintenance. */
const OTHER_CONNECTIONS = 6;
const STOP_WITHIN_MS = 5_000;

export const createIngest = (
  needs: Pick<Platform, 'clock' | 'log' | 'registry' | 'retentionDays'> & {
    connectionString: string;
    /** Records a trace span for each batch. */
    record?: RecordSpan | undefined;
    feed: LiveFeed;
    openAdaptedStore: OpenAdaptedStore;
    /** Called with the meters of stored live frames. */
    stored?: (installations: readonly number[]) => void;
    /** The log between edges and `ingest` processes; `null`: this process stores its own messages. */
    messages?: MessageLog | null;
    /** The work of this process that only some processes do; by default all. */
    does?: { readonly storing: boolean; readonly maintenance: boolean };
  },
) => {
  const { clock, registry, retentionDays, feed, stored = () => undefined } = needs;
  const log = needs.log.child({ part: 'ingest' });
  // A separate pool, so that slow queries of screens do not delay boards. It has no statement timeout, because rewriting a day
  // may take long.
  const pool = createPool(
    needs.connectionString,
    { name: 'ingest', connections: LIVE_LANES + OTHER_CONNECTIONS, statementTimeoutMs: 0 },
    log,
  );
  const directory = createBoardDirectory({ boards: createBoardDirectoryRepository(pool), log });
  const partitions = createReadingPartitions({
    partitions: createPartitionsRepository(pool),
    clock,
    retentionDays,
    log,
  });
  const metrics = createIngestMetrics(
    registry,
    () => lanes.reduce((sum, lane) => sum + lane.waiting(), counters.waiting()),
    clock,
    needs.record ?? recordNone,
  );
  const sink = createPostgresFrameSink({
    pool,
    partitions,
    clock,
    log,
    writers: LIVE_LANES + 1,
    onStall: metrics.stalled,
  });
  const stopping = new AbortController();
  const refusalsRepository = createRefusalsRepository(pool);
  const refusals = createRefusalLane({
    repository: refusalsRepository,
    clock,
    feed,
    metrics,
    log,
    stopped: stopping.signal,
  });
  const common = { sink, feed, metrics, stored };
  const liveLane = () => createFrameLane({ ...common, freshness: 'live', largestBatch: MAX_LIVE_BATCH });
  const live: [ReturnType<typeof liveLane>, ...ReturnType<typeof liveLane>[]] = [
    liveLane(),
    ...Array.from({ length: LIVE_LANES - 1 }, liveLane),
  ];
  const late = createFrameLane({ ...common, freshness: 'late', largestBatch: MAX_LATE_BATCH });
  const lanes = [...live, late];
  const store = needs.openAdaptedStore({
    pool,
    prepareDays: (days) => partitions.prepare(days, 'late'),
    clock,
    log,
    onStall: metrics.stalled,
  });
  const counters = createAdaptedLane({ store, feed, metrics });
  const adapted = createAdaptedIntake({ clock, retentionDays, lane: counters, feed, refusals });
  const intake = createIntake({ directory, clock, retentionDays, live, late, adapted, refusals, feed });
  const { messages = null, does = { storing: true, maintenance: true } } = needs;
  const logged = messages === null ? null : createLoggedIntake({ log, messages, directory, clock });
  let reader: LogReader | null = null;
  let hourly: NodeJS.Timeout | undefined;
  let maintaining: Promise<void> = Promise.resolve();

  const maintain = async (): Promise<void> => {
    await partitions.maintain();
    await refusalsRepository.trim(clock());
    await store.trim(instant(clock() - retentionDays * DAY_MS));
  };
  const maintainInBackground = (): void => {
    maintaining = maintain().catch((failure: unknown) =>
      log.error({ err: failure }, 'maintenance of readings failed'),
    );
  };

  return {
    /** The sink for frames that do not come through the broker. */
    sink,
    receive: intake.receive,
    /** Receives messages of boards and stores them in the log; without a log equal to `receive`. */
    takeIn: logged?.receive ?? intake.receive,
    /** The cached board with a MAC. */
    findBoard: directory.find,
    /** Call after a change of a board or an installation; resolves when frames are routed by it. */
    boardChanged: directory.invalidate,
    /** Creates partitions in advance, applies the retention and drops rows of closed days. Maintenance processes run it hourly. */
    maintain,
    /** `stalled` is also true while the message log rejects messages. */
    state() {
      const { stalled, lagMs } = metrics.state();
      return { stalled: stalled || logged?.isStalled() === true, lagMs };
    },
    async start() {
      await directory.start();
      if (messages !== null && does.storing) reader = await messages.read(storeLogged(intake.receive));
      if (!does.maintenance) return;
      maintainInBackground();
      hourly = setInterval(maintainInBackground, HOUR_MS);
    },
    /** Waits a limited time for received messages; those that are not durable by then are not acknowledged. */
    async stop() {
      clearInterval(hourly);
      directory.stop();
      const drained = Promise.all([
        reader?.stop(),
        logged?.drained(),
        ...lanes.map((lane) => lane.drained()),
        counters.drained(),
        refusals.drained(),
        maintaining,
      ]);
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_WITHIN_MS);
      await Promise.race([drained, patience]);
      clearTimeout(timer);
      stopping.abort();
      sink.close();
      store.close();
      if (!pool.ended) await pool.end();
    },
  };
};
