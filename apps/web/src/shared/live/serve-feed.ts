import { type FeedConnection, FeedRefused } from './feed-connection.ts';
import type { FeedNews, FeedOrder, FeedPort } from './feed-orders.ts';
import { connectByMqtt } from './mqtt-connection.ts';

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
