import { randomBytes } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Bus, createListeners } from './bus.ts';

/** A bus over plain subjects of NATS, which keep nothing. */
export const createNatsBus = (connection: NatsConnection, name: string): Bus => {
  const node = randomBytes(6).toString('base64url');
  const listeners = createListeners();
  const prefix = `${name}-bus.`;
  connection.subscribe(`${prefix}>`, {
    callback(error, message) {
      if (error !== null) return;
      const text = message.string();
      const end = text.indexOf(' ');
      if (text.slice(0, end) !== node)
        listeners.tell(message.subject.slice(prefix.length), text.slice(end + 1));
    },
  });
  return {
    publish: (channel, text) => connection.publish(`${prefix}${channel}`, `${node} ${text}`),
    subscribe: listeners.add,
    stop: () => Promise.resolve(),
  };
};
