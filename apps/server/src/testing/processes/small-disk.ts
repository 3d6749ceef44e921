import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresProcesses } from '@nascente/postgres-host/stop-postmaster';
import { onTestFinished } from 'vitest';

interface SmallDisk {
  readonly path: string;
  /** Not a byte more goes onto it. */
  fill(): void;
  free(): void;
}

const PIECE = Buffer.alloc(1024 * 1024, 7);

/** Writes until there is no room, first in large pieces, then in ever smaller ones. */
const fillUp = (file: string): void => {
  const handle = openSync(file, 'w');
  for (let bytes = PIECE.length; bytes >= 1; )
    try {
      writeSync(handle, PIECE, 0, bytes);
    } catch {
      bytes = Math.floor(bytes / 2);
    }
  closeSync(handle);
};

/** A disk of its own in memory, where this process may mount one. */
const mounted = (path: string, megabytes: number): SmallDisk | null => {
  const disk = join(path, 'disk');
  mkdirSync(disk);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'none', disk]);
  if (status !== 0) return null;
  const ballast = join(disk, 'ballast');
  // After whoever works on it has ended: what was registered last goes first.
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  return { path: disk, fill: () => fillUp(ballast), free: () => rmSync(ballast, { force: true }) };
};

/** Where it may not: no process of PostgreSQL may make a file any larger (EFBIG instead of ENOSPC). */
const limited = (path: string, databaseIn: (path: string) => string): SmallDisk => {
  const limit = (bytes: string): void => {
    for (const pid of postgresProcesses(databaseIn(path)))
      spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  };
  return { path, fill: () => limit('8192'), free: () => limit('unlimited') };
};

/**
 * A place for data that can be made to have no room left.
 *
 * @param databaseIn - where PostgreSQL has its files below it
 */
export const createSmallDisk = (megabytes: number, databaseIn: (path: string) => string): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'nascente-disk-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return mounted(path, megabytes) ?? limited(path, databaseIn);
};
