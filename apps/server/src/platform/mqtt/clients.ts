import type { Duplex } from 'node:stream';
import type { Log } from '@nascente/runtime/log';
import type { AuthenticateError, Client } from 'aedes';
import type { Stranger } from '../limits/strangers.ts';
import type { BrokerHooks, BrokerLimits, MqttLink } from './broker-hooks.ts';
import { createClientSessions, type MqttOrigin, SMALL_PACKET_BYTES } from './client-sessions.ts';
import { EdgeAedes } from './edge-aedes.ts';
import { awaitFirstPacket } from './first-packet.ts';
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

const DRAIN_WITHIN_MS = 20_000;
const MAX_ID = 512;
/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
const IDENTIFIER_REJECTED = 2;
const UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;
const NOTHING = Buffer.alloc(0);

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
    /** Sessions are clean, wills are dropped, keeping alive is watched here: see `client-sessions.ts`. */
    preConnect(client, packet, decide) {
      const session = sessions.of(client);
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
      const session = sessions.of(client);
      const name = username ?? '';
      if (session === undefined || name === '' || password === undefined)
        return decide(denied(NOT_AUTHORIZED), false);
      if (client.id.length > MAX_ID) return decide(denied(IDENTIFIER_REJECTED), false);
      const clientId = client.id.startsWith(`${name} `) ? client.id.slice(name.length + 1) : '';
      hooks.authenticate({ username: name, password, clientId, link: linkOf(session) }).then(
        (admitted) => {
          if (admitted === null) return decide(denied(NOT_AUTHORIZED), false);
          // Whoever has gone meanwhile would never be told to have left.
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
    /** QoS 2, and what came in one piece with the sign-in; the rest is taken by the inlet. */
    authorizePublish(client, packet, decide) {
      const session = sessions.of(client);
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

  return {
    recheck: sessions.recheck,
    admit(stream, origin, stranger) {
      awaitFirstPacket(stream, SMALL_PACKET_BYTES, () => {
        sessions.open(stream, origin, stranger);
        aedes.handle(stream);
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
