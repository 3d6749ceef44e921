import type { AnswerOf } from '@nascente/contract/base/call';
import type { readFeed } from '@nascente/contract/connections/feed';
import { type ConnectFeed, type FeedConnection, FeedRefused } from './live/feed-connection.ts';

/** The connection to the broker; live-meters.ts detects silent meters. `barred`: the server answers, but its feed stays unreachable. */
export type FeedLink = 'connecting' | 'connected' | 'disconnected' | 'barred';
type Credentials = AnswerOf<typeof readFeed>;

interface LiveFeedParts {
  connect: ConnectFeed;
  readCredentials: () => Promise<Credentials>;
  onMessage: (topic: string, text: string) => void;
  onLink: (link: FeedLink) => void;
  /** The wait before the next attempt after this many failures. */
  retryAfterMs?: (failures: number) => number;
  /** The earliest renewal, however short the credentials' life. */
  soonestRenewalMs?: number;
}

export interface LiveFeed {
  /** Replaces the topics; the first topics open the connection, and an empty set closes it. */
  listen: (topics: ReadonlySet<string>) => void;
  wake: () => void;
  /** Drops a dead connection, for example after the loss of the network; retries continue. */
  drop: () => void;
  close: () => void;
}

const RENEW_BEFORE_MS = 60_000;
const SOONEST_RENEWAL_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Attempts without an answer before the feed counts as barred. A restarting proxy rejects once or twice. */
const BARRED_AFTER = 3;

/** Doubles up to half a minute, spread so that a thousand browsers do not return at once. */
const spreadBackOff = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), MAX_RETRY_MS) * (0.5 + Math.random() / 2);

/** The feed of the page's own host, whatever other addresses the server has: the content security policy allows only that origin. */
const addressOf = (url: string): string => {
  const page = window.location.href;
  const address = new URL(new URL(url, page).pathname, page);
  address.protocol = address.protocol.replace('http', 'ws');
  return address.href;
};

const difference = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((topic) => !other.has(topic));

export const createLiveFeed = (parts: LiveFeedParts): LiveFeed => {
  const {
    connect,
    readCredentials,
    onMessage,
    onLink,
    retryAfterMs = spreadBackOff,
    soonestRenewalMs = SOONEST_RENEWAL_MS,
  } = parts;
  let topics: ReadonlySet<string> = new Set();
  let client: FeedConnection | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Number of consecutive attempts with valid credentials to which the broker did not answer. */
  let turnedAway = 0;
  let isOpening = false;
  /** Incremented by every close: results of earlier attempts are discarded. */
  let epoch = 0;

  const after = (ms: number, step: () => Promise<void>) => {
    clearTimeout(timer);
    timer = setTimeout(() => void step(), ms);
  };

  const fail = () => {
    failures += 1;
    client = null;
    onLink(turnedAway >= BARRED_AFTER ? 'barred' : 'disconnected');
    after(retryAfterMs(failures), open);
  };

  const adopt = (fresh: FeedConnection, expiresAt: string) => {
    const former = client;
    client = fresh;
    failures = 0;
    turnedAway = 0;
    // The former connection closes only when the new one delivers: renewal leaves no gap in the values. It counts as
    // connected only then, since earlier messages would be lost.
    const delivers = () => {
      former?.end(false);
      if (client === fresh && fresh.isConnected()) onLink('connected');
    };
    if (topics.size > 0) void fresh.subscribe([...topics]).then(delivers);
    else delivers();
    after(Math.max(Date.parse(expiresAt) - Date.now() - RENEW_BEFORE_MS, soonestRenewalMs), open);
  };

  /** Fetches credentials and connects; null when closed meanwhile. */
  const attempt = async (started: number) => {
    const { url, clientId, username, password, expiresAt } = await readCredentials();
    if (started !== epoch) return null;
    let fresh: FeedConnection | null = null;
    const access = { address: addressOf(url), clientId, username, password };
    const onClose = () => {
      if (fresh !== null && client === fresh) fail();
    };
    try {
      fresh = await connect(access, { onMessage, onClose });
    } catch (failure) {
      turnedAway = failure instanceof FeedRefused ? 0 : turnedAway + 1;
      throw failure;
    }
    if (started === epoch) return { fresh, expiresAt };
    fresh.end(true);
    return null;
  };

  const takeFailure = (started: number) => {
    if (started !== epoch) return;
    // A failed renewal keeps the present connection and is retried.
    if (client === null) fail();
    else after(soonestRenewalMs, open);
  };

  const open = async (): Promise<void> => {
    if (isOpening) return;
    isOpening = true;
    clearTimeout(timer);
    const started = epoch;
    if (client === null && turnedAway < BARRED_AFTER) onLink('connecting');
    try {
      const opened = await attempt(started);
      if (opened) adopt(opened.fresh, opened.expiresAt);
    } catch {
      takeFailure(started);
    } finally {
      isOpening = false;
    }
    // The feed was closed and reopened during this attempt.
    if (started !== epoch && topics.size > 0) void open();
  };

  const close = () => {
    epoch += 1;
    clearTimeout(timer);
    const former = client;
    client = null;
    if (former?.isConnected() && topics.size > 0) former.unsubscribe([...topics]);
    former?.end(false);
    topics = new Set();
    failures = 0;
    turnedAway = 0;
    onLink('disconnected');
  };

  const listen = (wanted: ReadonlySet<string>) => {
    if (wanted.size === 0) {
      close();
      return;
    }
    const added = difference(wanted, topics);
    const dropped = difference(topics, wanted);
    topics = new Set(wanted);
    if (client === null) {
      if (failures === 0) void open();
      return;
    }
    if (added.length > 0) void client.subscribe(added);
    if (dropped.length > 0) client.unsubscribe(dropped);
  };

  const wake = () => {
    if (topics.size > 0 && client === null) void open();
  };

  const drop = () => {
    const dead = client;
    if (dead === null) return;
    fail();
    dead.end(true);
  };

  return { listen, wake, drop, close };
};
