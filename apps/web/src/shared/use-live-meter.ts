import { readFeed } from '@nascente/contract/connections/feed';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { request } from './api/api-client.ts';
import {
  type ConnectFeed,
  type FeedConnection,
  type FeedNews,
  type FeedOrder,
  type FeedPort,
  FeedRefused,
} from './live/feed-connection.ts';
import { createLiveFeed } from './live-feed.ts';
import type { framesOf } from './live-frames.ts';
import { createLiveMeters, type LiveMeter, RESTING } from './live-meters.ts';
import { onSessionEnd } from './session-state/session.ts';

interface FeedWorker extends FeedPort<FeedOrder, FeedNews> {
  /** Called when the worker failed to load, or ended. */
  readonly onEnd: (ended: () => void) => void;
}

const startWorker = (): FeedWorker => {
  const worker = new Worker(new URL('./live/feed.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (order) => worker.postMessage(order),
    addEventListener: (kind, hear) => worker.addEventListener(kind, hear),
    onEnd: (ended) =>
      worker.addEventListener('error', () => {
        worker.terminate();
        ended();
      }),
  };
};

interface Line {
  /** Resolves once connected; throws as `ConnectFeed`. */
  readonly connected: Promise<FeedConnection>;
  readonly hear: (news: FeedNews) => void;
}

const lineOf = (
  id: number,
  port: FeedPort<FeedOrder, FeedNews>,
  { onMessage, onClose }: Parameters<ConnectFeed>[1],
): Line => {
  const { promise: connected, resolve, reject } = Promise.withResolvers<FeedConnection>();
  const waiting: (() => void)[] = [];
  let isConnected = false;
  const connection: FeedConnection = {
    isConnected: () => isConnected,
    subscribe: (topics) =>
      new Promise((delivered) => {
        waiting.push(delivered);
        port.postMessage({ order: 'subscribe', id, topics });
      }),
    unsubscribe: (topics) => port.postMessage({ order: 'unsubscribe', id, topics }),
    end: (isDead) => {
      isConnected = false;
      port.postMessage({ order: 'end', id, isDead });
    },
  };
  const close = () => {
    isConnected = false;
    for (const delivered of waiting) delivered();
    reject(new Error('The connection was closed'));
    onClose();
  };
  const hear = (news: FeedNews) => {
    switch (news.news) {
      case 'connected':
        isConnected = true;
        return resolve(connection);
      case 'failed':
        return reject(news.isRefusal ? new FeedRefused() : new Error('Nobody answered'));
      case 'subscribed':
        return waiting.shift()?.();
      case 'message':
        return onMessage(news.topic, news.text);
      case 'closed':
        return close();
    }
  };
  return { connected, hear };
};

/**
 * Connections in a worker, started with the first: loading the MQTT library and connecting would block a slow phone
 * for a quarter of a second.
 */
export const createConnectInWorker = (start: () => FeedWorker = startWorker): ConnectFeed => {
  const lines = new Map<number, Line>();
  let worker: FeedWorker | null = null;
  let count = 0;

  const notify = (news: FeedNews) => {
    const line = lines.get(news.id);
    if (news.news === 'closed' || news.news === 'failed') lines.delete(news.id);
    line?.hear(news);
  };

  const workerInUse = (): FeedWorker => {
    if (worker !== null) return worker;
    const started = start();
    started.addEventListener('message', ({ data }) => notify(data));
    started.onEnd(() => {
      worker = null;
      for (const id of lines.keys()) notify({ news: 'closed', id });
    });
    worker = started;
    return started;
  };

  return (access, hearing) => {
    const port = workerInUse();
    count += 1;
    const line = lineOf(count, port, hearing);
    lines.set(count, line);
    port.postMessage({ order: 'connect', id: count, access });
    return line.connected;
  };
};

/** One for the application. Message parsers load before the first message. */
const liveMeters = createLiveMeters(({ onFrames, onLink, onOther }) => {
  let read: typeof framesOf = () => null;
  return createLiveFeed({
    connect: createConnectInWorker(),
    readCredentials: async () => {
      const [credentials, frames] = await Promise.all([request(readFeed, {}), import('./live-frames.ts')]);
      read = frames.framesOf;
      return credentials;
    },
    onMessage: (topic, text) => {
      const message = read(topic, text);
      if (message === null) onOther(topic);
      else onFrames(message.mac, message.frames);
    },
    onLink,
  });
});

onSessionEnd(liveMeters.end);
window.addEventListener('online', liveMeters.wake);
window.addEventListener('offline', liveMeters.drop);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') liveMeters.wake();
});

/** Calls `onNotified` for each message of a topic while a meter connection exists; `opens` makes one otherwise. */
export const useMessagesOn = (
  topic: string,
  onNotified: () => void,
  { opens }: { readonly opens: boolean },
): void => {
  const latest = useRef(onNotified);
  useEffect(() => {
    latest.current = onNotified;
  });
  useEffect(() => liveMeters.follow({ topic, onNotified: () => latest.current(), opens }), [topic, opens]);
};

export const useLiveMeters = (macs: readonly Mac[]): readonly LiveMeter[] => {
  const named = macs.join(' ');
  const watched = useMemo(() => {
    const all = named.split(' ').filter((mac) => mac !== '') as Mac[];
    let latest: readonly LiveMeter[] = [];
    return {
      subscribe(onChange: () => void) {
        const ends = all.map((mac) => liveMeters.watch(mac, { onChange }));
        return () => {
          for (const end of ends) end();
        };
      },
      read() {
        const now = all.map((mac) => liveMeters.current(mac));
        const isSame = now.length === latest.length && now.every((meter, index) => meter === latest[index]);
        if (!isSame) latest = now;
        return latest;
      },
    };
  }, [named]);
  return useSyncExternalStore(watched.subscribe, watched.read);
};

/**
 * Watches a meter while mounted; null watches none. All components share one connection, opened by the first and
 * closed some seconds after the last. `onFrame` receives every frame, oldest first, and may change between renders.
 */
export const useLiveMeter = (mac: Mac | null, onFrame?: (frame: Frame) => void): LiveMeter => {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  const subscribe = useCallback(
    (onChange: () => void) =>
      mac === null
        ? () => undefined
        : liveMeters.watch(mac, { onChange, onFrame: (frame) => latest.current?.(frame) }),
    [mac],
  );
  return useSyncExternalStore(subscribe, () => (mac === null ? RESTING : liveMeters.current(mac)));
};
