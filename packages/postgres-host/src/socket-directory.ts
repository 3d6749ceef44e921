import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, type PostgresUser } from './postgres-user.ts';

/** Maximum bytes of the directory: a Unix socket's path on macOS (104 with the final zero; Linux: 108) minus the file name. */
const MAX_LENGTH = 103 - '/.s.PGSQL.5432'.length;

interface SocketDirectory {
  readonly path: string;
  /** Removes the directory if it is a temporary one. */
  remove(): void;
}

/** Opens a private directory for PostgreSQL's socket: in DATA_DIR if that path is short enough, else a temporary one. */
export const openSocketDirectory = (dataDir: string, user: PostgresUser): SocketDirectory => {
  const beside = join(dataDir, 'postgres.socket');
  const fits = Buffer.byteLength(beside) <= MAX_LENGTH;
  if (fits) mkdirSync(beside, { recursive: true, mode: 0o700 });
  const path = fits ? beside : mkdtempSync(join(tmpdir(), 'nascente-'));
  if (process.getuid?.() === 0) giveTo(user, path);
  return { path, remove: () => (fits ? undefined : rmSync(path, { recursive: true, force: true })) };
};
