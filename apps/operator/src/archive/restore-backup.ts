import { openClient } from '@nascente/postgres-host/client.repository';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { migrate } from '@nascente/server/platform/database/migrate';
import { addWork } from '@nascente/server/platform/jobs/add-work';
import { readArchive } from './archive-reader.ts';
import type { ArchiveHead, ArchiveSums } from './contents.ts';
import { createArchivedTablesRepository } from './kept-tables.repository.ts';

const IN_USE =
  'The database is in use already, and a backup is restored into an empty one only. ' +
  'Give an empty DATA_DIR, or an empty database in DATABASE_URL. Nothing was changed.';

/**
 * Fills an empty database from a backup and migrates it to the newest schema. All tables appear at once. A failed restore leaves
 * an empty database with a mark, and no server starts on it until the restore is repeated. Throws StartRefused, which says what
 * to do.
 */
export const restoreBackup = async (
  connectionString: string,
  file: string,
  log: Log,
): Promise<{ readonly head: ArchiveHead; readonly sums: ArchiveSums }> => {
  const client = await openClient(connectionString, 'nascente restore');
  const stored = createArchivedTablesRepository(client);
  try {
    const read = await readArchive(file, {
      async begin({ migrations, partitions }) {
        if (!(await stored.isUnused())) throw new StartRefused(IN_USE);
        await stored.mark();
        await migrate(connectionString, log, { upTo: migrations }).catch(async (error: unknown) => {
          // Of another version: nothing was begun.
          if (error instanceof StartRefused) await stored.unmark();
          throw error;
        });
        await stored.beginFilling();
        await stored.empty(await stored.tables());
        for (const partition of partitions) await stored.addPartition(partition);
      },
      takeTable: stored.fill,
    });
    await stored.continueNumbers();
    // On connections of its own: should the commit fail, the next restore finds the same work there and adds none twice.
    await addWork(connectionString, read.head.work);
    await stored.commit();
    await migrate(connectionString, log);
    return read;
  } finally {
    await client.end();
  }
};
