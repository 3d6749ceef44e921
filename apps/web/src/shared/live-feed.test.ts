import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import { serveFeed } from './live/serve-feed.ts';
import { createLiveFeed, type FeedLink, type LiveFeed } from './live-feed.ts';
import { createConnectInWorker } from './use-live-meter.ts';

// jsdom's own WebSocket and its events come from two worlds that refuse each other.
vi.stubGlobal('WebSocket', WebSocket);
// Files share their process: the one after this would ask its questions of a broker that is gone.
afterAll(() => vi.unstubAllGlobals());

const startBroker = async () => {
  const broker = await Aedes.createBroker();
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/mqtt' });
  sockets.on('connection', (socket) => {
    const stream = createWebSocketStream(socket);
    stream.on('error', () => undefined);
    broker.handle(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clients = new Map<string, Client>();
  broker.on('client', (client) => clients.set(client.id, client));
  broker.on('clientDisconnect', (client) => clients.delete(client.id));
  const topicsOf = new Map<string, Set<string>>();
  broker.on('subscribe', (subscriptions, client) => {
    const topics = topicsOf.get(client.id) ?? new Set();
    for (const { topic } of subscriptions) topics.add(topic);
    topicsOf.set(client.id, topics);
  });
  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) topicsOf.get(client.id)?.delete(topic);
  });
  return {
    clients,
    topicsOf,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`,
    publish: (topic: string, text: string) =>
      new Promise<void>((resolve, reject) =>
        broker.publish(
          { cmd: 'publish', topic, payload: Buffer.from(text), qos: 0, retain: false, dup: false },
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
};

/** The page's end and the worker's, without the thread, which jsdom has not. */
const startWorker = () => {
  const { port1, port2 } = new MessageChannel();
  serveFeed(port2);
  port1.start();
  port2.start();
  return Object.assign(port1, { onEnd: (ended: () => void) => (endWorker = ended) });
};
let endWorker = (): void => undefined;

let broker: Awaited<ReturnType<typeof startBroker>>;
let feed: LiveFeed;
let issued: string[];
let links: FeedLink[];
let messages: string[];
let lifetimeMs: number;
let isDown: boolean;
/** As the server names it in its answer. */
let named: string;

beforeEach(async () => {
  broker = await startBroker();
  vi.stubGlobal('location', new URL(broker.url.replace('ws:', 'http:')));
  named = '/mqtt';
  issued = [];
  links = [];
  messages = [];
  lifetimeMs = 5 * 60_000;
  isDown = false;
  feed = createLiveFeed({
    connect: createConnectInWorker(startWorker),
    readCredentials: async () => {
      if (isDown) throw new Error('down');
      const clientId = `browser-${issued.length + 1}`;
      issued.push(clientId);
      const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
      return { ok: true, url: named, clientId, username: 'u', password: 'p', expiresAt };
    },
    onMessage: (topic, text) => messages.push(`${topic} ${text}`),
    onLink: (link) => links.push(link),
    retryAfterMs: () => 20,
    soonestRenewalMs: 150,
  });
});
afterEach(async () => {
  feed.close();
  await broker.stop();
});

const isSubscribed = (client: string, topic: string) => broker.topicsOf.get(client)?.has(topic) === true;
const listening = async (client: string, topic: string) => {
  await vi.waitFor(() => expect(isSubscribed(client, topic)).toBe(true), { timeout: 5_000 });
};

it('delivers messages of its topics, and no others', async () => {
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
  await broker.publish('message/B', 'not for us');
  await broker.publish('message/A', 'line');
  await vi.waitFor(() => expect(messages).toEqual(['message/A line']));
  expect(links).toEqual(['connecting', 'connected']);
});

it('changes its topics over one connection', async () => {
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
  feed.listen(new Set(['message/B']));
  await listening('browser-1', 'message/B');
  await vi.waitFor(() => expect(isSubscribed('browser-1', 'message/A')).toBe(false));
  expect(issued).toEqual(['browser-1']);
});

it('reconnects with new credentials after the connection is lost', async () => {
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
  broker.clients.get('browser-1')?.close();
  await listening('browser-2', 'message/A');
  await broker.publish('message/A', 'after');
  await vi.waitFor(() => expect(messages).toEqual(['message/A after']));
  expect(links).toEqual(['connecting', 'connected', 'disconnected', 'connecting', 'connected']);
});

it('reconnects in another worker after its worker ended', async () => {
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
  endWorker();
  expect(links.at(-1)).toBe('disconnected');
  await listening('browser-2', 'message/A');
  await vi.waitFor(() => expect(links.at(-1)).toBe('connected'));
});

it('renews its credentials before they expire, without a disconnection', async () => {
  lifetimeMs = 60_100;
  feed.listen(new Set(['message/A']));
  await listening('browser-2', 'message/A');
  lifetimeMs = 5 * 60_000;
  await vi.waitFor(() => expect([...broker.clients.keys()]).not.toContain('browser-1'));
  expect(links).not.toContain('disconnected');
});

it('reports a disconnection at once when the network fails, and reconnects', async () => {
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
  feed.drop();
  expect(links.at(-1)).toBe('disconnected');
  await listening('browser-2', 'message/A');
});

it('connects to the server of the page when the public address differs', async () => {
  named = 'wss://nascente.invalid/mqtt';
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
});

it('reports a blocked feed when only the server answers, until the feed answers', async () => {
  named = '/nowhere';
  feed.listen(new Set(['message/A']));
  await vi.waitFor(() => expect(links.at(-1)).toBe('barred'));
  expect(links.filter((link) => link === 'disconnected')).toHaveLength(2);
  const tried = issued.length;
  await vi.waitFor(() => expect(issued.length).toBeGreaterThan(tried + 1));
  expect(links.at(-1)).toBe('barred');
  named = '/mqtt';
  await vi.waitFor(() => expect(links.at(-1)).toBe('connected'), { timeout: 5_000 });
});

it('reports no blocked feed while the server is down', async () => {
  isDown = true;
  feed.listen(new Set(['message/A']));
  await vi.waitFor(() => expect(links.filter((link) => link === 'disconnected').length).toBeGreaterThan(4));
  expect(links).not.toContain('barred');
});

it('continues to try while the server is down', async () => {
  isDown = true;
  feed.listen(new Set(['message/A']));
  await vi.waitFor(() => expect(links.filter((link) => link === 'disconnected').length).toBeGreaterThan(2));
  isDown = false;
  await listening('browser-1', 'message/A');
  expect(links.at(-1)).toBe('connected');
});

it('unsubscribes and disconnects without listeners', async () => {
  feed.listen(new Set(['message/A']));
  await listening('browser-1', 'message/A');
  feed.listen(new Set());
  await vi.waitFor(() => expect(broker.clients.size).toBe(0));
  expect(isSubscribed('browser-1', 'message/A')).toBe(false);
  expect(links.at(-1)).toBe('disconnected');
});

it('does not connect when it was closed during connecting', async () => {
  feed.listen(new Set(['message/A']));
  feed.close();
  await vi.waitFor(() => expect(issued).toEqual(['browser-1']));
  await vi.waitFor(() => expect(broker.clients.size).toBe(0));
  expect(links.at(-1)).toBe('disconnected');
});
