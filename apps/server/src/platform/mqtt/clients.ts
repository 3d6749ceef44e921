import type { Duplex } from 'node:stream';
import type { AuthenticateError, Client } from 'aedes';
import type { Stranger } from '../limits/strangers.ts';
import type { Log } from '../log/log.ts';
import { createAllowances, type LinkAllowance } from './allowance.ts';
import type { Admitted, BrokerHooks, BrokerLimits, MqttLink } from './broker-hooks.ts';
import { EdgeAedes } from './edge-aedes.ts';
import { awaitFirstPacket } from './first-packet.ts';
import { createInlet, type Inlet, type PublisherTerms } from './inlet.ts';
import { createIntakeBudget } from './intake-budget.ts';
import { createLargePackets } from './large-packets.ts';
import { createNamedConnections } from './named-connections.ts';
import { createSubscriptions } from './subscriptions.ts';

interface MqttClients<Viewer> {
  /** Gives a message to one viewer, if a filter that it has subscribed to takes the topic. */
  readonly send: (viewer: Viewer, topic: string, payload: Buffer) => void;
  /** Takes over a connection on which a client is about to speak MQTT. */
  readonly admit: (stream: Duplex, origin: MqttOrigin, stranger: Stranger) => void;
  /** Closes at once the connections of those who may not stay. */
  readonly recheck: () => void;
  readonly watched: (topic: string) => boolean;
  readonly deliver: (topic: string, payload: Buffer) => void;
  /** Connections that have said who they are, rightly or not. */
  readonly count: () => number;
  readonly subscriptions: () => ReturnType<ReturnType<typeof createSubscriptions>['counts']>;
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
  readonly stranger: Stranger;
  version: number;
  name: string;
  keepaliveMs: number;
  admitted: Admitted<Publisher, Viewer> | null;
  allowance: LinkAllowance;
}

/** Nobody needs more to say who he is, or what to subscribe to. */
const SMALL_PACKET_BYTES = 16_384;
const DRAIN_WITHIN_MS = 20_000;
const SWEEP_MS = 1_000;
const LONGEST_ID = 512;
/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
const IDENTIFIER_REJECTED = 2;
const UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;
const NOTHING = Buffer.alloc(0);
const UNLIMITED: LinkAllowance = { spend: () => undefined, waitMs: () => 0 };

