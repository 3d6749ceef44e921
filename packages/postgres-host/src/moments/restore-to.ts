import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { bringClusterBack } from '../bring-cluster-back.ts';
import { openDataDirectory } from '../embedded-postgres.ts';
import { fillDataDirectory, UNPACKED } from '../fill-data-directory.ts';
import { readPassword } from '../postgres-cluster.ts';
import { newestBase, PASSWORD_FILE, timelinesIn } from './base-names.ts';
import { extractBase } from './extract-base.ts';

const IN_USE =
  'DATA_DIR holds a database already, and one is restored into an empty DATA_DIR only. Nothing was changed.';

interface RestoredBase {
  readonly base: string;
  /** That the archive held, oldest first. Each restore begins another, and what is stored along one is on no other. */
  readonly timelines: readonly number[];
}

interface Needs {
  readonly dataDir: string;
  readonly archiveDirectory: string;
  /** Null: as late as the archive reaches. */
  readonly moment: Date | null;
  readonly timeline: string | null;
}

const fillFromArchive = async (needs: Needs, log: Log): Promise<RestoredBase> => {
  const { archiveDirectory, moment, timeline } = needs;
  const dataDir = openDataDirectory(needs.dataDir);
  const directory = join(dataDir, 'postgres');
  if (existsSync(directory)) throw new StartRefused(IN_USE);
  const baseDirectory = join(archiveDirectory, 'base');
  const base = existsSync(baseDirectory) ? newestBase(baseDirectory, moment) : null;
  if (base === null) {
    const when = moment === null ? '' : ` that ended before ${moment.toISOString()}`;
    throw new StartRefused(`There is no base backup in ${baseDirectory}${when}.`);
  }
  const timelines = timelinesIn(join(archiveDirectory, 'wal'));
  const aside = mkdtempSync(join(dataDir, UNPACKED));
  try {
    await extractBase(base, aside);
    writeFileSync(join(dataDir, PASSWORD_FILE), readPassword(aside), { mode: 0o600, flush: true });
    renameSync(join(aside, 'postgres'), directory);
    await bringClusterBack({ dataDir, archiveDirectory, moment, timeline }, log);
    return { base, timelines };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
};

/**
 * Fills an empty DATA_DIR with the database as it was at a moment: the base backup before it, and the archived log up to it.
 * Nothing is left where that fails. Throws StartRefused, which says what to do.
 */
export const restoreToMoment = (needs: Needs, log: Log): Promise<RestoredBase> =>
  fillDataDirectory(needs.dataDir, () => fillFromArchive(needs, log), log);
