import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefused } from '@nascente/runtime/start-refused';
import type { Cluster } from './postgres-cluster.ts';
import { giveTo } from './postgres-user.ts';

const PROGRAM = fileURLToPath(new URL('./keep-wal.ts', import.meta.url));
/** An incomplete WAL segment is archived after this time, so the loss of the database's disk loses at most this much. */
const ARCHIVE_AFTER_SECONDS = 60;

export type PostgresSettings = Readonly<Record<string, string>>;

/** An archive of the write-ahead log, from which an embedded PostgreSQL can be restored to a moment. */
interface WalArchive {
  /** Settings of a PostgreSQL that archives its log. */
  readonly settings: PostgresSettings;
  /** Command by which a restore fetches segments. */
  readonly restoreCommand: string;
}

/** Quotes a shell word for a setting in which % has a special meaning. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;

const openDirectory = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(`WAL_ARCHIVE_DIR cannot be used: ${reason}.`, { cause });
  }
};

const IDENTIFIER_BYTES = 8;

/** The system identifier that `initdb` created, equal in every copy of the files: the first field of `pg_control`. */
const identifierOf = (clusterDirectory: string): string => {
  const file = openSync(join(clusterDirectory, 'global', 'pg_control'), 'r');
  try {
    const field = Buffer.alloc(IDENTIFIER_BYTES);
    readSync(file, field, 0, IDENTIFIER_BYTES, 0);
    return String(field.readBigUInt64LE());
  } finally {
    closeSync(file);
  }
};

/**
 * Throws StartRefused for the archive of another database. Its segments have the same names, so archiving would fail and the disk
 * would fill.
 */
const requireOwnArchive = (directory: string, clusterDirectory: string): void => {
  const file = join(directory, 'database');
  const own = identifierOf(clusterDirectory);
  if (!existsSync(file)) writeFileSync(file, own, { flush: true });
  if (readFileSync(file, 'utf8') === own) return;
  throw new StartRefused(
    `WAL_ARCHIVE_DIR holds the log of another database: give an empty directory, and keep ${directory} for as long as you may go back to it.`,
  );
};

/**
 * Opens the archive of a database in a directory; PostgreSQL's user writes it. Throws StartRefused for the archive of another
 * database.
 */
export const openWalArchive = (
  directory: string,
  { directory: clusterDirectory, user }: Pick<Cluster, 'directory' | 'user'>,
): WalArchive => {
  const logDirectory = join(directory, 'wal');
  const baseDirectory = join(directory, 'base');
  for (const path of [directory, logDirectory, baseDirectory]) openDirectory(path);
  requireOwnArchive(directory, clusterDirectory);
  if (process.getuid?.() === 0) giveTo(user, logDirectory);
  const program = `${quoted(process.execPath)} ${quoted(PROGRAM)}`;
  return {
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_timeout: String(ARCHIVE_AFTER_SECONDS),
      archive_command: `${program} keep '%p' ${quoted(logDirectory)} '%f'`,
    },
    restoreCommand: `${program} bring '%p' ${quoted(logDirectory)} '%f'`,
  };
};