export const createClients = async <Publisher, Viewer>(needs: {
  hooks: BrokerHooks<Publisher, Viewer>;
  limits: BrokerLimits;
  log: Log;
}): Promise<MqttClients<Viewer>> => {
  const { hooks, limits, log } = needs;
  const budget = createIntakeBudget();
  const largePackets = createLargePackets();
  const allowances = createAllowances(limits.rate);
  const sessions = new Map<Duplex, Session<Publisher, Viewer>>();
  const named = createNamedConnections<Session<Publisher, Viewer>>();
  const sessionOf = (client: Client | null) => (client === null ? undefined : sessions.get(client.conn));
  const viewerOf = (client: Client): Viewer | null => {
    const admitted = sessionOf(client)?.admitted;
    return admitted?.role === 'viewer' ? admitted.viewer : null;
  };
  const subscriptions = createSubscriptions(limits);
  let signedIn = 0;

  type RateTerms = Pick<PublisherTerms, 'allowance' | 'heldBack'>;
  const termsOf = (device: string): RateTerms => ({
    allowance: allowances.of(device),
    heldBack: (ms) => hooks.heldBack(device, ms),
  });
  /** Whoever speaks for many is read as far as the boards that it has brought may send. */
  const sharedTerms = (): RateTerms => {
    const allowance = allowances.share();
    const heldBack = (): void => {
      for (const [device, ms] of allowance.waits()) hooks.heldBack(device, ms);
    };
    return { allowance, heldBack };
  };

  const admitPublisher = (
    session: Session<Publisher, Viewer>,
    { publisher, name }: Extract<Admitted<Publisher, Viewer>, { role: 'publisher' }>,
  ): void => {
    hooks.publisherJoined(publisher);
    const { allowance, heldBack } = name === null ? sharedTerms() : termsOf(name);
    session.allowance = allowance;
    const sendAway = (): void => void session.stream.destroy();
    session.inlet.takeWith({
      take: (topic, payload, done) => hooks.receive(publisher, { topic, payload, sendAway }, done),
      largestPacket: limits.largestMessageBytes,
      sender: name ?? Symbol('one of many'),
      allowance,
      heldBack,
    });
    // A board that lost its connection comes back before the old one is noticed to be dead.
    if (name !== null)
      named.keepNewest(name, limits.connectionsOfPublisher, ({ stream }) => stream.destroy());
  };

  /** The newest connections of a board stay, so that the same board always finds a place. */
  const hasPlace = ({ role, name }: Admitted<Publisher, Viewer>): boolean =>
    signedIn < limits.connections && (role === 'publisher' || named.count(name) < limits.connectionsOfViewer);

  const enter = (session: Session<Publisher, Viewer>, admitted: Admitted<Publisher, Viewer>): void => {
    signedIn++;
    session.admitted = admitted;
    session.stranger.isKnown();
    if (admitted.name !== null) named.add(admitted.name, session);
    if (admitted.role === 'publisher') admitPublisher(session, admitted);
  };

  const leave = (session: Session<Publisher, Viewer>): void => {
    sessions.delete(session.stream);
    const { admitted } = session;
    if (admitted === null) return;
    signedIn--;
    if (admitted.name !== null) named.remove(admitted.name, session);
    if (admitted.role === 'viewer') hooks.left(admitted.viewer);
    else hooks.publisherLeft(admitted.publisher);
  };

  const aedes = new EdgeAedes({
    connectTimeout: limits.signInWithinMs,
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
          if (admitted === null) return decide(denied(NOT_AUTHORIZED), false);
          // Whoever has gone meanwhile would never be told to have left.
          if (!sessions.has(session.stream) || !hasPlace(admitted)) {
            if (admitted.role === 'viewer') hooks.left(admitted.viewer);
            return decide(denied(UNAVAILABLE), false);
          }
          enter(session, admitted);
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
      const session = sessionOf(client);
      const admitted = session?.admitted;
      if (admitted?.role === 'viewer' && hooks.mayMention(admitted.viewer, packet.topic)) {
        packet.payload = NOTHING;
        return decide(null);
      }
      if (admitted?.role !== 'publisher') return decide(new Error('viewers do not publish'));
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      const sendAway = (): void => void session?.stream.destroy();
      const device = hooks.receive(admitted.publisher, { topic: packet.topic, payload, sendAway }, () => {
        // Only the id of a QoS 2 message is needed until the message is released.
        packet.payload = NOTHING;
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
    largePackets.sweep();
    allowances.sweep();
  }, SWEEP_MS);
  sweep.unref();

  const open = (stream: Duplex, origin: MqttOrigin, stranger: Stranger): void => {
    const inlet = createInlet({ stream, budget, largePackets, largestPacket: SMALL_PACKET_BYTES });
    const unknown = { version: 0, name: '', keepaliveMs: 0, admitted: null, allowance: UNLIMITED };
    const session = { stream, inlet, origin, stranger, ...unknown };
    sessions.set(stream, session);
    stream.once('close', () => leave(session));
    aedes.handle(stream);
  };

  return {
    recheck,
    admit(stream, origin, stranger) {
      awaitFirstPacket(stream, SMALL_PACKET_BYTES, () => open(stream, origin, stranger));
    },
    watched: subscriptions.watched,
    deliver: subscriptions.deliver,
    send: (viewer, topic, payload) =>
      subscriptions.deliverTo((client) => viewerOf(client) === viewer, topic, payload),
    count: () => sessions.size,
    subscriptions: subscriptions.counts,
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
