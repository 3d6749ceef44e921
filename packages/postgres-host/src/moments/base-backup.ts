import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';
import { openClient } from '../client.repository.ts';
import { writeTarFile } from '../tar-file.ts';
import { createBaseBackupRepository } from './base-backup.repository.ts';
import { baseName, PASSWORD_FILE } from './base-names.ts';
import { clusterEntries } from './cluster-files.ts';

const NOT_ARCHIVING =
  'The database archives no log: start the server with WAL_ARCHIVE_DIR first. A base backup is worth nothing without it.';

interface BaseBackup {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Copies the files of an embedded PostgreSQL, which goes on working, into the archive. With the log that is archived from now
 * on they can be brought back to any moment after its end. Throws StartRefused where no log is archived.
 */
export const makeBaseBackup = async (needs: {
  connectionString: string;
  dataDir: string;
  archiveDirectory: string;
  clock: () => Date;
}): Promise<BaseBackup> => {
  const { connectionString, dataDir, archiveDirectory, clock } = needs;
  const baseDirectory = join(archiveDirectory, 'base');
  const client = await openClient(connectionString, 'nascente base backup');
  try {
    const backup = createBaseBackupRepository(client);
    if (!(await backup.isArchiving())) throw new StartRefused(NOT_ARCHIVING);
    const begun = clock();
    const unnamed = join(baseDirectory, `begun-${baseName(begun)}`);
    await backup.begin('nascente');
    const bytes = await writeTarFile(unnamed, begun, async ({ addFile, addDirectory }) => {
      const addText = (name: string, text: Buffer) => addFile(name, text.length, [text]);
      let copied = 0;
      for await (const entry of clusterEntries(join(dataDir, 'postgres'))) {
        if (entry.size === null) await addDirectory(`postgres/${entry.name}/`);
        else await addFile(`postgres/${entry.name}`, entry.size, entry.content());
        copied += entry.size ?? 0;
      }
      await addText(PASSWORD_FILE, await readFile(join(dataDir, PASSWORD_FILE)));
      // Last: a file without it was cut off.
      await addText('postgres/backup_label', Buffer.from(await backup.end()));
      return copied;
    });
    const file = join(baseDirectory, baseName(clock()));
    await rename(unnamed, file);
    return { file, bytes };
  } finally {
    await client.end();
  }
};
