import { parseArgs } from 'node:util';
import { createLog } from '@nascente/runtime/log';
import { readConfig } from '@nascente/server/config';
import { reachDatabase } from '@nascente/server/platform/database/open-database';
import { makeBackup, sizeText } from './archive/index.ts';
import { runOperatorCommand } from './operator-command.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes all that the database of DATA_DIR or DATABASE_URL holds at this moment into FILE (a tar packed by zstd), also while
the server runs, and reads it back. FILE holds password hashes and secrets: only its owner may read it; keep it so.
`;

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
    const sums = await makeBackup(database.connectionString, file, new Date());
    return `${file}: ${sizeText(sums)}, read back and found whole\n`;
  } finally {
    await database.close();
  }
});
