import type { Duplex } from 'node:stream';
import type { Log } from '@nascente/runtime/log';
import type { AuthenticateError, Client, Subscription } from 'aedes';
import { Aedes, type AedesOptions, type PublishPacket } from 'aedes';
import type { UnauthenticatedConnection } from '../limits/unauthenticated.ts';
import type { BrokerHooks, BrokerLimits, MqttLink } from './broker-hooks.ts';
import { createClientSessions, type MqttOrigin, SMALL_PACKET_BYTES } from './client-sessions.ts';
import {
  CONNECT,
  type Framed,
  frame,
  packetType,
  protocolLevelOf,
  UNSUPPORTED_VERSION,
} from './packet-framing.ts';

const REFUSED = 128;

const noop = (): void => undefined;

/** Whether a subscription filter matches a topic (MQTT 3.1.1, section 4.7). */
const filterTakes = (filter: string, topic: string): boolean => {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
};

/** The subscribers of each filter. Filters of browsers and boards are exact topics. */
const createSubscriptions = (limits: BrokerLimits) => {
  const byTopic = new Map<string, Set<Client>>();
  const countOf = new WeakMap<Client, number>();
  let total = 0;

  const count = (client: Client, change: number): void => {
    total += change;
    countOf.set(client, (countOf.get(client) ?? 0) + change);
  };

  const add = (client: Client, topic: string): void => {
    const watchers = byTopic.get(topic) ?? new Set();
    if (watchers.has(client)) return;
    byTopic.set(topic, watchers.add(client));
    count(client, 1);
  };

  const remove = (client: Client, topic: string): void => {
    const watchers = byTopic.get(topic);
    if (watchers?.delete(client) !== true) return;
    count(client, -1);
    if (watchers.size === 0) byTopic.delete(topic);
  };

  const give = (client: Client, topic: string, payload: Buffer): void => {
    if (client.conn.writableLength > limits.unsentBytes) client.conn.destroy();
    else client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, noop);
  };

  return {
    /** Subscribed topics, and subscriptions in all. */
    counts: (): { readonly topics: number; readonly subscribers: number } => ({
      topics: byTopic.size,
      subscribers: total,
    }),
    mayTake: (client: Client) => (countOf.get(client) ?? 0) < limits.subscriptionsOfViewer,
    add(client: Client, topics: readonly Subscription[]) {
      if (client.closed) return;
      for (const { topic, qos } of topics) {
        if (Number(qos) !== REFUSED) add(client, topic);
      }
    },
    remove(client: Client, topics: readonly string[]) {
      for (const topic of topics) remove(client, topic);
    },
    watched: (topic: string) => byTopic.has(topic),
    deliver(topic: string, payload: Buffer) {
      for (const client of byTopic.get(topic) ?? []) give(client, topic, payload);
    },
    /** Delivers a message once to each client that `isFor` accepts and that has a matching filter, with or without wildcards. */
    deliverTo(isFor: (client: Client) => boolean, topic: string, payload: Buffer) {
      const taking = [...byTopic].filter(([filter]) => filterTakes(filter, topic));
      for (const client of new Set(taking.flatMap(([, watchers]) => [...watchers])))
        if (isFor(client)) give(client, topic, payload);
    },
  };
};

const MQTT_5 = 5;

/**
 * Calls back once a connection has sent a whole CONNECT of at most `largest` bytes, with which it must begin (MQTT 3.1.1, section
 * 3.1), and leaves the bytes unread. MQTT 5 is answered and closed (MQTT 5.0, section 3.1.2.2). Until then a connection costs its
 * socket and these bytes, but no client state.
 */
