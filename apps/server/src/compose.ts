import { hostname } from 'node:os';
import type { ServerPart } from '@nascente/contract/operations/status';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Bus, noBus, publishWords } from '@nascente/message-log/bus';
import { type MessageLog, measureLog, openMessageLog } from '@nascente/message-log/message-log';
import type { Log } from '@nascente/runtime/log';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createAlertPublisher, type PublishedStory, storyOf, wordOf } from './alerts/alerts/index.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { openCertificatesOf, openTraces, serveHttp } from './compose-http.ts';
import { startTelemetry, type Telemetry } from './compose-telemetry.ts';
import type { Config } from './config.ts';
import { publicUrlOf } from './config.ts';
import type { Role } from './config-parsers.ts';
import { createHomePublisher } from './connections/integrations/index.ts';
import { seedDemonstration } from './demo/seed-demonstration.ts';
import { createStatusFeature } from './operations/status/index.ts';
import { type Closers, createClosers, OWN_LIMIT } from './platform/closers.ts';
import { measurePool } from './platform/database/connections/connection-pool.ts';
import {
  measureReading,
  openReadDatabase,
  type ReadDatabase,
  readWhereWritten,
} from './platform/database/connections/read-database.ts';
import { type Database, type OpenedDatabase, openDatabase } from './platform/database/open-database.ts';
import { openPostgresBus } from './platform/database/postgres-bus.ts';
import { askAll, type ReadinessCheck } from './platform/http/operations.ts';
import { createJobRunner, type JobRunner } from './platform/jobs/job-runner.ts';
import { forgetOldUses } from './platform/limits/quota.ts';
import { forgetOldAttempts } from './platform/limits/throttle.ts';
import { createBoundedProcesses } from './platform/workers/bounded-processes.ts';
import { createWorkerThreads } from './platform/workers/worker-threads.ts';
import { createMeterDays } from './telemetry/series/index.ts';

/** What changes by a call to one process is told to the others, whose connected boards and browsers it may concern. */
const tellEachOther = (
  bus: Bus,
  needs: Pick<Features, 'session' | 'directory' | 'alerts'> & {
    telemetry: Telemetry;
    tellSystems: (stories: readonly PublishedStory[]) => Promise<void>;
  },
): void => {
  const { session, directory, alerts, telemetry } = needs;
  session.access.onChange(async (accountId) => bus.publish('access', accountId));
  bus.subscribe('access', () => void telemetry.live.service.recheck().catch(() => undefined));
  directory.onChange(({ mac, isHeard }) => isHeard ?? bus.publish('meter', mac));
  bus.subscribe('meter', (mac) => directory.announce({ mac: mac as Mac, isHeard: true }));
  alerts.onTold(({ macs, stories }) => {
    publishWords(bus, 'alerts', macs);
    publishWords(bus, 'alert-stories', stories.map(wordOf));
  });
  bus.subscribe('alerts', (text) => telemetry.tellAlerts(text.split(' ')));
  bus.subscribe('alert-stories', (text) => void needs.tellSystems(text.split(' ').map(storyOf)));
};

/** What happens is told to connected browsers and systems, to Home Assistants, and to the other processes. */
const tellOthers = (needs: {
  features: Pick<Features, 'session' | 'directory' | 'alerts' | 'homeStates'>;
  telemetry: Telemetry;
  bus: Bus;
  publicUrl: string;
  closers: Closers;
  clock: () => Instant;
  log: Log;
}): void => {
  const { features, telemetry, bus, publicUrl, closers, clock, log } = needs;
  const { alerts } = features;
  const { broker, live } = telemetry;
  const { tell: tellSystems } = createAlertPublisher({
    systemsAt: live.service.systemsAt,
    send: broker.send,
    readAs: alerts.readAs,
    publicUrl,
    clock,
    log,
  });
  alerts.onTold(({ macs, stories }) => {
    telemetry.tellAlerts(macs);
    void tellSystems(stories);
  });
  const homePublisher = createHomePublisher({
    homes: () => live.service.homes().map(({ home }) => home),
    send(home, topic, payload) {
      for (const viewer of live.service.homes())
        if (viewer.home === home) broker.send(viewer, topic, payload);
    },
    states: features.homeStates,
    clock,
    log,
  });
  homePublisher.start();
  closers.add('home assistant', async () => homePublisher.stop());
  tellEachOther(bus, { ...features, telemetry, tellSystems });
};

