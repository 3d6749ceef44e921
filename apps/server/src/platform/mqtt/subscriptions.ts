import type { Client, Subscription } from 'aedes';
import type { BrokerLimits } from './broker-hooks.ts';

const REFUSED = 128;

interface Subscriptions {
  readonly mayTake: (client: Client) => boolean;
  readonly add: (client: Client, topics: readonly Subscription[]) => void;
  readonly remove: (client: Client, topics: readonly string[]) => void;
  readonly watched: (topic: string) => boolean;
  /** How many topics somebody is subscribed to, and how many times in all. */
  readonly counts: () => { readonly topics: number; readonly subscribers: number };
  readonly deliver: (topic: string, payload: Buffer) => void;
  /** The same, by filters with wildcards too, to those clients alone; once to each. */
  readonly deliverTo: (isFor: (client: Client) => boolean, topic: string, payload: Buffer) => void;
}

const noop = (): void => undefined;

/** Whether a filter takes a topic (MQTT 3.1.1, section 4.7). */
const filterTakes = (filter: string, topic: string): boolean => {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
};

/** Who is subscribed to which filter; of browsers and boards each is an exact topic. */
export const createSubscriptions = (limits: BrokerLimits): Subscriptions => {
  const byTopic = new Map<string, Set<Client>>();
  const countOf = new WeakMap<Client, number>();
  let total = 0;

  const count = (client: Client, change: number): void => {
    total += change;
    countOf.set(client, (countOf.get(client) ?? 0) + change);
  };

  const add = (client: Client, topic: string): void => {
    const watchers = byTopic.get(topic) ?? new Set();
    if (watchers.has(client)) return;
    byTopic.set(topic, watchers.add(client));
    count(client, 1);
  };

  const remove = (client: Client, topic: string): void => {
    const watchers = byTopic.get(topic);
    if (watchers?.delete(client) !== true) return;
    count(client, -1);
    if (watchers.size === 0) byTopic.delete(topic);
  };

  const give = (client: Client, topic: string, payload: Buffer): void => {
    if (client.conn.writableLength > limits.unsentBytes) client.conn.destroy();
    else client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, noop);
  };

  return {
    counts: () => ({ topics: byTopic.size, subscribers: total }),
    mayTake: (client) => (countOf.get(client) ?? 0) < limits.subscriptionsOfViewer,
    add(client, topics) {
      if (client.closed) return;
      for (const { topic, qos } of topics) {
        if (Number(qos) !== REFUSED) add(client, topic);
      }
    },
    remove(client, topics) {
      for (const topic of topics) remove(client, topic);
    },
    watched: (topic) => byTopic.has(topic),
    deliver(topic, payload) {
      for (const client of byTopic.get(topic) ?? []) give(client, topic, payload);
    },
    deliverTo(isFor, topic, payload) {
      const taking = [...byTopic].filter(([filter]) => filterTakes(filter, topic));
      for (const client of new Set(taking.flatMap(([, watchers]) => [...watchers])))
        if (isFor(client)) give(client, topic, payload);
    },
  };
};
