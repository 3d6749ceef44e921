import { createHash, timingSafeEqual } from 'node:crypto';
import { isMac, type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { boardTopics, gatewayTopic } from '@nascente/domain/telemetry/frames/topic';
import type { Admitted, BrokerHooks, MqttLink, MqttLogin } from '../../platform/mqtt/broker-hooks.ts';
import { boardsNamedIn, type Ingest, type Sender } from '../../telemetry/ingest/index.ts';
import type { IntegrationKeys } from '../integrations/index.ts';
import type { LiveService } from './live.service.ts';
import type { LiveViewer } from './live-viewer.ts';

/** One user name and password for a whole fleet of boards; off unless configured. */
interface BoardCredentials {
  readonly user: string;
  readonly password: string;
}

/** Keeps the last connection of each board. */
interface ConnectionWitness {
  readonly joined: (mac: Mac, link: MqttLink & { readonly bySharedCredential: boolean }) => void;
  readonly left: (mac: Mac) => void;
  /** It has sent more than its allowance, and waits. */
  readonly heldBack: (mac: Mac, ms: number) => void;
}

/** A fleet's connection: its boards are known only from their messages. */
type Publisher = (
  | Exclude<Sender, { kind: 'gateway' }>
  | (Extract<Sender, { kind: 'gateway' }> & { readonly boards: readonly string[] })
) & { readonly received: Set<Mac>; readonly link: MqttLink };
type Admission = Admitted<Publisher, LiveViewer>;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
/** Compared with when there is nothing to compare with, so that both take the same time. */
const NO_KEY = Buffer.alloc(32);

const isSame = (password: Buffer, hash: Buffer): boolean => {
  const passwordHash = sha256(password);
  return passwordHash.length === hash.length && timingSafeEqual(passwordHash, hash);
};

/** Permissions at the broker: boards publish, browsers subscribe, and anonymous clients are refused. */
export const createBrokerHooks = (needs: {
  ingest: Pick<Ingest, 'findBoard' | 'takeIn'>;
  live: LiveService;
  boardCredentials: BoardCredentials | null;
  connections: ConnectionWitness;
  keys: IntegrationKeys;
}): BrokerHooks<Publisher, LiveViewer> => {
  const { ingest, live, boardCredentials, connections, keys } = needs;
  const fleetHash = boardCredentials === null ? NO_KEY : sha256(boardCredentials.password);

  const admitBoard = (login: MqttLogin): Admission | null => {
    const mac = normalizeMac(login.username);
    if (mac === null) return null;
    const board = ingest.findBoard(mac);
    const matches = isSame(login.password, board?.keyHash ?? NO_KEY);
    if (board === undefined || !matches) return null;
    return {
      role: 'publisher',
      publisher: {
        kind: 'board',
        mac,
        topics: boardTopics(mac),
        keyHash: board.keyHash,
        link: login.link,
        received: new Set([mac]),
      },
      name: mac,
    };
  };

  const admitFleet = (login: MqttLogin): Admission | null => {
    if (boardCredentials === null || login.username !== boardCredentials.user) return null;
    if (!isSame(login.password, fleetHash)) return null;
    return {
      role: 'publisher',
      publisher: { kind: 'fleet', link: login.link, received: new Set() },
      name: null,
    };
  };

  /** Other systems sign in with the id of their key and the key. */
  const admitSystem = async (login: MqttLogin): Promise<Admission | null> => {
    const integration = await keys.find(login.password.toString('latin1'), [
      'gateway',
      'mqtt',
      'home-assistant',
    ]);
    if (integration === null || integration.id !== login.username) return null;
    const { id, boards, caller } = integration;
    if (integration.kind === 'gateway') {
      const sent = { kind: 'gateway', id, boards: boards ?? [] } as const;
      return { role: 'publisher', publisher: { ...sent, link: login.link, received: new Set() }, name: id };
    }
    const isHome = integration.kind === 'home-assistant';
    const home = isHome ? { id, caller, boards, isNew: false, notifiedAt: 0 } : undefined;
    const viewer = await live.admitKey(caller, boards, home);
    return viewer === null ? null : { role: 'viewer', viewer, name: id };
  };

  const hear = ({ kind, link }: Publisher, mac: Mac): void =>
    connections.joined(mac, { ...link, bySharedCredential: kind !== 'board' });

  const hearFirst = (publisher: Publisher, mac: Mac): void => {
    if (publisher.received.has(mac)) return;
    publisher.received.add(mac);
    hear(publisher, mac);
  };

  /** A message of a gateway names its boards; once all of them were heard it is not looked at for them any more. */
  const hearOfMany = (
    publisher: Extract<Publisher, { kind: 'gateway' }>,
    { topic, payload }: { readonly topic: string; readonly payload: Buffer },
  ): void => {
    const { id, boards, received } = publisher;
    if (topic !== gatewayTopic(id) || received.size >= boards.length) return;
    for (const mac of boardsNamedIn(payload))
      if (ingest.findBoard(mac)?.gateways.has(id)) hearFirst(publisher, mac);
  };

  return {
    async authenticate(login) {
      const publisher = admitFleet(login) ?? admitBoard(login);
      if (publisher !== null) return publisher;
      const system = await admitSystem(login);
      if (system !== null) return system;
      const viewer = await live.authenticate(login);
      return viewer === null ? null : { role: 'viewer', viewer, name: viewer.accountId };
    },
    receive(publisher, message, done) {
      const mac = ingest.takeIn(publisher, message, done);
      if (mac !== null) hearFirst(publisher, mac);
      if (publisher.kind === 'gateway') hearOfMany(publisher, message);
      return mac;
    },
    maySubscribe: live.maySubscribe,
    mayReceive: live.mayReceive,
    mayMention: live.mayMention,
    hasEnded: live.hasEnded,
    left: live.left,
    hasLostAccess(sender) {
      if (sender.kind === 'fleet') return false;
      if (sender.kind === 'gateway')
        return !sender.boards.some((mac) => ingest.findBoard(mac as Mac)?.gateways.has(sender.id));
      const keyHash = ingest.findBoard(sender.mac)?.keyHash;
      return keyHash === undefined || !keyHash.equals(sender.keyHash);
    },
    publisherJoined(publisher) {
      for (const mac of publisher.received) hear(publisher, mac);
    },
    publisherLeft({ received }) {
      for (const mac of received) connections.left(mac);
    },
    heldBack(device, ms) {
      if (isMac(device)) connections.heldBack(device, ms);
    },
  };
};
