import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { openCluster } from './postgres-cluster.ts';
import { giveTo } from './postgres-user.ts';
import { startPostmaster } from './postmaster.ts';
import { openSocketDirectory } from './socket-directory.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { openWalArchive } from './wal-archive.ts';

/** Of a log of weeks. */
const LIMIT_MS = 24 * 3_600_000;
/** PostgreSQL reads it before it knows any name of a zone, Z among them. */
const momentText = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

const ENDS_BEFORE = 'recovery ended before configured recovery target was reached';

/**
 * Has PostgreSQL apply the archived log to the files of a base backup, up to a moment, and stops it again. From there on the
 * database is a timeline of its own, whose log goes into the same archive. Throws StartRefused where the log does not reach
 * so far.
 */
export const bringClusterBack = async (
  needs: { dataDir: string; archiveDirectory: string; moment: Date | null; timeline: string | null },
  log: Log,
): Promise<void> => {
  const { dataDir, archiveDirectory, moment, timeline } = needs;
  const binaries = findPostgresBinaries();
  const cluster = await openCluster(dataDir, binaries);
  const archive = openWalArchive(archiveDirectory, cluster);
  writeFileSync(join(cluster.directory, 'recovery.signal'), '', { mode: 0o600 });
  if (process.getuid?.() === 0) giveTo(cluster.user, cluster.directory);
  const socket = openSocketDirectory(dataDir, cluster.user);
  const settings = {
    ...archive.settings,
    restore_command: archive.restoreCommand,
    recovery_target_action: 'promote',
    recovery_target_timeline: timeline ?? 'latest',
    ...(moment === null ? {} : { recovery_target_time: momentText(moment) }),
    // It takes connections only once it is there.
    hot_standby: 'off',
  };
  try {
    const postmaster = await startPostmaster({
      cluster,
      socketDirectory: socket.path,
      postgres: binaries.postgres,
      durable: true,
      settings,
      limitMs: LIMIT_MS,
      log,
    });
    await stopPostmaster(postmaster, cluster.directory, log);
  } catch (error) {
    if (moment === null || !(error instanceof StartRefused) || !error.message.includes(ENDS_BEFORE))
      throw error;
    throw new StartRefused(
      `The archived log ends before ${moment.toISOString()}. Give an earlier moment, or --to latest.`,
      { cause: error },
    );
  } finally {
    socket.remove();
  }
};
