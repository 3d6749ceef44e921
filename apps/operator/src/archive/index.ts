import { existsSync } from 'node:fs';
import { openClient } from '@nascente/postgres-host/client.repository';
import { writeTarFile } from '@nascente/postgres-host/tar-file';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { migrate } from '@nascente/server/platform/database/migrate';
import { addWork } from '@nascente/server/platform/jobs/add-work';
import { readPendingWork } from '@nascente/server/platform/jobs/pending-work.repository';
import { checkArchive, createTableSum, readArchive } from './archive-reader.ts';
import { createArchivedTablesRepository } from './archived-tables.repository.ts';
import {
  ARCHIVE_FORMAT,
  type ArchiveHead,
  type ArchiveSums,
  HEAD_FILE,
  type StoredTable,
  SUMS_FILE,
  tableFolder,
} from './contents.ts';

const IN_USE =
  'The database is in use already, and a backup is restored into an empty one only. ' +
  'Give an empty DATA_DIR, or an empty database in DATABASE_URL. Nothing was changed.';

/**
 * Fills an empty database from a backup and migrates it to the newest schema. All rows appear at once. A restore that fails before
 * that leaves a marked database without rows, and no server starts on it until the restore is repeated. Throws StartRefused with
 * advice.
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
          // The backup belongs to another version; the database stays empty and usable.
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
    // Uses separate connections. If the commit fails, the next restore finds the same work and does not add it twice.
    await addWork(connectionString, read.head.work);
    await stored.commit();
    await migrate(connectionString, log);
    return read;
  } finally {
    await client.end();
  }
};

/** Approximate size of a file with lines of a table: a tar header states the size before the content. */
const FILE_BYTES = 4 << 20;
const DIGITS = 8;

interface Tables {
  readonly head: ArchiveHead;
  linesOf(table: StoredTable): AsyncIterable<Uint8Array>;
}

type AddFile = (name: string, content: Uint8Array) => Promise<void>;

const addTable = async (add: AddFile, name: string, lines: AsyncIterable<Uint8Array>) => {
  const sum = createTableSum(name);
  let pieces: Uint8Array[] = [];
  let held = 0;
  let files = 0;
  const flush = async (): Promise<void> => {
    if (held === 0) return;
    files += 1;
    await add(`${tableFolder(name)}${String(files).padStart(DIGITS, '0')}.copy`, Buffer.concat(pieces, held));
    pieces = [];
    held = 0;
  };
  for await (const piece of lines) {
    sum.add(piece);
    pieces.push(piece);
    held += piece.length;
    if (held >= FILE_BYTES) await flush();
  }
  await flush();
  return sum.end();
};

const addAll = async (add: AddFile, { head, linesOf }: Tables): Promise<ArchiveSums> => {
  const addJson = (name: string, content: unknown) =>
    add(name, Buffer.from(`${JSON.stringify(content, null, 1)}\n`));
  await addJson(HEAD_FILE, head);
  const tables = [];
  for (const table of head.tables) tables.push(await addTable(add, table.name, linesOf(table)));
  await addJson(SUMS_FILE, { tables });
  return { tables };
};

/** Writes an archive: a tar packed by zstd, which any tar opens. */
const writeArchive = (file: string, tables: Tables): Promise<ArchiveSums> =>
  writeTarFile(file, new Date(tables.head.madeAt), ({ addFile }) =>
    addAll((name, content) => addFile(name, content.length, [content]), tables),
  );

const NONE_FOUND = 'The database holds nothing of Nascente: give the DATA_DIR or DATABASE_URL of a server.';

/**
 * Writes the state of a database at one moment into a file, while servers continue, and verifies the file. Throws StartRefused if
 * the file exists or the database is empty.
 */
export const makeBackup = async (connectionString: string, file: string, now: Date): Promise<ArchiveSums> => {
  if (existsSync(file))
    throw new StartRefused(`The file ${file} is there already. Name another: a backup replaces none.`);
  const client = await openClient(connectionString, 'nascente backup');
  try {
    const stored = createArchivedTablesRepository(client);
    if (!(await stored.hasSchema())) throw new StartRefused(NONE_FOUND);
    await stored.beginSnapshot();
    const head = {
      format: ARCHIVE_FORMAT,
      madeAt: now.toISOString(),
      postgres: await stored.version(),
      migrations: await stored.migrations(),
      tables: await stored.tables(),
      partitions: await stored.partitions(),
      work: await readPendingWork(client),
    } as const;
    await writeArchive(file, { head, linesOf: stored.linesOf });
    await stored.endSnapshot();
  } finally {
    await client.end();
  }
  return (await checkArchive(file)).sums;
};
export { makeBaseBackup } from '@nascente/postgres-host/moments/base-backup';
export { restoreToMoment } from '@nascente/postgres-host/moments/restore-to';
export { checkArchive } from './archive-reader.ts';
export { sizeText } from './contents.ts';
export { writeOpenFiles } from './open-files/write-open-files.ts';
