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

/** The message has no content: browsers query the API, which checks access. */
const ALERT_SIGNAL = Buffer.from('1');

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
  /** All roles by default. */
  readonly roles?: Config['roles'];
};

/** Broker, ingest and live feed, connected to each other. */
export type Telemetry = Awaited<ReturnType<typeof startTelemetry>>;

export const startTelemetry = async (
  needs: Pick<Platform, 'clock' | 'log' | 'registry'> & {
    config: TelemetryConfig;
    database: Pick<Database, 'connectionString' | 'pool' | 'db'>;
    visibility: Visibility;
    /** Receives the installations of each stored batch. */
    stored?: (installations: readonly number[]) => void;
    /** Connects the processes of an installation; by default this process is alone. */
    bus?: Bus;
    /** Name of this process among edges. */
    edge?: string;
    /** The log between edges and ingest workers. */
    messages?: MessageLog | null;
    /** Called with each batch of readings. */
    record?: RecordSpan | undefined;
    certificates?: Certificates | null;
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
    // A board may still be connected with a replaced key.
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
      register(app: CallBinder) {
        live.register(app);
        const findGateway: FindGateway = (key) => keys.find(key, ['gateway']);
        const needed = { ingest, boardCredentials, findGateway, rate: config.boardRate };
        bindHttpIntake(app, createHttpIntake(needed));
      },
      broker: opened,
      /** Signals the browsers that see one of these meters that an alert was opened or changed. */
      notifyAlerts: (macs: readonly string[]) => {
        for (const accountId of live.service.concerned(macs))
          opened.deliver(alertTopic(accountId), ALERT_SIGNAL);
      },
      ports: await opened.listen(),
      /** Serves the live feed at `/mqtt` of an HTTP server, which closes once the returned function is called. */
      attach: (server: Server) => opened.attach(server),
      /** Stops accepting messages, then waits for accepted ones. */
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
