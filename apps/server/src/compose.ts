import { hostname } from 'node:os';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Bus, noBus } from '@nascente/message-log/bus';
import { measureLog } from '@nascente/message-log/log-meters';
import { type MessageLog, openMessageLog } from '@nascente/message-log/message-log';
import type { Log } from '@nascente/runtime/log';
import type { Registry } from 'prom-client';
import { tellOthers } from './compose-announcements.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { openCertificatesOf, openTraces, serveHttp } from './compose-http.ts';
import { startTelemetry, type Telemetry } from './compose-telemetry.ts';
import type { Config } from './config.ts';
import { seedDemonstration } from './demo/seed-demonstration.ts';
import { neededParts } from './needed-parts.ts';
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
import { askAll } from './platform/http/operations.ts';
import { createJobRunner, type JobRunner } from './platform/jobs/job-runner.ts';
import { forgetOldUses } from './platform/limits/quota.ts';
import { forgetOldAttempts } from './platform/limits/throttle.ts';
import { createRegistry } from './platform/metrics/registry.ts';
import { createBoundedProcesses } from './platform/workers/bounded-processes.ts';
import { createWorkerThreads } from './platform/workers/worker-threads.ts';
import { publicUrlOf } from './public-url.ts';
import { createMeterDays } from './telemetry/series/index.ts';

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
