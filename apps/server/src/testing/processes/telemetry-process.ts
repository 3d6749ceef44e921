import { createLog } from '@nascente/runtime/log';
import { openDatabase } from '../../platform/database/open-database.ts';
import { startLoneTelemetry } from '../boards/lone-telemetry.ts';

/**
 * The way of a reading in a process of its own, to be killed by a test: tells by IPC where it listens, and, asked for it, how
 * much memory it has taken since it was asked last.
 */
const log = createLog('silent');
const database = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null }, log);
const ports = await startLoneTelemetry(database, log);
let maxBytes = 0;
const look = (): void => {
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
};
setInterval(look, 100).unref();
process.on('message', () => {
  look();
  process.send?.({ maxBytes });
  maxBytes = 0;
});
process.send?.({ connectionString: database.connectionString, ...ports });
