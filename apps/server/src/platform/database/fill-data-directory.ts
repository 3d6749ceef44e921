import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What makes up a cluster in a DATA_DIR: its files, the password of its superuser and the directory of its socket. */
const CLUSTER = ['postgres', 'postgres.password', 'postgres.socket'];

const removeEmptyDirectory = (directory: string): void => {
  try {
    rmdirSync(directory);
  } catch {
    // It was never made, or something else lies in it.
  }
};

/**
 * Runs `fill`, which makes the cluster of an empty DATA_DIR. Where it fails, the directory is as it was before: an empty
 * database that was left would be taken for the installation by the next start. A cluster that was there stays untouched.
 */
export const fillDataDirectory = async <T>(dataDir: string, fill: () => Promise<T>): Promise<T> => {
  const isNewDirectory = !existsSync(dataDir);
  const isThere = (part: string): boolean => existsSync(join(dataDir, part));
  const before = new Set(CLUSTER.filter(isThere));
  try {
    return await fill();
  } catch (error) {
    if (!before.has('postgres')) {
      for (const part of CLUSTER.filter((name) => !before.has(name)))
        rmSync(join(dataDir, part), { recursive: true, force: true });
      if (isNewDirectory) removeEmptyDirectory(dataDir);
    }
    throw error;
  }
};
