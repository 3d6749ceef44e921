import { existsSync } from 'node:fs';
import { openClient } from '@nascente/postgres-host/client.repository';
import { StartRefused } from '@nascente/runtime/start-refused';
import { readPendingWork } from '@nascente/server/platform/jobs/pending-work.repository';
import { checkArchive } from './archive-reader.ts';
import { writeArchive } from './archive-writer.ts';
import { ARCHIVE_FORMAT, type ArchiveSums } from './contents.ts';
import { createKeptTablesRepository } from './kept-tables.repository.ts';

const NOTHING_THERE =
  'The database holds nothing of Nascente: give the DATA_DIR or DATABASE_URL of a server.';

/**
 * Writes all that a database holds at one moment into a file, while servers go on working with it, and reads the file
 * back. Throws StartRefused where the file is there already, or nothing to be written.
 */
export const makeBackup = async (connectionString: string, file: string, now: Date): Promise<ArchiveSums> => {
  if (existsSync(file))
    throw new StartRefused(`The file ${file} is there already. Name another: a backup replaces none.`);
  const client = await openClient(connectionString, 'nascente backup');
  try {
    const kept = createKeptTablesRepository(client);
    if (!(await kept.hasSchema())) throw new StartRefused(NOTHING_THERE);
    await kept.beginSnapshot();
    const head = {
      format: ARCHIVE_FORMAT,
      madeAt: now.toISOString(),
      postgres: await kept.version(),
      migrations: await kept.migrations(),
      tables: await kept.tables(),
      partitions: await kept.partitions(),
      work: await readPendingWork(client),
    } as const;
    await writeArchive(file, { head, linesOf: kept.linesOf });
    await kept.endSnapshot();
  } finally {
    await client.end();
  }
  return (await checkArchive(file)).sums;
};
