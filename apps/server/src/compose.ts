import { hostname } from 'node:os';
import type { ServerPart } from '@nascente/contract/operations/status';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Bus, noBus, publishTexts } from '@nascente/message-log/bus';
import { type MessageLog, measureLog, openMessageLog } from '@nascente/message-log/message-log';
import type { Log } from '@nascente/runtime/log';
import { collectDefaultMetrics, Registry } from 'prom-client';
import {
  alertChangeOf,
  createAlertPublisher,
  type PublishedAlert,
  textOfAlertChange,
} from './alerts/alerts/index.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { openConfiguredCertificates, openSpanRecorder, serveHttp } from './compose-http.ts';
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

/** Publishes changes made by one process to the others, which serve the affected boards and browsers. */
const connectProcesses = (
  { session, directory, alerts }: Pick<Features, 'session' | 'directory' | 'alerts'>,
  telemetry: Telemetry,
  bus: Bus,
  publishToSystems: (incidents: readonly PublishedAlert[]) => Promise<void>,
): void => {
  session.access.onChange(async (accountId) => bus.publish('access', accountId));
  bus.subscribe('access', () => void telemetry.live.service.recheck().catch(() => undefined));
  directory.onChange(({ mac, hasReceived }) => hasReceived ?? bus.publish('meter', mac));
  bus.subscribe('meter', (mac) => directory.announce({ mac: mac as Mac, hasReceived: true }));
  alerts.onNotified(({ macs, incidents }) => {
    publishTexts(bus, 'alerts', macs);
    publishTexts(bus, 'alert-stories', incidents.map(textOfAlertChange));
  });
  bus.subscribe('alerts', (text) => telemetry.notifyAlerts(text.split(' ')));
  bus.subscribe('alert-stories', (text) => void publishToSystems(text.split(' ').map(alertChangeOf)));
};

/** Publishes alerts and states to browsers, other systems, Home Assistants and the other processes. */
const publishEvents = (needs: {
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
  const { publish: publishToSystems } = createAlertPublisher({
    systemsAt: live.service.systemsAt,
    send: broker.send,
    readAs: alerts.readAs,
    publicUrl,
    clock,
    log,
  });
  alerts.onNotified(({ macs, incidents }) => {
    telemetry.notifyAlerts(macs);
    void publishToSystems(incidents);
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
  connectProcesses(features, telemetry, bus, publishToSystems);
};

const createRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'nascente_' });
  return registry;
};

/** Parts that a process of these roles needs, as /ready, /metrics and the page *Servidor* show them. */
export const neededParts = (needs: {
  roles: ReadonlySet<Role>;
  isDatabaseReady: () => Promise<boolean> | boolean;
  isBrokerOpen: () => boolean;
  /** Null: there is no log before the database. */
  isLogReady: (() => Promise<boolean> | boolean) | null;
  isStalled: () => boolean;
}): readonly ReadinessCheck<ServerPart>[] => {
  const { roles, isDatabaseReady, isBrokerOpen, isLogReady, isStalled } = needs;
  // An edge acknowledges what the log stores: a load balancer that follows /ready must not remove all edges with the database.
  const isEdgeBeforeLog = isLogReady !== null && roles.has('edge') && roles.size === 1;
  return [
    ...(isEdgeBeforeLog ? [] : [{ name: 'database' as const, isReady: isDatabaseReady }]),
    { name: 'broker', isReady: () => !roles.has('edge') || isBrokerOpen() },
    ...(isLogReady === null ? [] : [{ name: 'log' as const, isReady: isLogReady }]),
    { name: 'lag', isReady: () => !isStalled() },
  ];
};

export interface Server {
  /** Actual ports: a configured port 0 is chosen by the system. */
  readonly ports: {
    readonly http: number;
    /** MQTT over TCP, over WebSocket, over TLS. */
    readonly tcp: number | null;
    readonly websocket: number | null;
    readonly tls: number | null;
    readonly https: number | null;
  };
  /** Stops accepting work, finishes work in progress, closes. */
  stop(): Promise<void>;
}

