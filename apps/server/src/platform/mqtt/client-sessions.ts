import type { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import type { UnauthenticatedConnection } from '../limits/unauthenticated.ts';
import { createAllowances, type LinkAllowance } from './allowance.ts';
import type { Admitted, BrokerHooks, BrokerLimits } from './broker-hooks.ts';
import { createInlet, type Inlet, type PublisherTerms } from './inlet.ts';
import { createIntakeBudget } from './intake-budget.ts';
import { createLargePackets } from './large-packets.ts';

/** Authenticated connections by name. */
interface NamedConnections<Connection> {
  readonly add: (name: string, connection: Connection) => void;
  readonly remove: (name: string, connection: Connection) => void;
  readonly count: (name: string | null) => number;
  /** Closes the oldest connections of a name above the maximum. */
  readonly keepNewest: (name: string, maximum: number, drop: (connection: Connection) => void) => void;
}

const createNamedConnections = <Connection>(): NamedConnections<Connection> => {
  const byName = new Map<string, Set<Connection>>();

  const remove = (name: string, connection: Connection): void => {
    const same = byName.get(name);
    if (same?.delete(connection) === true && same.size === 0) byName.delete(name);
  };

  return {
    add(name, connection) {
      const same = byName.get(name) ?? new Set();
      byName.set(name, same.add(connection));
    },
    remove,
    count: (name) => (name === null ? 0 : (byName.get(name)?.size ?? 0)),
    keepNewest(name, maximum, drop) {
      const same = byName.get(name);
      if (same === undefined) return;
      for (const oldest of [...same].slice(0, Math.max(0, same.size - maximum))) {
        remove(name, oldest);
        drop(oldest);
      }
    },
  };
};

/** The client address and the transport of a connection. */
export interface MqttOrigin {
  readonly address: string;
  readonly transport: 'TCP' | 'TLS' | 'WebSocket';
}

interface ClientSession<Publisher, Viewer> {
  /** The broker's end of the connection. */
  readonly stream: Duplex;
  readonly inlet: Inlet;
  readonly origin: MqttOrigin;
  readonly unauthenticated: UnauthenticatedConnection;
  version: number;
  name: string;
  keepaliveMs: number;
  admitted: Admitted<Publisher, Viewer> | null;
  allowance: LinkAllowance;
}

/** Enough for credentials and subscriptions. */
export const SMALL_PACKET_BYTES = 16_384;
const SWEEP_MS = 1_000;
const UNLIMITED: LinkAllowance = { spend: () => undefined, waitMs: () => 0 };

/** The MQTT connections with their clients and limits; connections without access are closed. */
export const createClientSessions = <Publisher, Viewer>(needs: {
  hooks: BrokerHooks<Publisher, Viewer>;
  limits: BrokerLimits;
}) => {
  type Session = ClientSession<Publisher, Viewer>;
  const { hooks, limits } = needs;
  const budget = createIntakeBudget();
  const largePackets = createLargePackets();
  const allowances = createAllowances(limits.rate);
  const sessions = new Map<Duplex, Session>();
  const named = createNamedConnections<Session>();
  let signedIn = 0;

  type RateTerms = Pick<PublisherTerms, 'allowance' | 'heldBack'>;
  const termsOf = (device: string): RateTerms => ({
    allowance: allowances.of(device),
    heldBack: (ms) => hooks.heldBack(device, ms),
  });
  /** A connection for several boards is read only while all of them are below their limits. */
  const sharedTerms = (): RateTerms => {
    const allowance = allowances.share();
    const heldBack = (): void => {
      for (const [device, ms] of allowance.waits()) hooks.heldBack(device, ms);
    };
    return { allowance, heldBack };
  };

  const admitPublisher = (
    session: Session,
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
    // A board that lost its connection reconnects before the old connection is detected as dead.
    if (name !== null)
      named.keepNewest(name, limits.connectionsOfPublisher, ({ stream }) => stream.destroy());
  };

  /** Whether there is room for a client. A board always has room up to `connections`: its oldest connection is closed. */
  const hasSlot = ({ role, name }: Admitted<Publisher, Viewer>): boolean =>
    signedIn < limits.connections && (role === 'publisher' || named.count(name) < limits.connectionsOfViewer);

  const enter = (session: Session, admitted: Admitted<Publisher, Viewer>): void => {
    signedIn++;
    session.admitted = admitted;
    session.unauthenticated.isAuthenticated();
    if (admitted.name !== null) named.add(admitted.name, session);
    if (admitted.role === 'publisher') admitPublisher(session, admitted);
  };

  const leave = (session: Session): void => {
    sessions.delete(session.stream);
    const { admitted } = session;
    if (admitted === null) return;
    signedIn--;
    if (admitted.name !== null) named.remove(admitted.name, session);
    if (admitted.role === 'viewer') hooks.left(admitted.viewer);
    else hooks.publisherLeft(admitted.publisher);
  };

  const isOver = (admitted: Admitted<Publisher, Viewer>): boolean =>
    admitted.role === 'viewer' ? hooks.hasEnded(admitted.viewer) : hooks.hasLostAccess(admitted.publisher);

  const sweepOne = (session: Session, now: number): void => {
    const { admitted, keepaliveMs, inlet, stream } = session;
    if (admitted !== null && isOver(admitted)) stream.destroy();
    else if (keepaliveMs > 0 && now - inlet.lastReceivedAt() > keepaliveMs) stream.destroy();
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

  return {
    /** Starts to read; the limits of unauthenticated clients apply until CONNECT succeeds. @returns the broker's end */
    open(socket: Duplex, origin: MqttOrigin, unauthenticated: UnauthenticatedConnection): Duplex {
      const inlet = createInlet({
        stream: socket,
        budget,
        largePackets,
        largestPacket: SMALL_PACKET_BYTES,
      });
      const stream = inlet.brokerEnd;
      const unknown = { version: 0, name: '', keepaliveMs: 0, admitted: null, allowance: UNLIMITED };
      const session = { stream, inlet, origin, unauthenticated, ...unknown };
      sessions.set(stream, session);
      stream.once('close', () => leave(session));
      return stream;
    },
    of: (client: Client | null): Session | undefined =>
      client === null ? undefined : sessions.get(client.conn),
    isOpen: ({ stream }: Session): boolean => sessions.has(stream),
    hasSlot,
    enter,
    /** Closes the connections of clients without access at once. */
    recheck,
    count: (): number => sessions.size,
    closeAll(): void {
      clearInterval(sweep);
      for (const stream of sessions.keys()) stream.destroy();
    },
  };
};
