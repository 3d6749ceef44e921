import { type ConnectFeed, type FeedConnection, FeedRefused } from './feed-connection.ts';
import type { FeedNews, FeedOrder, FeedPort } from './feed-orders.ts';

interface FeedWorker extends FeedPort<FeedOrder, FeedNews> {
  /** It could not be loaded, or has ended. */
  readonly onEnd: (ended: () => void) => void;
}

const startWorker = (): FeedWorker => {
  const worker = new Worker(new URL('./feed.worker.ts', import.meta.url), { type: 'module' });
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
  /** Resolves once it is connected; throws what `ConnectFeed` does. */
  readonly connected: Promise<FeedConnection>;
  readonly hear: (news: FeedNews) => void;
}

/** One connection, as the page sees it. */
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
 * Connections in a worker, which is started with the first of them: to load the MQTT library and to connect would hold up
 * a slow phone for a quarter of a second.
 */
export const createConnectInWorker = (start: () => FeedWorker = startWorker): ConnectFeed => {
  const lines = new Map<number, Line>();
  let worker: FeedWorker | null = null;
  let count = 0;

  const tell = (news: FeedNews) => {
    const line = lines.get(news.id);
    if (news.news === 'closed' || news.news === 'failed') lines.delete(news.id);
    line?.hear(news);
  };

  const workerInUse = (): FeedWorker => {
    if (worker !== null) return worker;
    const started = start();
    started.addEventListener('message', ({ data }) => tell(data));
    started.onEnd(() => {
      worker = null;
      for (const id of lines.keys()) tell({ news: 'closed', id });
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
