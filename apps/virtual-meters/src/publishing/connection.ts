import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Equipment, topicFor } from '@nascente/domain/telemetry/frames/topic';
import { connect } from 'mqtt';

interface Address {
  readonly host: string;
  readonly port: number;
  readonly mac: Mac;
  readonly key: string;
  readonly equipment: Equipment;
  readonly onTrouble: (trouble: string) => void;
}

const RECONNECT_MS = 2_000;

/** A board's connection to the broker: QoS 1 under its own MAC, with its device key. */
export function openConnection({ host, port, mac, key, equipment, onTrouble }: Address) {
  const client = connect({
    host,
    port,
    protocol: 'mqtt',
    clientId: `board-${mac.replaceAll(':', '').toLowerCase()}`,
    username: mac,
    password: key,
    reconnectPeriod: RECONNECT_MS,
    resubscribe: false,
  });
  client.on('error', (error) => onTrouble(error.message));
  const topic = topicFor(mac, equipment);
  let waiting = 0;
  let dropped = false;

  return {
    /** Resolves when the broker has acknowledged, or given up; the trouble is told. */
    async publish(payload: string): Promise<void> {
      waiting += 1;
      try {
        await client.publishAsync(topic, payload, { qos: 1 });
      } catch (error) {
        onTrouble(error instanceof Error ? error.message : String(error));
      } finally {
        waiting -= 1;
      }
    },
    /** Whether the broker has acknowledged everything that was published. */
    acknowledged: (): boolean => waiting === 0 && client.connected,
    /** Follows what the radio does: the connection is lost, or found again. */
    stay(connected: boolean): void {
      if (!connected && !dropped) client.stream.destroy();
      dropped = !connected;
    },
    end: (): Promise<void> => client.endAsync(),
  };
}
