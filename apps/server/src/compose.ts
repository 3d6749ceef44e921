import { hostname } from 'node:os';
import type { Mac } from '@nascente/domain/metering/mac';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Registry } from 'prom-client';
import { composeAccess } from './compose-access.ts';
import { composeEstablishments } from './compose-establishments.ts';
import { openCertificatesOf, openTraces, serveHttp } from './compose-http.ts';
import { composeMetering } from './compose-metering.ts';
import { composePeople } from './compose-people.ts';
import { startTelemetry, type Telemetry } from './compose-telemetry.ts';
import type { Config } from './config.ts';
import { seedDemonstration } from './demo/seed-demonstration.ts';
import { createAlertPublisher, type PublishedStory, storyOf, wordOf } from './features/alerts/index.ts';
import { createAuditTrail } from './features/audit/index.ts';
import { createHomePublisher } from './features/integrations/index.ts';
import { createMetersFeature } from './features/meters/index.ts';
import { createMeterDays } from './features/series/index.ts';
import { createStatusFeature } from './features/status/index.ts';
import { neededParts } from './needed-parts.ts';
import { type Bus, noBus, publishWords } from './platform/bus/bus.ts';
import { type Closers, createClosers } from './platform/closers.ts';
import { type Database, openDatabase } from './platform/database/open-database.ts';
import { measurePool } from './platform/database/pool-meters.ts';
import { openPostgresBus } from './platform/database/postgres-bus.ts';
import {
  measureReading,
  openReadDatabase,
  type ReadDatabase,
  readWhereWritten,
} from './platform/database/read-database.ts';
import { askAll } from './platform/http/operations.ts';
import { createJobRunner, type JobRunner } from './platform/jobs/job-runner.ts';
import { forgetOldUses } from './platform/limits/quota.ts';
import { forgetOldAttempts } from './platform/limits/throttle.ts';
import type { Log } from './platform/log/log.ts';
import { createMail } from './platform/mail/mail.ts';
import { createRegistry } from './platform/metrics/registry.ts';
import { measureLog } from './platform/nats/log-meters.ts';
import { type MessageLog, openMessageLog } from './platform/nats/message-log.ts';
import { createWorkerThreads, type WorkerThreads } from './platform/workers/worker-threads.ts';
import { publicUrlOf } from './public-url.ts';

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

/** What changes by a call to one process is told to the others, whose connected boards and browsers it may concern. */
const tellEachOther = (
  bus: Bus,
  needs: Pick<ReturnType<typeof composeFeatures>, 'session' | 'directory' | 'alerts'> & {
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

/** Everything that answers calls, apart from the live feed. */
const composeFeatures = (needs: {
  database: Database;
  reading: ReadDatabase;
  threads: WorkerThreads;
  config: Config;
  jobs: JobRunner;
  registry: Registry;
  clock: () => Instant;
  log: Log;
}) => {
  const { database, reading, threads, config, jobs, registry, clock, log } = needs;
  const meters = createMetersFeature({
    database,
    audit: createAuditTrail({ db: database.db, clock }),
    clock,
    mostMeters: config.mostMeters,
    claimCodes: config.claimCodes,
  });
  const { directory, releasing } = meters;
  const { secondBrand: brandRule, smtpUrl, mailFrom: from } = config;
  const mail = createMail({ smtpUrl, from, jobs, database, clock, log });
  const access = composeAccess({
    database,
    reading,
    mail,
    publicUrl: publicUrlOf(config),
    brandRule,
    isAdminHeld: config.isAdminHeld,
    oidc: config.oidc,
    breachedPasswordsFile: config.breachedPasswordsFile,
    directory,
    jobs,
    registry,
    clock,
    log,
  });
  const people = composePeople({ config, database, mail, ...access, clock, log });
  const establishments = composeEstablishments({
    config,
    database,
    meters,
    audit: access.audit,
    jobs,
    clock,
    log,
  });
  const metering = composeMetering({
    database,
    reading,
    threads,
    directory,
    releasing,
    mail,
    brandRule,
    establishments: establishments.establishments,
    audit: access.audit,
    announce: access.session.access.announce,
    jobs,
    clock,
    log,
    retentionDays: config.retentionDays,
    publicUrl: config.publicUrl,
    letterUrl: publicUrlOf(config),
    privateWebhooks: config.privateWebhooks,
    boardPorts: { plain: config.mqttPort, tls: config.tls === null ? null : config.mqttTlsPort },
  });
  const { session, verifier } = access;
  const bound = [...access.bound, meters, ...establishments.bound, ...metering.bound, ...people.bound];
  return {
    session,
    verifier,
    directory,
    mail,
    alerts: metering.alerts,
    homeStates: metering.homeStates,
    bound,
  };
};

const build = async (needs: Required<ServerNeeds>, closers: Closers): Promise<Server> => {
  const { config, log, clock } = needs;
  const database = await openDatabase(config, log, needs.onDatabaseLost);
  closers.add('database', () => database.close());
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
  jobs.schedule('hear-changes', EVERY_TEN_MINUTES, async () => {
    await database.changes.ask();
    await database.changes.forgetOld();
  });
  jobs.schedule('forget-attempts', EVERY_TEN_MINUTES, async () => {
    await forgetOldAttempts({ db: database.db, clock });
    await forgetOldUses({ db: database.db, clock });
  });
  measurePool(database.pool, registry);
  measureReading(reading, registry);
  const threads = createWorkerThreads();
  const features = composeFeatures({ database, reading, threads, config, jobs, registry, clock, log });
  const { session, directory, mail, alerts, bound } = features;
  await session.ensureFirstAdmin(config);

  closers.add('mail', async () => mail.close());
  closers.add('alerts', () => alerts.stop());
  closers.add('jobs', () => jobs.stop());
  closers.add('worker threads', () => threads.stop());
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
  const { broker, live } = telemetry;
  const { tell: tellSystems } = createAlertPublisher({
    systemsAt: live.service.systemsAt,
    send: broker.send,
    readAs: alerts.readAs,
    publicUrl: publicUrlOf(config),
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
  closers.add('telemetry', () => telemetry.stop());
  session.access.onChange(() => telemetry.live.service.recheck());
  if (needs.demonstration) {
    const { sink } = telemetry.ingest;
    const boardChanged = (mac: Mac) => telemetry.ingest.boardChanged(mac);
    const { dataDir } = config;
    const days = createMeterDays({ pool: database.pool, clock });
    const hashPassword = (password: string) => session.passwords.hash(password);
    await seedDemonstration({ db: database.db, sink, days, boardChanged, hashPassword, clock, dataDir, log });
    // The looks at the start found an empty house.
    await alerts.watchLeaks();
    await alerts.watchMoney();
  }
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
    bound: [...bound, status, telemetry],
    checks,
    certificates,
    telemetry,
    record,
    closers,
  });
  /** What still waits for a database that does not answer is told that it is away, so that the stop comes to its end. */
  const cutOffFrozen = async (): Promise<void> => {
    if (!(await database.ready())) await database.cutOff();
  };
  const stop = async (): Promise<void> => {
    const looking = setInterval(
      () => void cutOffFrozen().catch((error: unknown) => log.error({ err: error }, 'The database stays')),
      LOOK_AT_DATABASE_MS,
    );
    await closers.closeAll();
    clearInterval(looking);
  };
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
