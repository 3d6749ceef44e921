import { readdirSync } from 'node:fs';
import { open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';
import { openClient } from '../client.repository.ts';
import { writeTarFile } from '../tar-file.ts';
import { createBaseBackupRepository } from './base-backup.repository.ts';

/**
 * The file with the superuser's password, which is part of the backup because the restored database cannot be opened without it.
 */
export const PASSWORD_FILE = 'postgres.password';

const ENDING = '.tar.zst';

/** The name of a base backup contains its end; the backup can be restored to any later moment. Names in UTC sort by time. */
const baseName = (endedAt: Date): string => `${endedAt.toISOString().replaceAll(':', '-')}${ENDING}`;

/** Path of the newest base backup that ended at or before `moment` (`null`: of all); null if there is none. */
export const newestBase = (baseDirectory: string, moment: Date | null): string | null => {
  const names = readdirSync(baseDirectory).filter((name) => /^\d{4}-.*Z\.tar\.zst$/.test(name));
  const early = moment === null ? names : names.filter((name) => name <= baseName(moment));
  const newest = early.sort().at(-1);
  return newest === undefined ? null : join(baseDirectory, newest);
};

/**
 * Timelines of the archived WAL, oldest first, from the names of segments and history files. Each restore to a moment begins a new
 * timeline.
 */
export const timelinesIn = (logDirectory: string): readonly number[] => {
  const first = readdirSync(logDirectory).map(
    (name) => /^[\dA-F]{8}(?=[\dA-F]{16}|\.history)/.exec(name)?.[0],
  );
  return [...new Set(first)]
    .flatMap((hexadecimal) => (hexadecimal === undefined ? [] : [Number.parseInt(hexadecimal, 16)]))
    .toSorted((one, other) => one - other);
};

/** Directories that are copied without their content, which PostgreSQL creates again or gets from the archive. */
const CONTENT_LEFT_OUT: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Names left out everywhere: state of the running server, temporary files, restore signals. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|pgsql_tmp.*|pg_internal\.init.*|(recovery|standby)\.signal)$/;
const PIECE_BYTES = 1 << 20;

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

interface ClusterFile {
  /** Path relative to the directory of PostgreSQL's files. */
  readonly name: string;
  readonly size: number;
  /** Yields exactly `size` bytes, even if the file changes; replaying WAL corrects them. */
  readonly content: () => AsyncGenerator<Uint8Array>;
}

type ClusterEntry = ClusterFile | { readonly name: string; readonly size: null };

async function* piecesOf(path: string, size: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  try {
    for (let sent = 0; sent < size; ) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - sent));
      for (let filled = 0; file !== null && filled < piece.length; ) {
        const { bytesRead } = await file.read(piece, filled, piece.length - filled, sent + filled);
        // Missing bytes of a truncated file are written as zeros.
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      sent += piece.length;
      yield piece;
    }
  } finally {
    await file?.close();
  }
}

/**
 * All files and directories of a PostgreSQL that may be running. A file that vanishes before it is listed is skipped; one that
 * vanishes later is written as zeros.
 */
async function* clusterEntries(directory: string, below = ''): AsyncGenerator<ClusterEntry> {
  const names = await readdir(join(directory, below)).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  for (const each of names.filter((name) => !LEFT_OUT.test(name)).sort()) {
    const name = join(below, each);
    const path = join(directory, name);
    const found = await stat(path).catch((error: unknown) => {
      if (isGone(error)) return null;
      throw error;
    });
    if (found === null) continue;
    if (found.isFile()) {
      yield { name, size: found.size, content: () => piecesOf(path, found.size) };
      continue;
    }
    yield { name, size: null };
    if (!CONTENT_LEFT_OUT.has(name)) yield* clusterEntries(directory, name);
  }
}

const NOT_ARCHIVING =
  'The database archives no log: start the server with WAL_ARCHIVE_DIR first. A base backup is worth nothing without it.';

interface BaseBackup {
  readonly file: string;
  /** Uncompressed size of the copied files. */
  readonly bytes: number;
}

/**
 * Copies the files of a running embedded PostgreSQL into the archive. With the WAL archived since the start of the copy, they
 * can be restored to any moment after its end. Throws StartRefused if WAL is not archived.
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
    const started = clock();
    const unnamed = join(baseDirectory, `begun-${baseName(started)}`);
    await backup.begin('nascente');
    const bytes = await writeTarFile(unnamed, started, async ({ addFile, addDirectory }) => {
      const addText = (name: string, text: Buffer) => addFile(name, text.length, [text]);
      let copied = 0;
      for await (const entry of clusterEntries(join(dataDir, 'postgres'))) {
        if (entry.size === null) await addDirectory(`postgres/${entry.name}/`);
        else await addFile(`postgres/${entry.name}`, entry.size, entry.content());
        copied += entry.size ?? 0;
      }
      await addText(PASSWORD_FILE, await readFile(join(dataDir, PASSWORD_FILE)));
      // Written last, so that its absence shows an incomplete file.
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
