import { Counter, Gauge, type Registry } from 'prom-client';
import type { Broker } from './broker.ts';

/** How full the broker is, and whom it turns away. */
export const measureBroker = (
  broker: Pick<Broker<never>, 'connections' | 'strangers' | 'subscriptions'>,
  registry: Registry,
): void => {
  const registers = [registry];
  new Gauge({
    name: 'nascente_mqtt_connections',
    help: 'MQTT connections; strangers have not signed in (yet), TLS and WebSocket handshakes included.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, broker.connections());
      this.set({ state: 'stranger' }, broker.strangers().present);
    },
  });
  new Gauge({
    name: 'nascente_mqtt_subscriptions',
    help: 'What browsers and programs follow: subscribers, and topics that have any.',
    labelNames: ['of'],
    registers,
    collect() {
      const { topics, subscribers } = broker.subscriptions();
      this.set({ of: 'subscribers' }, subscribers);
      this.set({ of: 'topics' }, topics);
    },
  });
  let counted = 0;
  new Counter({
    name: 'nascente_mqtt_turned_away_total',
    help: 'Connections that were closed because they did not sign in in time, or too many of their address had not.',
    registers,
    collect() {
      const { turnedAway } = broker.strangers();
      this.inc(turnedAway - counted);
      counted = turnedAway;
    },
  });
};
