import { parseArgs } from 'node:util';
import { fillDataDirectory } from '@nascente/postgres-host/fill-data-directory';
import { createLog } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { readConfig } from '@nascente/server/config';
import { lockDatabase } from '@nascente/server/platform/database/open-database';
import { checkArchive, restoreBackup, restoreToMoment, sizeText } from './archive/index.ts';
import { runOperatorCommand } from './operator-command.ts';

const USAGE = `Usage: npm run restore -- FILE [--check]
       npm run restore -- --to MOMENT [--timeline NUMBER]

Fills the empty DATA_DIR, or the empty database of DATABASE_URL, with what a backup holds. A backup of an older version is
brought to the newest schema. With --check the file is only read to its end and compared with its sums.

With --to the empty DATA_DIR is filled from WAL_ARCHIVE_DIR instead, as the database was at a moment: "2026-11-25T10:00" by the
clock of this machine, "2026-11-25T13:00Z", or latest. --timeline is for whoever was at another moment before: each restore
begins a timeline of its own, and the newest is followed.
`;

const momentOf = (text: string): Date | null => {
  if (text === 'latest') return null;
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartRefused(`${text} is no moment: write it as 2026-11-25T10:00, or latest.`);
  return moment;
};

const restoreTo = async (text: string, timeline: string | null): Promise<string> => {
  const moment = momentOf(text);
  const { dataDir, databaseUrl, walArchiveDir } = readConfig();
  if (databaseUrl !== null || walArchiveDir === null)
    throw new StartRefused('A moment is restored of the embedded PostgreSQL, from WAL_ARCHIVE_DIR.');
  const needs = { dataDir, archiveDirectory: walArchiveDir, moment, timeline };
  const { base, timelines } = await restoreToMoment(needs, createLog('silent'));
  const when = moment === null ? 'as far as the log was archived' : `as it was at ${moment.toISOString()}`;
  // A restore made as a trial also began a timeline, which is used by default instead of that of the running server.
  const others =
    timelines.length > 1
      ? `It followed timeline ${timeline ?? timelines.at(-1)}; the archive has ${timelines.join(', ')}: what was stored along another is brought back by --timeline.\n`
      : '';
  return `${base} and the archived log, restored ${when}. Start the server as usual, then make a new base backup.\n${others}`;
};

const restoreFile = async (file: string, isCheck: boolean): Promise<string> => {
  // The file is checked first, so that an error names the file.
  const { head, sums } = await checkArchive(file);
  const what = `${file}, made at ${head.madeAt}: ${sizeText(sums)}`;
  if (isCheck) return `${what}, whole\n`;
  const log = createLog('warn');
  // The restore does not archive WAL, because an archive is useless before a base backup, and one that was begun would make the
  // next attempt fail.
  const config = { ...readConfig(), walArchiveDir: null, isRestore: true };
  const restore = async (): Promise<void> => {
    const { connectionString, closers } = await lockDatabase(config, log);
    try {
      await restoreBackup(connectionString, file, log);
    } finally {
      await closers.closeAll();
    }
  };
  await (config.databaseUrl === null ? fillDataDirectory(config.dataDir, restore, log) : restore());
  return `${what}, restored. Start the server as usual.\n`;
};

await runOperatorCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      to: { type: 'string' },
      timeline: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return USAGE;
  const [file] = positionals;
  if (values.to !== undefined)
    return file === undefined ? restoreTo(values.to, values.timeline ?? null) : null;
  if (file === undefined || positionals.length > 1) return null;
  return restoreFile(file, values.check);
});
