import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../packages/postgres-host/src/embedded-postgres.ts';
import { writeTariffFile } from '../tariffs/tariff-file.ts';

const ROWS = Number(process.env.ROWS ?? 300_000);
/** As `npm run import-tariffs` does. */
const FLAGS = ['--max-semi-space-size=4'];
const IMPORT = join(import.meta.dirname, 'tariffs/import-once.ts');

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const log = pino({ level: 'silent' });
const file = join(dataDir, 'tarifas.csv');
await writeTariffFile(file, ROWS);
console.log(`${ROWS.toLocaleString('en')} rows, ${Math.round(statSync(file).size / 1e6)} MB`);
const postgres = await startEmbeddedPostgres({ dataDir, log });
try {
  await migrate(postgres.connectionString, log);
  for (const [name, how] of [
    ['looked at', 'look'],
    ['stored', 'store'],
    ['the same again', 'store'],
  ] as const) {
    const args = [...FLAGS, IMPORT, file, postgres.connectionString, how];
    console.log(`${name}: ${execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()}`);
  }
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