/** The process's own metrics; features add theirs to it. */
const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'nascente_' });
  return registry;
};

/** What a process of these roles cannot do its work without, as /ready, /metrics and the page *Servidor* tell. */
export const neededParts = (needs: {
  roles: ReadonlySet<Role>;
  isDatabaseReady: () => Promise<boolean> | boolean;
  isBrokerOpen: () => boolean;
  /** Null: nothing stands before the database. */
  isLogReady: (() => Promise<boolean> | boolean) | null;
  isStalled: () => boolean;
}): readonly ReadinessCheck<ServerPart>[] => {
  const { roles, isDatabaseReady, isBrokerOpen, isLogReady, isStalled } = needs;
  // It acknowledges what the log holds: whoever balances by /ready must not take away all edges with the database.
  const isEdgeBeforeLog = isLogReady !== null && roles.has('edge') && roles.size === 1;
  return [
    ...(isEdgeBeforeLog ? [] : [{ name: 'database' as const, isReady: isDatabaseReady }]),
    { name: 'broker', isReady: () => !roles.has('edge') || isBrokerOpen() },
    ...(isLogReady === null ? [] : [{ name: 'log' as const, isReady: isLogReady }]),
    { name: 'lag', isReady: () => !isStalled() },
  ];
};

export interface Server {
  /** Where it really listens: a port 0 of the configuration was chosen by the system. */
  readonly ports: {
    readonly http: number;
    /** MQTT over TCP, over WebSocket, over TLS. */
    readonly tcp: number | null;
    readonly websocket: number | null;
    readonly tls: number | null;
    readonly https: number | null;
  };
  /** Stops taking work, finishes what was taken, closes. */
  stop(): Promise<void>;
}

export interface ServerNeeds {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: () => Instant;
  /** With the demonstration company and its past. */
  readonly demonstration?: boolean;
  /** Another server has taken the database: this one must end. */
  readonly onDatabaseLost?: () => void;
  /** Until when the start waits for what is not there yet. */
  readonly givenUp?: AbortSignal;
}

/** Of a stop that lasts. */
const LOOK_AT_DATABASE_MS = 2_000;
/** Whoever has not asked for changes for half an hour takes everything for changed. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** The log between edges and the database; null where there is none. */
const openMessages = async (
  { config: { nats }, log, givenUp }: Pick<Required<ServerNeeds>, 'config' | 'log' | 'givenUp'>,
  registry: Registry,
  closers: Closers,
): Promise<MessageLog | null> => {
  if (nats === null) return null;
  const messages = await openMessageLog(nats, log, givenUp);
  closers.add('message log', () => messages.close());
  measureLog(messages, nats.streamBytes, registry);
  return messages;
};

/** Where what may be a moment old is read. */
const openReading = ({ read }: Config, primary: Database, log: Log): ReadDatabase =>
  read === null ? readWhereWritten(primary) : openReadDatabase({ ...read, primary }, log);

/** How this process reaches the others: none, where the database is its own. */
const openBus = async (
  config: Config,
  { connectionString }: Database,
  messages: MessageLog | null,
  log: Log,
): Promise<Bus> => {
  if (messages !== null) return messages.bus;
  return config.databaseUrl === null ? noBus : openPostgresBus(connectionString, log);
};

/** What nobody asks for any more is forgotten every ten minutes. */
const scheduleForgetting = (jobs: JobRunner, database: Database, clock: () => Instant): void => {
  jobs.schedule('hear-changes', EVERY_TEN_MINUTES, async () => {
    await database.changes.ask();
    await database.changes.forgetOld();
  });
  jobs.schedule('forget-attempts', EVERY_TEN_MINUTES, async () => {
    await forgetOldAttempts({ db: database.db, clock });
    await forgetOldUses({ db: database.db, clock });
  });
};

/** The demonstration company with its past. */
const showDemonstration = async (
  needs: Pick<Required<ServerNeeds>, 'config' | 'clock' | 'log'> &
    Pick<Features, 'session' | 'alerts'> & { database: Database; telemetry: Telemetry },
): Promise<void> => {
  const { config, database, session, alerts, telemetry, clock, log } = needs;
  const { sink } = telemetry.ingest;
  const boardChanged = (mac: Mac) => telemetry.ingest.boardChanged(mac);
  const { dataDir } = config;
  const days = createMeterDays({ pool: database.pool, clock });
  const hashPassword = (password: string) => session.passwords.hash(password);
  await seedDemonstration({ db: database.db, sink, days, boardChanged, hashPassword, clock, dataDir, log });
  // The looks at the start found an empty house.
  await alerts.watchLeaks();
  await alerts.watchMoney();
};

