import type { Server } from 'node:net';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { alertTopic, boardTopics } from '@nascente/domain/telemetry/frames/topic';
import { type Bus, noBus } from '@nascente/message-log/bus';
import type { MessageLog } from '@nascente/message-log/message-log';
import type { Config } from './config.ts';
import { ROLES } from './config-parsers.ts';
import { createIntegrationKeys } from './connections/integrations/index.ts';
import {
  createBrokerHooks,
  createLiveFeature,
  createSharedFeed,
  type LiveViewer,
  type Visibility,
} from './connections/live/index.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import { type Broker, createBroker, measureBroker } from './platform/mqtt/broker.ts';
import type { BrokerLimits } from './platform/mqtt/broker-hooks.ts';
import type { Platform } from './platform/platform.ts';
import type { Certificates } from './platform/tls/certificates.ts';
import type { RecordSpan } from './platform/traces/record-spans.ts';
import {
  bindHttpIntake,
  createHttpIntake,
  createIngest,
  type FindGateway,
} from './telemetry/ingest/index.ts';
import { createConnectionLog } from './telemetry/inventory/index.ts';
import { openAdaptedStore } from './telemetry/registers/index.ts';

/** That there is something to ask for: what it says is asked of the API, which knows who may see it. */
const ALERT_TOLD = Buffer.from('1');

export type TelemetryConfig = Pick<
  Config,
  | 'host'
  | 'mqttPort'
  | 'mqttTlsPort'
  | 'mqttWsPort'
  | 'retentionDays'
  | 'boardCredentials'
  | 'publicUrl'
  | 'trustProxy'
  | 'boardRate'
> & {
  /** All of them where it is left out. */
  readonly roles?: Config['roles'];
};

/** The way of a reading: broker, ingest and live feed, wired to each other. */
export type Telemetry = Awaited<ReturnType<typeof startTelemetry>>;

export const startTelemetry = async (
  needs: Pick<Platform, 'clock' | 'log' | 'registry'> & {
    config: TelemetryConfig;
    database: Pick<Database, 'connectionString' | 'pool' | 'db'>;
    visibility: Visibility;
    /** Hears of the meters whose frames were just stored. */
    stored?: (installations: readonly number[]) => void;
    /** Reaches the other processes of the installation; this one is alone where it is left out. */
    bus?: Bus;
    /** The name of this process among edges. */
    edge?: string;
    /** Between edges and whoever stores. */
    messages?: MessageLog | null;
    /** Hears of each batch of readings. */
    record?: RecordSpan | undefined;
    /** For TLS, which is spoken nowhere without one. */
    certificates?: Certificates | null;
    /** Other than those of every installation. */
    brokerLimits?: Partial<BrokerLimits>;
  },
) => {
  const { config, database, visibility, clock, log, registry, bus = noBus, messages = null } = needs;
  const { roles = new Set(ROLES) } = config;
  const { connectionString, pool } = database;
  const { retentionDays, boardCredentials, publicUrl, trustProxy } = config;
  let broker: Broker<LiveViewer> | null = null;
  const ingest = createIngest({
    connectionString,
    clock,
    log,
    registry,
    retentionDays,
    record: needs.record,
    feed: {
      watched: (mac) => feed.watched(mac),
      deliver: (topic, payload) => feed.deliver(topic, payload),
    },
    messages,
    does: { storing: roles.has('ingest'), maintenance: roles.has('jobs') },
    openAdaptedStore,
    ...(needs.stored === undefined ? {} : { stored: needs.stored }),
  });
  const isInstalled = (mac: Mac): boolean =>
    ingest.findBoard(mac)?.installations.some(({ until }) => until === null) ?? false;
  const live = createLiveFeature({ pool, visibility, isInstalled, clock, log, publicUrl });
  const feed = createSharedFeed({
    bus,
    local: {
      watched: (mac) => boardTopics(mac).some((topic) => broker?.watched(topic)),
      deliver: (topic, payload) => broker?.deliver(topic, payload),
    },
    watching: live.service.watching,
    clock,
  });
  const forgetWatch = live.service.onWatch(feed.begins);
  const connections = createConnectionLog({ pool, clock, log, registry, edge: needs.edge ?? '' });
  const keys = createIntegrationKeys({ db: database.db, clock });
  const hooks = createBrokerHooks({ ingest, live: live.service, boardCredentials, connections, keys });
  const limits = { rate: config.boardRate, ...needs.brokerLimits };
  const opened = await createBroker({
    ports: portsOf(config, roles),
    certificates: needs.certificates ?? null,
    publicUrl,
    trustProxy,
    hooks,
    log,
    limits,
  });
  broker = opened;
  measureBroker(opened, registry);
  const forget = visibility.onChange(({ mac }) =>
    // A board whose key was replaced is connected with the old one still.
    ingest.boardChanged(mac).then(opened.recheck, () => undefined),
  );
  const stop = async (): Promise<void> => {
    forget();
    forgetWatch();
    feed.stop();
    live.service.stop();
    await opened.close();
    await connections.stop();
    await ingest.stop();
  };
  try {
    await connections.start();
    await ingest.start();
    live.service.start();
    return {
      ingest,
      live,
      /** Binds the way of readings by HTTP. */
      register(app: CallBinder) {
        live.register(app);
        const findGateway: FindGateway = (key) => keys.find(key, ['gateway']);
        const needed = { ingest, boardCredentials, findGateway, rate: config.boardRate };
        bindHttpIntake(app, createHttpIntake(needed));
      },
      broker: opened,
      /** Tells the browsers of whoever sees one of these meters that an alert is told, or has changed. */
      tellAlerts: (macs: readonly string[]) => {
        for (const accountId of live.service.concerned(macs))
          opened.deliver(alertTopic(accountId), ALERT_TOLD);
      },
      ports: await opened.listen(),
      /** Serves the live feed at `/mqtt` of the HTTP server too. @returns ends that: the server does not close while it lasts. */
      attach: (server: Server) => opened.attach(server),
      /** Stops taking messages, then waits for what was taken. */
      stop,
    };
  } catch (failure) {
    await stop();
    throw failure;
  }
};

const portsOf = ({ host, mqttPort, mqttTlsPort, mqttWsPort }: TelemetryConfig, roles: Config['roles']) => ({
  host,
  tcp: roles.has('edge') ? mqttPort : null,
  websocket: roles.has('api') ? mqttWsPort : null,
  tls: roles.has('edge') ? mqttTlsPort : null,
});
