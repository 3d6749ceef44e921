import { instant } from '@nascente/domain/time/zone';
import { Registry } from 'prom-client';
import { startTelemetry } from '../compose-telemetry.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log/log.ts';

/** The way of a reading in a process of its own, to be killed by a test: tells by IPC where it listens. */
const log = createLog('silent');
const database = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null }, log);
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
process.once('SIGTERM', () => {
  void telemetry
    .stop()
    .then(() => database.close())
    .finally(() => process.exit());
});
process.send?.({ connectionString: database.connectionString, port: telemetry.ports.tcp });
