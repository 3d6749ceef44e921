import { parseArgs } from 'node:util';
import { checkArchive, restoreBackup, sizeText } from './backup/index.ts';
import { readConfig } from './config.ts';
import { runOperatorCommand } from './operator-command.ts';
import { lockDatabase } from './platform/database/open-database.ts';
import { createLog } from './platform/log/log.ts';

const USAGE = `Usage: npm run restore -- FILE [--check]

Fills the empty DATA_DIR, or the empty database of DATABASE_URL, with what a backup holds. A backup of an older version is
brought to the newest schema. With --check the file is only read to its end and compared with its sums.
`;

await runOperatorCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return USAGE;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) return null;
  // Before anything is started for it, and so that what is wrong with the file is said of the file.
  const { head, sums } = await checkArchive(file);
  const what = `${file}, made at ${head.madeAt}: ${sizeText(sums)}`;
  if (values.check) return `${what}, whole\n`;
  const log = createLog('warn');
  const { connectionString, closers } = await lockDatabase(readConfig(), log);
  try {
    await restoreBackup(connectionString, file, log);
  } finally {
    await closers.closeAll();
  }
  return `${what}, restored. Start the server as usual.\n`;
});
