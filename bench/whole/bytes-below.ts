import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; those that go away meanwhile do not count. */
export const bytesBelow = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return 0;
    try {
      return (await stat(join(entry.parentPath, entry.name))).size;
    } catch {
      return 0;
    }
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};