export interface ServerNeeds {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: () => Instant;
  readonly demonstration?: boolean;
  /** Called when another server has taken the database: this one must end. */
  readonly onDatabaseLost?: () => void;
  /** Aborts the start while it waits for a dependency. */
  readonly cancelled?: AbortSignal;
}

/** Interval of checking the database while the server stops. */
const LOOK_AT_DATABASE_MS = 2_000;
/** After half an hour without a query, a process treats everything as changed. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** The log between edges and the database; null: not configured. */
const openMessages = async (
  { config: { nats }, log, cancelled }: Pick<Required<ServerNeeds>, 'config' | 'log' | 'cancelled'>,
  registry: Registry,
  closers: Closers,
): Promise<MessageLog | null> => {
  if (nats === null) return null;
  const messages = await openMessageLog(nats, log, cancelled);
  closers.add('message log', () => messages.close());
  measureLog(messages, nats.streamBytes, registry);
  return messages;
};

const openReading = ({ read }: Config, primary: Database, log: Log): ReadDatabase =>
  read === null ? readWhereWritten(primary) : openReadDatabase({ ...read, primary }, log);

/** The bus to other processes; none where the database is embedded. */
const openBus = async (
  config: Config,
  { connectionString }: Database,
  messages: MessageLog | null,
  log: Log,
): Promise<Bus> => {
  if (messages !== null) return messages.bus;
  return config.databaseUrl === null ? noBus : openPostgresBus(connectionString, log);
};

/** Removes expired records every ten minutes. */
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

/** Creates the demonstration company. Its last months exist when the server is ready; earlier ones are added while it runs. */
const showDemonstration = async (
  needs: Pick<Required<ServerNeeds>, 'config' | 'clock' | 'log'> &
    Pick<Features, 'session' | 'alerts'> & { database: Database; telemetry: Telemetry; closers: Closers },
): Promise<void> => {
  const { config, database, session, alerts, telemetry, closers, clock, log } = needs;
  const { sink } = telemetry.ingest;
  const boardChanged = (mac: Mac) => telemetry.ingest.boardChanged(mac);
  const { dataDir } = config;
  const days = createMeterDays({ pool: database.pool, clock });
  const hashPassword = (password: string) => session.passwords.hash(password);
  const { backfill } = await seedDemonstration({
    db: database.db,
    sink,
    days,
    boardChanged,
    hashPassword,
    clock,
    dataDir,
    log,
  });
  // The jobs that ran at the start found no data.
  await alerts.watchLeaks();
  await alerts.watchMoney();
  const stopping = new AbortController();
  const filled = backfill(stopping.signal).then(
    (frames) => log.info({ frames }, 'the earlier months of the demonstration are complete'),
    (error: unknown) => {
      if (!stopping.signal.aborted)
        log.error({ err: error }, 'the earlier months of the demonstration are incomplete');
    },
  );
  closers.add('demonstration', async () => {
    stopping.abort();
    await filled;
  });
};

/** Closes everything in order. Calls that wait for a database without answer are aborted. */
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
  const certificates = await openConfiguredCertificates(config, registry, log, closers);
  const { roles } = config;
  const record = openSpanRecorder(config, log, closers);
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
  publishEvents({ features, telemetry, bus, publicUrl: publicUrlOf(config), closers, clock, log });
  closers.add('telemetry', () => telemetry.stop());
  session.access.onChange(() => telemetry.live.service.recheck());
  if (needs.demonstration)
    await showDemonstration({ config, database, session, alerts, telemetry, closers, clock, log });
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
    // The metrics are the same in each process: one role exports them.
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
    features: [...bound, status, telemetry],
    checks,
    certificates,
    telemetry,
    recordSpan: record,
    closers,
  });
  const stop = () => closeAll(database, closers, log);
  return { ports: { http, https, ...telemetry.ports }, stop };
};

/** Builds and starts everything in order. If a later part cannot start, the started parts are closed. */
export const startServer = async (needs: ServerNeeds): Promise<Server> => {
  const closers = createClosers(needs.log);
  try {
    return await build(
      {
        clock: () => instant(Date.now()),
        demonstration: false,
        onDatabaseLost: () => undefined,
        cancelled: new AbortController().signal,
        ...needs,
      },
      closers,
    );
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
