import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefused } from '../start-refused.ts';
import { giveTo, type PostgresUser } from './postgres-user.ts';

const PROGRAM = fileURLToPath(new URL('../../keep-wal.ts', import.meta.url));
/** What is lost with the disk of the database, at most: a piece of its log that is not full is archived all the same. */
const ARCHIVE_AFTER_SECONDS = 60;

/** Settings of PostgreSQL by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

/** An archive of the write-ahead log, from which an embedded PostgreSQL is brought back to a moment. */
interface WalArchive {
  /** So that all is archived. */
  readonly settings: PostgresSettings;
  /** So that it is brought back. */
  readonly restoreCommand: string;
}

/** A word of a shell in a setting in which % begins a name. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;

const openDirectory = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(`WAL_ARCHIVE_DIR cannot be used: ${reason}.`, { cause });
  }
};

/** Opens the archive in a directory: its log is written by whoever PostgreSQL runs as. */
export const openWalArchive = (directory: string, user: PostgresUser): WalArchive => {
  const logDirectory = join(directory, 'wal');
  const baseDirectory = join(directory, 'base');
  for (const path of [directory, logDirectory, baseDirectory]) openDirectory(path);
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
