import { parseArgs } from 'node:util';
import { type ArchiveSums, makeBackup } from './backup/index.ts';
import { readConfig } from './config.ts';
import { runOperatorCommand } from './operator-command.ts';
import { reachDatabase } from './platform/database/reach-database.ts';
import { createLog } from './platform/log/log.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes all that the database of DATA_DIR or DATABASE_URL holds at this moment into FILE (a tar packed by zstd), also while
the server runs, and reads it back. FILE holds password hashes and secrets: only its owner may read it; keep it so.
`;

const reportOf = (file: string, { tables }: ArchiveSums): string => {
  const sum = (what: 'rows' | 'bytes') => tables.reduce((all, table) => all + table[what], 0);
  const rows = sum('rows').toLocaleString('en');
  const megabytes = (sum('bytes') / 1e6).toFixed(1);
  return `${file}: ${rows} rows of ${tables.length} tables (${megabytes} MB unpacked), read back and found whole\n`;
};

await runOperatorCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return USAGE;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) return null;
  const database = await reachDatabase(readConfig(), createLog('warn'));
  try {
    return reportOf(file, await makeBackup(database.connectionString, file, new Date()));
  } finally {
    await database.close();
  }
});