export const awaitFirstPacket = (stream: Duplex, largest: number, arrived: () => void): void => {
  const framed: Framed = { header: 0, body: 0, end: 0 };
  let parts: Buffer[] = [];
  let gathered = 0;

  /** The packet may arrive together with following ones, or byte by byte. */
  const judge = (bytes: Buffer): 'whole' | 'incomplete' | 'refused' | 'unsupported' => {
    const framing = frame(bytes, 0, framed);
    const isConnect = packetType(bytes[0] ?? 0) === CONNECT;
    if (!isConnect || framing === 'malformed') return 'refused';
    if (framing === 'incomplete') return 'incomplete';
    if (framed.end - framed.body > largest) return 'refused';
    if (framed.end > bytes.length) return 'incomplete';
    return protocolLevelOf(bytes, framed) === MQTT_5 ? 'unsupported' : 'whole';
  };

  const readOn = (): void => {
    const chunk: unknown = stream.read();
    if (!Buffer.isBuffer(chunk)) return;
    parts.push(chunk);
    gathered += chunk.length;
    if (framed.end > gathered) return;
    const bytes = Buffer.concat(parts, gathered);
    const verdict = judge(bytes);
    if (verdict === 'incomplete') {
      parts = [bytes];
      return;
    }
    parts = [];
    stream.off('readable', readOn);
    if (verdict === 'refused') {
      stream.destroy();
      return;
    }
    if (verdict === 'unsupported') {
      stream.end(UNSUPPORTED_VERSION, leave);
      return;
    }
    stream.off('error', leave);
    stream.unshift(bytes);
    arrived();
  };
  const leave = (): void => void stream.destroy();

  stream.on('error', leave);
  stream.on('end', leave);
  stream.on('readable', readOn);
};

type Done = (failure?: Error) => void;

/**
 * The broker forwards nothing by itself: `deliver` sends messages of boards to viewers once they are durable; wills, $SYS topics
 * and retained messages are not delivered.
 */
class EdgeAedes extends Aedes {
  constructor(options: AedesOptions) {
    super(options);
  }

  override publish(packet: PublishPacket, done: Done): void;
  override publish(packet: PublishPacket, client: unknown, done: Done): void;
  override publish(_packet: PublishPacket, clientOrDone: unknown, done?: Done): void {
    const finished = done ?? clientOrDone;
    if (typeof finished === 'function') finished();
  }
}

interface MqttClients<Viewer> {
  /** Sends a message to one viewer, if one of its subscriptions matches the topic. */
  readonly send: (viewer: Viewer, topic: string, payload: Buffer) => void;
  /** Accepts a connection whose client has sent its first packet. */
  readonly admit: (stream: Duplex, origin: MqttOrigin, unauthenticated: UnauthenticatedConnection) => void;
  readonly recheck: () => void;
  readonly watched: (topic: string) => boolean;
  readonly deliver: (topic: string, payload: Buffer) => void;
  /** Number of connections that have sent credentials, valid or not. */
  readonly count: () => number;
  readonly subscriptions: () => ReturnType<ReturnType<typeof createSubscriptions>['counts']>;
  readonly close: () => Promise<void>;
}

const DRAIN_WITHIN_MS = 20_000;
const MAX_ID = 512;
/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
const IDENTIFIER_REJECTED = 2;
const UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;
const EMPTY = Buffer.alloc(0);

