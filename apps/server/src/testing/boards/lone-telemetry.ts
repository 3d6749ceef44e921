import { instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import { Registry } from 'prom-client';
import { startTelemetry } from '../../compose-telemetry.ts';
import type { Database } from '../../platform/database/open-database.ts';

interface LonePorts {
  /** MQTT over TCP. */
  readonly port: number;
  readonly websocketPort: number;
}

/** The way of a reading alone, by ports of its own, seen by nobody. SIGTERM ends the process with it. */
export const startLoneTelemetry = async (database: Database, log: Log): Promise<LonePorts> => {
  const telemetry = await startTelemetry({
    config: {
      host: '127.0.0.1',
      mqttPort: 0,
      mqttTlsPort: 0,
      mqttWsPort: 0,
      retentionDays: 400,
      boardCredentials: null,
      publicUrl: null,
      trustProxy: false,
      boardRate: { messagesPerSecond: 1_000, bytesPerSecond: 1_000_000, burstSeconds: 1_000 },
    },
    database,
    visibility: {
      watchable: () =>
        Promise.resolve({ isEveryInstalled: false, macs: new Set(), establishments: new Map() }),
      onChange: () => () => undefined,
    },
    clock: () => instant(Date.now()),
    log,
    registry: new Registry(),
  });
  process.once('SIGTERM', () => {
    telemetry
      .stop()
      .then(() => database.close())
      .then(() => process.exit(0))
      .catch(() => process.exit(1));
  });
  const { tcp, websocket } = telemetry.ports;
  if (tcp === null || websocket === null) throw new Error('telemetry listens on no port');
  return { port: tcp, websocketPort: websocket };
};
