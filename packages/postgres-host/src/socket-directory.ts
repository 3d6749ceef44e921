import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, type PostgresUser } from './postgres-user.ts';

/** Room of a Unix socket's address on macOS (104; Linux has 108), less the file's own name. */
const MAX_LENGTH = 103 - '/.s.PGSQL.5432'.length;

interface SocketDirectory {
  readonly path: string;
  /** Removes it where it is not beside the data. */
  remove(): void;
}

/** A private directory for PostgreSQL's socket: beside the data where that path is short enough. */
export const openSocketDirectory = (dataDir: string, user: PostgresUser): SocketDirectory => {
  const beside = join(dataDir, 'postgres.socket');
  const fits = Buffer.byteLength(beside) <= MAX_LENGTH;
  if (fits) mkdirSync(beside, { recursive: true, mode: 0o700 });
  const path = fits ? beside : mkdtempSync(join(tmpdir(), 'nascente-'));
  if (process.getuid?.() === 0) giveTo(user, path);
  return { path, remove: () => (fits ? undefined : rmSync(path, { recursive: true, force: true })) };
};
