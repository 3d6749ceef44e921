import { readFeed } from '@nascente/contract/connections/feed';
import { type Instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { parseBoardTopic } from '@nascente/domain/telemetry/frames/topic';
import { type Bus, MAX_TEXT, publishTexts } from '@nascente/message-log/bus';
import type { Log } from '@nascente/runtime/log';
import type { Pool } from 'pg';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createConnectedViewers, type Visibility } from './connected-viewers.ts';
import { createLiveRepository } from './live.repository.ts';
import { createLiveService, type LiveService } from './live.service.ts';
import { createSight } from './live-viewer.ts';

/** The browsers of this process. */
interface LocalFeed {
  watched(mac: Mac): boolean;
  deliver(topic: string, payload: Buffer): void;
}

/** The browsers of every process of the installation. */
interface SharedFeed extends LocalFeed {
  /** A browser here begins to watch a meter. */
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

/** Selects the newest records of a backlog; its first record is the oldest. */
const newestThatFit = (head: string, payload: Buffer): string => {
  const room = MAX_TEXT - head.length;
  if (payload.length <= room) return head + payload.toString();
  const lineEnd = payload.indexOf('\n', payload.length - room);
  return head + (lineEnd < 0 ? '' : payload.toString('utf8', lineEnd + 1));
};

export { createBrokerHooks } from './admission.ts';
export type { Visibility } from './connected-viewers.ts';
export type { LiveViewer } from './live-viewer.ts';

const FEED_PATH = '/mqtt';

const bindFeed = (app: CallBinder, service: Pick<LiveService, 'issue'>, publicUrl: string | null): void => {
  bindCall(app, readFeed, async ({ caller }) => {
    const { expiresAt, ...credentials } = await service.issue(caller);
    return {
      url: feedUrl(publicUrl),
      ...credentials,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });
};

/** Without a configured address, the browser uses the one by which it reached the server. */
export const feedUrl = (publicUrl: string | null): string => {
  if (publicUrl === null) return FEED_PATH;
  const url = new URL(FEED_PATH, publicUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
};

export const createLiveFeature = (needs: {
  pool: Pool;
  visibility: Visibility;
  isInstalled: (mac: Mac) => boolean;
  clock: () => Instant;
  log: Log;
  publicUrl: string | null;
}) => {
  const { pool, visibility, isInstalled, clock, log, publicUrl } = needs;
  const live = createLiveRepository(pool);
  const service = createLiveService({
    live,
    viewers: createConnectedViewers({ live, visibility, clock, log }),
    sight: createSight({ isInstalled, clock }),
    clock,
  });
  return { service, register: (app: CallBinder) => bindFeed(app, service, publicUrl) };
};
