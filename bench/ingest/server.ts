import { instant } from '@nascente/domain/time/zone';
import { Registry } from 'prom-client';
import { startTelemetry } from '../../apps/server/src/compose-telemetry.ts';
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

/** The server's way of a reading as a process of its own: what is measured is it alone. Told by IPC what to do. */
const dataDir = process.argv[2] ?? '';
const log = createLog('warn');
const database = await openDatabase({ dataDir, databaseUrl: null }, log);

const send = (message: object): void => {
  process.send?.(message);
};

const start = async (): Promise<void> => {
  const telemetry = await startTelemetry({
    config: {
      host: '127.0.0.1',
      mqttPort: 0,
      mqttTlsPort: 0,
      mqttWsPort: 0,
      tls: null,
      retentionDays: 400,
      boardCredentials: null,
      publicUrl: null,
    },
    database,
    visibility: { mayWatch: () => Promise.resolve(false), onChange: () => () => undefined },
    clock: () => instant(Date.now()),
    log,
    registry: new Registry(),
  });
  send({ port: telemetry.ports.tcp });
  process.once('SIGTERM', () => {
    telemetry
      .stop()
      .then(() => database.close())
      .then(() => process.exit(0))
      .catch(() => process.exit(1));
  });
};

let mostRss = 0;
setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
}, 250);

process.on('message', (asked: 'start' | 'usage' | 'reset') => {
  if (asked === 'start') void start();
  if (asked === 'reset') mostRss = 0;
  if (asked === 'usage') send({ rss: mostRss, cpu: process.cpuUsage() });
});
send({ connectionString: database.connectionString });
