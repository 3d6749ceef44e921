import { createHash, timingSafeEqual } from 'node:crypto';
import { readFeed } from '@nascente/contract/connections/feed';
import { type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { isMac, type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { boardTopics, gatewayTopic, parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';
import { type Bus, MAX_TEXT, publishTexts } from '@nascente/message-log/bus';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Admitted, BrokerHooks, MqttLink, MqttLogin } from '../../platform/mqtt/broker-hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { boardsNamedIn, type Ingest, type Sender } from '../../telemetry/ingest/index.ts';
import type { IntegrationKeys } from '../integrations/index.ts';
import { createConnectedViewers, type Visibility } from './connected-viewers.ts';
import { createLiveRepository } from './live.repository.ts';
import { createLiveService, type LiveService } from './live.service.ts';
import { createSight, type LiveViewer } from './live-viewer.ts';

export type { Visibility } from './connected-viewers.ts';
export type { LiveViewer } from './live-viewer.ts';

/** One user name and password for a whole fleet of boards; off unless configured. */
interface BoardCredentials {
  readonly user: string;
  readonly password: string;
}

/** Records the connections of boards. */
interface ConnectionWitness {
  readonly joined: (mac: Mac, link: MqttLink & { readonly bySharedCredential: boolean }) => void;
  readonly left: (mac: Mac) => void;
  /** The board exceeds its rate limit, and is not read for `ms`. */
  readonly heldBack: (mac: Mac, ms: number) => void;
}

/** A sending connection. The boards of a fleet's connection are known only from their messages. */
type Publisher = (
  | Exclude<Sender, { kind: 'gateway' }>
  | (Extract<Sender, { kind: 'gateway' }> & { readonly boards: readonly string[] })
) & { readonly received: Set<Mac>; readonly link: MqttLink };
type Admission = Admitted<Publisher, LiveViewer>;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
/** Compared with if no hash is stored, so that both cases take the same time. */
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

  /** Records the boards that a gateway's message names, until all of its boards have been recorded. */
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

/** Delivers to the browsers of this process. */
interface LocalFeed {
  watched(mac: Mac): boolean;
  deliver(topic: string, payload: Buffer): void;
}

/** Delivers to the browsers of every process of the installation. */
interface SharedFeed extends LocalFeed {
  /** Called when a browser of this process begins to watch a meter. */
  begins(mac: Mac): void;
  stop(): void;
}

const FRAMES = 'frames';
const WATCHED = 'watched';
/** A process that ended sends no message: its watched meters expire after this time. */
const COUNTS_FOR_MS = 15 * SECOND_MS;
const PUBLISH_EVERY_MS = 5 * SECOND_MS;

/**
 * Forwards frames between processes. Each process publishes the meters that its browsers watch, and the process that stores a
 * frame forwards it to them. The process of the browser checks permission.
 */
export const createSharedFeed = (needs: {
  bus: Bus;
  local: LocalFeed;
  /** Meters that browsers of this process watch. */
  watching: () => ReadonlySet<Mac>;
  clock: () => Instant;
}): SharedFeed => {
  const { bus, local, watching, clock } = needs;
  const elsewhere = new Map<Mac, number>();

  const isWatchedElsewhere = (mac: Mac): boolean => {
    const until = elsewhere.get(mac);
    if (until === undefined) return false;
    if (until > clock()) return true;
    elsewhere.delete(mac);
    return false;
  };

  bus.subscribe(WATCHED, (text) => {
    const until = clock() + COUNTS_FOR_MS;
    for (const mac of text.split(' ')) elsewhere.set(mac as Mac, until);
  });
  bus.subscribe(FRAMES, (text) => {
    const end = text.indexOf(' ');
    local.deliver(text.slice(0, end), Buffer.from(text.slice(end + 1)));
  });
  const timer = setInterval(() => publishTexts(bus, WATCHED, [...watching()]), PUBLISH_EVERY_MS);
  timer.unref();

  return {
    watched: (mac) => local.watched(mac) || isWatchedElsewhere(mac),
    deliver(topic, payload) {
      local.deliver(topic, payload);
      const mac = parseBoardTopic(topic);
      if (mac !== null && isWatchedElsewhere(mac)) bus.publish(FRAMES, newestThatFit(`${topic} `, payload));
    },
    begins(mac) {
      if (!local.watched(mac)) bus.publish(WATCHED, mac);
    },
    stop: () => clearInterval(timer),
  };
};

/** Selects the newest records of a backlog that fit into one message of the bus. */
const newestThatFit = (head: string, payload: Buffer): string => {
  const room = MAX_TEXT - head.length;
  if (payload.length <= room) return head + payload.toString();
  const lineEnd = payload.indexOf('\n', payload.length - room);
  return head + (lineEnd < 0 ? '' : payload.toString('utf8', lineEnd + 1));
};

const FEED_PATH = '/mqtt';

/** The feed's address; without a public URL a path, which browsers resolve against their own address. */
export const feedUrl = (publicUrl: string | null): string => {
  if (publicUrl === null) return FEED_PATH;
  const url = new URL(FEED_PATH, publicUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
};

export const createLiveFeature = (
  needs: Pick<Platform, 'clock' | 'log' | 'pool'> & {
    visibility: Visibility;
    isInstalled: (mac: Mac) => boolean;
    publicUrl: string | null;
  },
) => {
  const { pool, visibility, isInstalled, clock, log, publicUrl } = needs;
  const live = createLiveRepository(pool);
  const service = createLiveService({
    live,
    viewers: createConnectedViewers({ live, visibility, clock, log }),
    sight: createSight({ isInstalled, clock }),
    clock,
  });
  return {
    service,
    register(app: CallBinder): void {
      bindCall(app, readFeed, async ({ caller }) => {
        const { expiresAt, ...credentials } = await service.issue(caller);
        return {
          url: feedUrl(publicUrl),
          ...credentials,
          expiresAt: new Date(expiresAt).toISOString(),
        };
      });
    },
  };
};