export const createClients = async <Publisher, Viewer>(needs: {
  hooks: BrokerHooks<Publisher, Viewer>;
  limits: BrokerLimits;
  log: Log;
}): Promise<MqttClients<Viewer>> => {
  const { hooks, limits, log } = needs;
  const sessions = createClientSessions({ hooks, limits });
  const viewerOf = (client: Client): Viewer | null => {
    const admitted = sessions.of(client)?.admitted;
    return admitted?.role === 'viewer' ? admitted.viewer : null;
  };
  const subscriptions = createSubscriptions(limits);

  const aedes = new EdgeAedes({
    connectTimeout: limits.signInWithinMs,
    drainTimeout: DRAIN_WITHIN_MS,
    maxClientsIdLength: MAX_ID,
    /** Sessions are always clean and wills are dropped. `client-sessions.ts` checks the keep-alive. */
    preConnect(client, packet, decide) {
      const session = sessions.of(client);
      if (session === undefined) return decide(new Error('connection has gone'), false);
      packet.clean = true;
      delete packet.will;
      session.keepaliveMs = (packet.keepalive ?? 0) * 1_500;
      packet.keepalive = 0;
      session.name = packet.username ?? '';
      session.version = packet.protocolVersion ?? 4;
      // Client ids are scoped by user, so no client can take over another user's connection.
      if (packet.clientId !== '') packet.clientId = `${session.name} ${packet.clientId}`;
      decide(null, true);
    },
    authenticate(client, username, password, decide) {
      const session = sessions.of(client);
      const name = username ?? '';
      if (session === undefined || name === '' || password === undefined)
        return decide(denied(NOT_AUTHORIZED), false);
      if (client.id.length > MAX_ID) return decide(denied(IDENTIFIER_REJECTED), false);
      const clientId = client.id.startsWith(`${name} `) ? client.id.slice(name.length + 1) : '';
      hooks.authenticate({ username: name, password, clientId, link: linkOf(session) }).then(
        (admitted) => {
          if (admitted === null) return decide(denied(NOT_AUTHORIZED), false);
          // A client that disconnected meanwhile would never be reported as left.
          if (!sessions.isOpen(session) || !sessions.hasSlot(admitted)) {
            if (admitted.role === 'viewer') hooks.left(admitted.viewer);
            return decide(denied(UNAVAILABLE), false);
          }
          sessions.enter(session, admitted);
          decide(null, true);
        },
        (failure: unknown) => {
          log.warn({ err: failure }, 'a sign-in could not be judged');
          decide(denied(UNAVAILABLE), false);
        },
      );
    },
    /** For messages of QoS 2 and those in the same TCP segment as CONNECT. The inlet processes all others. */
    authorizePublish(client, packet, decide) {
      const session = sessions.of(client);
      const admitted = session?.admitted;
      if (admitted?.role === 'viewer' && hooks.mayMention(admitted.viewer, packet.topic)) {
        packet.payload = EMPTY;
        return decide(null);
      }
      if (admitted?.role !== 'publisher') return decide(new Error('viewers do not publish'));
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      const sendAway = (): void => void session?.stream.destroy();
      const device = hooks.receive(admitted.publisher, { topic: packet.topic, payload, sendAway }, () => {
        // Only the id of a QoS 2 message is needed until the message is released.
        packet.payload = EMPTY;
        setImmediate(decide, null);
      });
      session?.allowance.spend(payload.length, device);
    },
    authorizeSubscribe(client, subscription, decide) {
      const viewer = viewerOf(client);
      const may =
        viewer !== null && subscriptions.mayTake(client) && hooks.maySubscribe(viewer, subscription.topic);
      decide(null, may ? subscription : null);
    },
    authorizeForward(client, packet) {
      const viewer = viewerOf(client);
      return viewer !== null && hooks.mayReceive(viewer, packet.topic) ? packet : null;
    },
  });
  aedes.on('subscribe', (topics, client) => subscriptions.add(client, topics));
  aedes.on('unsubscribe', (topics, client) => subscriptions.remove(client, topics));
  aedes.on('clientError', (client, failure) =>
    log.debug({ client: client.id, err: failure }, 'client failed'),
  );
  aedes.on('connectionError', (_client, failure) => log.debug({ err: failure }, 'connection failed'));
  await aedes.listen();

  return {
    recheck: sessions.recheck,
    admit(stream, origin, unauthenticated) {
      awaitFirstPacket(stream, SMALL_PACKET_BYTES, () => {
        aedes.handle(sessions.open(stream, origin, unauthenticated));
      });
    },
    watched: subscriptions.watched,
    deliver: subscriptions.deliver,
    send: (viewer, topic, payload) =>
      subscriptions.deliverTo((client) => viewerOf(client) === viewer, topic, payload),
    count: sessions.count,
    subscriptions: subscriptions.counts,
    async close() {
      sessions.closeAll();
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
