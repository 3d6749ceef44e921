import { createReadStream } from 'node:fs';
import { instant } from '@nascente/domain/base/time/zone';
import { pino } from 'pino';
import { createAuditTrail } from '../../apps/server/src/people/audit/index.ts';
import { connectDatabase } from '../../apps/server/src/platform/database/open-database.ts';
import { createTariffsFeature } from '../../apps/server/src/sites/tariffs/index.ts';

// One import in a process of its own, so that its memory is its own: FILE CONNECTION store|look
const [file = '', connection = '', how = 'look'] = process.argv.slice(2);
const database = connectDatabase(connection, pino({ level: 'silent' }));
const clock = () => instant(Date.now());
const audit = createAuditTrail({ db: database.db, clock });
const { aneel } = createTariffsFeature({ database, clock, audit });
const started = performance.now();
const choice = { store: how === 'store', since: null, distributors: null };
const summary = await aneel.runLocally(createReadStream(file), choice);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const versions = summary.kind === 'tariffs' ? [summary.newVersions, summary.unchangedVersions] : [];
console.log(
  `${seconds.toFixed(1)} s (CPU ${((user + system) / 1e6).toFixed(1)} s), ` +
    `peak memory ${Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)} MB; ` +
    `${summary.takenRows} rows taken, new and unchanged versions ${versions.join(' and ')}`,
);
await database.close();