/** Ends everything in order; what still waits for a database that does not answer is told that it is away, so that it ends. */
const closeAll = async (database: OpenedDatabase, closers: Closers, log: Log): Promise<void> => {
  const cutOffFrozen = async (): Promise<void> => {
    if (!(await database.ready())) await database.cutOff();
  };
  const looking = setInterval(
    () => void cutOffFrozen().catch((error: unknown) => log.error({ err: error }, 'The database stays')),
    LOOK_AT_DATABASE_MS,
  );
  await closers.closeAll();
  clearInterval(looking);
};

const build = async (needs: Required<ServerNeeds>, closers: Closers): Promise<Server> => {
  const { config, log, clock } = needs;
  const database = await openDatabase(config, log, needs.onDatabaseLost);
  closers.add('database', () => database.close(), OWN_LIMIT);
  const reading = openReading(config, database, log);
  closers.add('read replica', () => reading.close());
  const registry = createRegistry();
  const certificates = await openCertificatesOf(config, registry, log, closers);
  const { roles } = config;
  const record = openTraces(config, log, closers);
  const messages = await openMessages(needs, registry, closers);
  const bus = await openBus(config, database, messages, log);
  closers.add('bus', () => bus.stop());
  const jobs = createJobRunner(database.connectionString, log, { works: roles.has('jobs'), registry });
  scheduleForgetting(jobs, database, clock);
  measurePool(database.pool, registry);
  measureReading(reading, registry);
  const threads = createWorkerThreads();
  const processes = createBoundedProcesses();
  const features = composeFeatures({
    database,
    reading,
    threads,
    processes,
    config,
    jobs,
    registry,
    clock,
    log,
  });
  const { session, directory, mail, alerts, bound } = features;
  await session.ensureFirstAdmin(config);

  closers.add('mail', async () => mail.close());
  closers.add('alerts', () => alerts.stop());
  closers.add('jobs', () => jobs.stop());
  closers.add('worker threads', () => threads.stop());
  closers.add('bounded processes', () => processes.stop());
  await jobs.start();

  const telemetry = await startTelemetry({
    config,
    database,
    visibility: directory,
    stored: alerts.stored,
    clock,
    log,
    registry,
    bus,
    messages,
    certificates,
    record,
    edge: config.databaseUrl === null ? '' : `${hostname()}:${config.mqttPort}`,
  });
  tellOthers({ features, telemetry, bus, publicUrl: publicUrlOf(config), closers, clock, log });
  closers.add('telemetry', () => telemetry.stop());
  session.access.onChange(() => telemetry.live.service.recheck());
  if (needs.demonstration) await showDemonstration({ ...needs, database, session, alerts, telemetry });
  const checks = neededParts({
    roles,
    isDatabaseReady: () => database.ready(),
    isBrokerOpen: () => telemetry.ports.tcp !== null,
    isLogReady: messages?.isReady ?? null,
    isStalled: () => telemetry.ingest.state().stalled,
  });
  const status = createStatusFeature({
    pool: database.pool,
    registry,
    // The same whoever tells it, and told by those who look after the installation.
    isMeasured: roles.has('jobs'),
    askParts: () => askAll(checks),
    readingState: reading.state,
    storeLagMs: () => telemetry.ingest.state().lagMs,
    certificateEndsAt: () => certificates?.expiresAt() ?? null,
    clock,
  });
  const { http, https } = await serveHttp({
    config,
    log,
    registry,
    verifier: features.verifier,
    edits: features.edits,
    bound: [...bound, status, telemetry],
    checks,
    certificates,
    telemetry,
    record,
    closers,
  });
  const stop = () => closeAll(database, closers, log);
  return { ports: { http, https, ...telemetry.ports }, stop };
};

/** Builds and starts everything, in order. What was started is closed again when a later part cannot start. */
export const startServer = async (needs: ServerNeeds): Promise<Server> => {
  const closers = createClosers(needs.log);
  try {
    return await build(
      {
        clock: () => instant(Date.now()),
        demonstration: false,
        onDatabaseLost: () => undefined,
        givenUp: new AbortController().signal,
        ...needs,
      },
      closers,
    );
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
