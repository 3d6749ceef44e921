import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/*
 * keep-wal.ts keep|bring PATH DIRECTORY NAME: PostgreSQL runs this program to archive or to fetch a WAL segment. A segment is
 * archived once it is on disk under its name; a failure is reported by the exit status, and PostgreSQL retries.
 */
const [, , deed, path = '', directory = '', name = ''] = process.argv;
const archived = join(directory, `${name}.zst`);

const writeDurably = (file: string, bytes: Uint8Array): void => {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, bytes, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
};

const keep = (): boolean => {
  const piece = readFileSync(path);
  // The segment exists if the process was killed after the rename. A different segment of the same name belongs to another
  // database.
  if (existsSync(archived)) return zstdDecompressSync(readFileSync(archived)).equals(piece);
  writeDurably(archived, zstdCompressSync(piece));
  return true;
};

const bring = (): boolean => {
  if (!existsSync(archived)) return false;
  rmSync(path, { force: true });
  writeFileSync(path, zstdDecompressSync(readFileSync(archived)), { mode: 0o600 });
  return true;
};

const isDone = deed === 'keep' ? keep() : deed === 'bring' && bring();
if (!isDone) process.exitCode = 1;
