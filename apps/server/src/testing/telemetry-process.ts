import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log/log.ts';
import { startLoneTelemetry } from './lone-telemetry.ts';

/** The way of a reading in a process of its own, to be killed by a test: tells by IPC where it listens. */
const log = createLog('silent');
const database = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null }, log);
const port = await startLoneTelemetry(database, log);
process.send?.({ connectionString: database.connectionString, port });
