import { existsSync } from 'node:fs';
import { StartRefused } from '../platform/start-refused.ts';
import { checkArchive } from './archive-reader.ts';
import { writeArchive } from './archive-writer.ts';
import { openClient } from './client.repository.ts';
import { ARCHIVE_FORMAT, type ArchiveSums } from './contents.ts';
import { createKeptTablesRepository } from './kept-tables.repository.ts';
import { readPendingWork } from './pending-work.repository.ts';

/**
 * Writes all that a database holds at one moment into a file, while servers go on working with it, and reads the file
 * back. Throws StartRefused where the file is there already.
 */
export const makeBackup = async (connectionString: string, file: string, now: Date): Promise<ArchiveSums> => {
  if (existsSync(file))
    throw new StartRefused(`The file ${file} is there already. Name another: a backup replaces none.`);
  const client = await openClient(connectionString, 'nascente backup');
  try {
    const kept = createKeptTablesRepository(client);
    await kept.beginSnapshot();
    const tables = await kept.tables();
    const head = {
      format: ARCHIVE_FORMAT,
      madeAt: now.toISOString(),
      postgres: await kept.version(),
      migrations: await kept.migrations(),
      tables,
      partitions: await kept.partitions(),
      work: await readPendingWork(client),
    } as const;
    const columnsOf = new Map(tables.map((table) => [table.name, table]));
    await writeArchive(file, {
      head,
      linesOf(name) {
        const table = columnsOf.get(name);
        if (table === undefined) throw new Error(`no table ${name}`);
        return kept.linesOf(table);
      },
    });
    await kept.endSnapshot();
  } finally {
    await client.end();
  }
  return (await checkArchive(file)).sums;
};
