import mqtt from 'mqtt';
import {
  type ConnectFeed,
  type FeedConnection,
  type FeedNews,
  type FeedOrder,
  type FeedPort,
  FeedRefused,
} from './feed-connection.ts';

const isAnswer = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'number';

/** The only user of the MQTT library. */
const connectByMqtt: ConnectFeed = async ({ address, ...access }, { onMessage, onClose }) => {
  const options = {
    ...access,
    protocolVersion: 4,
    clean: true,
    connectTimeout: 10_000,
    // The library's own timers start a worker from a blob, which the content security policy refuses.
    timerVariant: 'native',
    keepalive: 60,
    // Credentials expire, so a lost connection is reopened with new ones.
    reconnectPeriod: 0,
    resubscribe: false,
  } as const;
  const client = await mqtt.connectAsync(address, options, false).catch((failure: unknown) => {
    throw isAnswer(failure) ? new FeedRefused() : failure;
  });
  client.on('message', (topic, payload) => onMessage(topic, payload.toString()));
  client.on('error', () => undefined);
  client.once('close', onClose);
  return {
    isConnected: () => client.connected,
    subscribe: (topics) =>
      new Promise((resolve) => {
        client.subscribe([...topics], { qos: 0 }, () => resolve());
      }),
    unsubscribe: (topics) => void client.unsubscribe([...topics]),
    end: (isDead) => void client.end(isDead),
  };
};

/** The worker's side: holds the page's connections to the broker. */
export const serveFeed = (port: FeedPort<FeedNews, FeedOrder>): void => {
  const connections = new Map<number, FeedConnection>();

  const connect = async ({ id, access }: FeedOrder & { order: 'connect' }): Promise<void> => {
    const hearing = {
      onMessage: (topic: string, text: string) => port.postMessage({ news: 'message', id, topic, text }),
      onClose: () => {
        connections.delete(id);
        port.postMessage({ news: 'closed', id });
      },
    };
    try {
      connections.set(id, await connectByMqtt(access, hearing));
      port.postMessage({ news: 'connected', id });
    } catch (failure) {
      port.postMessage({ news: 'failed', id, isRefusal: failure instanceof FeedRefused });
    }
  };

  const subscribe = async ({ id, topics }: FeedOrder & { order: 'subscribe' }) => {
    await connections.get(id)?.subscribe(topics);
    port.postMessage({ news: 'subscribed', id });
  };

  port.addEventListener('message', ({ data }) => {
    if (data.order === 'connect') void connect(data);
    else if (data.order === 'subscribe') void subscribe(data);
    else if (data.order === 'unsubscribe') connections.get(data.id)?.unsubscribe(data.topics);
    else connections.get(data.id)?.end(data.isDead);
  });
};
