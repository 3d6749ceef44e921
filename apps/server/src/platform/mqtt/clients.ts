import type { Duplex } from 'node:stream';
import type { AuthenticateError, Client } from 'aedes';
import type { Log } from '../log/log.ts';
import type { Admitted, BrokerHooks, BrokerLimits, MqttLink } from './broker-hooks.ts';
import { EdgeAedes } from './edge-aedes.ts';
import { createInlet, type Inlet } from './inlet.ts';
import { createIntakeBudget } from './intake-budget.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface MqttClients {
  /** Takes over a connection on which a client is about to speak MQTT. */
  readonly admit: (stream: Duplex, origin: MqttOrigin) => void;
  /** Closes at once the connections of those who may not stay. */
  readonly recheck: () => void;
  readonly watched: (topic: string) => boolean;
  readonly deliver: (topic: string, payload: Buffer) => void;
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** Where a connection comes from. */
export interface MqttOrigin {
  readonly address: string;
  readonly transport: 'TCP' | 'TLS' | 'WebSocket';
}

/** What is known of a connection. */
interface Session<Publisher, Viewer> {
  readonly stream: Duplex;
  readonly inlet: Inlet;
  readonly origin: MqttOrigin;
  version: number;
  name: string;
  keepaliveMs: number;
  admitted: Admitted<Publisher, Viewer> | null;
}

/** Nobody needs more to say who he is, or what to subscribe to. */
const SMALL_PACKET_BYTES = 16_384;
const CONNECT_WITHIN_MS = 10_000;
const DRAIN_WITHIN_MS = 20_000;
const SWEEP_MS = 1_000;
const LONGEST_ID = 512;
/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
const IDENTIFIER_REJECTED = 2;
const UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;
const NOTHING = Buffer.alloc(0);

