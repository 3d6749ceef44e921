import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts';
import { startLoneTelemetry } from '../../apps/server/src/testing/boards/lone-telemetry.ts';
import { createLog } from '../../packages/runtime/src/log.ts';

/** The server's ingest path as a process of its own, so that it alone is measured. Controlled over IPC. */
const dataDir = process.argv[2] ?? '';
const log = createLog('warn');
const database = await openDatabase({ dataDir, databaseUrl: null }, log);

const send = (message: object): void => {
  process.send?.(message);
};

let maxRss = 0;
setInterval(() => {
  maxRss = Math.max(maxRss, process.memoryUsage.rss());
}, 250);

process.on('message', (requested: 'start' | 'usage' | 'reset') => {
  if (requested === 'start') void startLoneTelemetry(database, log).then(({ port }) => send({ port }));
  if (requested === 'reset') maxRss = 0;
  if (requested === 'usage') send({ rss: maxRss, cpu: process.cpuUsage() });
});
send({ connectionString: database.connectionString });
