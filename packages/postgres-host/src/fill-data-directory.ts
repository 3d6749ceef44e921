import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { openDataDirectory, stopLeftPostgres } from './embedded-postgres.ts';
import { NEW_CLUSTER } from './postgres-cluster.ts';
import { processExists } from './postmaster-file.ts';
import { UNFINISHED_RESTORE } from './unfinished-restore.ts';

/** The files of a cluster in DATA_DIR: data, the superuser's password and the socket directory. */
const CLUSTER = ['postgres', 'postgres.password', 'postgres.socket'];
/** Prefix of the directories into which a restore unpacks files. */
export const UNPACKED = '.restored-';
/** Prefixes of temporary directories, from which finished files are moved into place. */
const ASIDE = [UNPACKED, NEW_CLUSTER];

/** Removal is repeated, because processes of a killed restore may still write files. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

const removeEmptyDirectory = (directory: string): void => {
  try {
    rmdirSync(directory);
  } catch {
    // The directory contains other files and stays.
  }
};

const requireEnded = (marker: string): void => {
  const pid = Number(readFileSync(marker, 'utf8'));
  // In a container every restore may have the same process id.
  if (pid > 0 && pid !== process.pid && processExists(pid))
    throw new StartRefused(
      `Another restore into this DATA_DIR is running (process ${pid}). If process ${pid} is another program, restore into another, empty DATA_DIR.`,
    );
};

/**
 * Runs `fill`, which creates the cluster of an empty DATA_DIR. Until it is complete, a file marks the directory, and no server
 * starts on the incomplete database. If `fill` fails, the directory is as before. If it is killed, the next restore starts over.
 * For an existing cluster only `fill` runs, without a mark.
 */
export const fillDataDirectory = async <T>(path: string, fill: () => Promise<T>, log: Log): Promise<T> => {
  const isNewDirectory = !existsSync(path);
  const dataDir = openDataDirectory(path);
  const marker = join(dataDir, UNFINISHED_RESTORE);
  const empty = (): void => {
    for (const name of readdirSync(dataDir))
      if (CLUSTER.includes(name) || ASIDE.some((beginning) => name.startsWith(beginning)))
        rmSync(join(dataDir, name), REMOVAL);
  };
  if (existsSync(marker)) {
    requireEnded(marker);
    await stopLeftPostgres(dataDir, log);
    empty();
  } else if (existsSync(join(dataDir, 'postgres'))) return fill();
  writeFileSync(marker, String(process.pid), { flush: true });
  try {
    const filled = await fill();
    rmSync(marker);
    return filled;
  } catch (error) {
    empty();
    rmSync(marker);
    if (isNewDirectory) removeEmptyDirectory(dataDir);
    throw error;
  }
};