export const createClients = async <Publisher, Viewer>(needs: {
  hooks: BrokerHooks<Publisher, Viewer>;
  limits: BrokerLimits;
  log: Log;
}): Promise<MqttClients> => {
  const { hooks, limits, log } = needs;
  const budget = createIntakeBudget();
  const sessions = new Map<Duplex, Session<Publisher, Viewer>>();
  const byName = new Map<string, Set<Session<Publisher, Viewer>>>();
  const sessionOf = (client: Client | null) => (client === null ? undefined : sessions.get(client.conn));
  const viewerOf = (client: Client): Viewer | null => {
    const admitted = sessionOf(client)?.admitted;
    return admitted?.role === 'viewer' ? admitted.viewer : null;
  };
  const subscriptions = createSubscriptions(limits);

  const admitPublisher = (
    session: Session<Publisher, Viewer>,
    publisher: Publisher,
    isShared: boolean,
  ): void => {
    hooks.publisherJoined(publisher, linkOf(session));
    session.inlet.takeWith(
      (topic, payload, done) => hooks.receive(publisher, { topic, payload }, done),
      limits.largestMessageBytes,
    );
    if (isShared) return;
    const same = byName.get(session.name) ?? new Set();
    byName.set(session.name, same.add(session));
  };

  const leave = (session: Session<Publisher, Viewer>): void => {
    sessions.delete(session.stream);
    const same = byName.get(session.name);
    if (same?.delete(session) === true && same.size === 0) byName.delete(session.name);
    const { admitted } = session;
    if (admitted?.role === 'viewer') hooks.left(admitted.viewer);
    else if (admitted?.role === 'publisher') hooks.publisherLeft(admitted.publisher);
  };

  const aedes = new EdgeAedes({
    connectTimeout: CONNECT_WITHIN_MS,
    drainTimeout: DRAIN_WITHIN_MS,
    maxClientsIdLength: LONGEST_ID,
    /** Sessions are clean, wills are dropped, keeping alive is watched here: see `sweep`. */
    preConnect(client, packet, decide) {
      const session = sessionOf(client);
      if (session === undefined) return decide(new Error('connection has gone'), false);
      packet.clean = true;
      delete packet.will;
      session.keepaliveMs = (packet.keepalive ?? 0) * 1_500;
      packet.keepalive = 0;
      session.name = packet.username ?? '';
      session.version = packet.protocolVersion ?? 4;
      // Client ids are the user's own affair: nobody can take another's connection over by guessing one.
      if (packet.clientId !== '') packet.clientId = `${session.name} ${packet.clientId}`;
      decide(null, true);
    },
    authenticate(client, username, password, decide) {
      const session = sessionOf(client);
      const name = username ?? '';
      if (session === undefined || name === '' || password === undefined)
        return decide(denied(NOT_AUTHORIZED), false);
      if (client.id.length > LONGEST_ID) return decide(denied(IDENTIFIER_REJECTED), false);
      const clientId = client.id.startsWith(`${name} `) ? client.id.slice(name.length + 1) : '';
      hooks.authenticate({ username: name, password, clientId, link: linkOf(session) }).then(
        (admitted) => {
          // Whoever has gone meanwhile would never be told to have left.
          if (admitted === null || !sessions.has(session.stream))
            return decide(denied(NOT_AUTHORIZED), false);
          session.admitted = admitted;
          if (admitted.role === 'publisher') admitPublisher(session, admitted.publisher, admitted.isShared);
          decide(null, true);
        },
        (failure: unknown) => {
          log.warn({ err: failure }, 'a sign-in could not be judged');
          decide(denied(UNAVAILABLE), false);
        },
      );
    },
    /** QoS 2, and what came in one piece with the sign-in; the rest is taken by the inlet. */
    authorizePublish(client, packet, decide) {
      const admitted = sessionOf(client)?.admitted;
      if (admitted?.role !== 'publisher') return decide(new Error('viewers do not publish'));
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      hooks.receive(admitted.publisher, { topic: packet.topic, payload }, () => {
        // Of a QoS 2 message only the id is still needed until it is released.
        packet.payload = NOTHING;
        setImmediate(decide, null);
      });
    },
    authorizeSubscribe(client, subscription, decide) {
      const viewer = viewerOf(client);
      if (viewer === null || !subscriptions.mayTake(client)) return decide(null, null);
      hooks.maySubscribe(viewer, subscription.topic).then(
        (may) => decide(null, may ? subscription : null),
        (failure: unknown) => {
          log.warn({ err: failure }, 'a subscription could not be judged');
          decide(null, null);
        },
      );
    },
    authorizeForward(client, packet) {
      const viewer = viewerOf(client);
      return viewer !== null && hooks.mayReceive(viewer, packet.topic) ? packet : null;
    },
  });
  aedes.on('subscribe', (given, client) => subscriptions.add(client, given));
  aedes.on('unsubscribe', (topics, client) => subscriptions.remove(client, topics));
  aedes.on('clientError', (client, failure) =>
    log.debug({ client: client.id, err: failure }, 'client failed'),
  );
  aedes.on('connectionError', (_client, failure) => log.debug({ err: failure }, 'connection failed'));
  await aedes.listen();

  const isOver = (admitted: Admitted<Publisher, Viewer>): boolean =>
    admitted.role === 'viewer' ? hooks.hasEnded(admitted.viewer) : hooks.hasLostAccess(admitted.publisher);

  const sweepOne = (session: Session<Publisher, Viewer>, now: number): void => {
    const { admitted, keepaliveMs, inlet, stream } = session;
    if (admitted !== null && isOver(admitted)) stream.destroy();
    else if (keepaliveMs > 0 && now - inlet.lastHeardAt() > keepaliveMs) stream.destroy();
  };
  const recheck = (): void => {
    const now = Date.now();
    for (const session of sessions.values()) sweepOne(session, now);
  };
  const sweep = setInterval(() => {
    recheck();
    for (const same of byName.values()) dropOldest(same, limits.connectionsOfPublisher);
  }, SWEEP_MS);
  sweep.unref();

  return {
    recheck,
    admit(stream, origin) {
      if (sessions.size >= limits.connections) {
        stream.destroy();
        return;
      }
      const inlet = createInlet({ stream, budget, largestPacket: SMALL_PACKET_BYTES });
      const session = { stream, inlet, origin, version: 0, name: '', keepaliveMs: 0, admitted: null };
      sessions.set(stream, session);
      stream.once('close', () => leave(session));
      aedes.handle(stream);
    },
    watched: subscriptions.watched,
    deliver: subscriptions.deliver,
    count: () => sessions.size,
    async close() {
      clearInterval(sweep);
      for (const stream of sessions.keys()) stream.destroy();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
};

const VERSIONS: Readonly<Record<number, string>> = { 3: '3.1', 4: '3.1.1', 5: '5' };

const linkOf = ({ origin, version }: { origin: MqttOrigin; version: number }): MqttLink => ({
  address: origin.address,
  protocol: `MQTT ${VERSIONS[version] ?? version}, ${origin.transport}`,
});

const denied = (returnCode: number): AuthenticateError =>
  Object.assign(new Error('not admitted'), { returnCode });

/** A board that lost its connection comes back before the old one is noticed to be dead. */
const dropOldest = (same: ReadonlySet<{ stream: Duplex }>, most: number): void => {
  let excess = same.size - most;
  for (const { stream } of same) {
    if (excess-- <= 0) return;
    stream.destroy();
  }
};
