import mqtt from 'mqtt';
import { type ConnectFeed, FeedRefused } from './feed-connection.ts';

const isAnswer = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'number';

/** The only user of the MQTT library. */
export const connectByMqtt: ConnectFeed = async ({ address, ...access }, { onMessage, onClose }) => {
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
