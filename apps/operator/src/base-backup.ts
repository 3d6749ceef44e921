import { parseArgs } from 'node:util';
import { createLog } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { readConfig } from '@nascente/server/config';
import { reachDatabase } from '@nascente/server/platform/database/open-database';
import { makeBaseBackup } from './archive/index.ts';
import { runOperatorCommand } from './operator-command.ts';

const USAGE = `Usage: npm run base-backup

Copies the files of the embedded PostgreSQL of DATA_DIR into WAL_ARCHIVE_DIR/base, also while the server runs. From the end
of it on the database can be brought back to any moment: npm run restore -- --to "2026-11-25T10:00".
`;

await runOperatorCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return USAGE;
  if (positionals.length > 0) return null;
  const config = readConfig();
  const { dataDir, databaseUrl, walArchiveDir } = config;
  if (databaseUrl !== null || walArchiveDir === null)
    throw new StartRefused('A base backup is one of the embedded PostgreSQL, with WAL_ARCHIVE_DIR set.');
  const database = await reachDatabase(config, createLog('warn'));
  try {
    const { connectionString } = database;
    const { file, bytes } = await makeBaseBackup({
      connectionString,
      dataDir,
      archiveDirectory: walArchiveDir,
      clock: () => new Date(),
    });
    return `${file}: ${(bytes / 1e6).toFixed(0)} MB of files, packed\n`;
  } finally {
    await database.close();
  }
});
