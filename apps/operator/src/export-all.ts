import { parseArgs } from 'node:util';
import { createLog } from '@nascente/runtime/log';
import { readConfig } from '@nascente/server/config';
import { reachDatabase } from '@nascente/server/platform/database/open-database';
import { writeOpenFiles } from './archive/index.ts';
import { runOperatorCommand } from './operator-command.ts';

const USAGE = `Usage: npm run export-all -- FOLDER

Writes all that the database of DATA_DIR or DATABASE_URL holds at this moment into the new FOLDER as open files, also while the
server runs: CSV packed by gzip, a JSON schema of each, and a README.md that says what they are. Days that were closed are
opened to rows. Passwords, keys and sessions are left out; people, addresses and bills are not: keep it safe.
`;

await runOperatorCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return USAGE;
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) return null;
  const database = await reachDatabase(readConfig(), createLog('warn'));
  try {
    const files = await writeOpenFiles(database.connectionString, folder.replace(/\/+$/, ''), new Date());
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    return `${folder}: ${rows.toLocaleString('en')} rows in ${files.length} files\n`;
  } finally {
    await database.close();
  }
});
