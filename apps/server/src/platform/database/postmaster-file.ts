import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a running PostgreSQL writes of itself into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly startedAtMs: number;
  readonly port: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

const file = (directory: string): string => join(directory, 'postmaster.pid');

export const readPostmaster = (directory: string): Postmaster | null => {
  let lines: string[];
  try {
    lines = readFileSync(file(directory), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return {
    pid: Number(lines[0]),
    startedAtMs: Number(lines[2]) * 1_000,
    port: Number(lines[3]),
    socketDirectory: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
  };
};

export const processExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A PostgreSQL lives in its directory; after a restart of the machine its number may be another program's. */
const livesIn = (pid: number, directory: string): boolean => {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
};

export const isAlive = (postmaster: Postmaster, directory: string): boolean =>
  processExists(postmaster.pid) && livesIn(postmaster.pid, directory);

/** The PostgreSQL that runs on `directory`; what a dead one left is cleared away. */
export const findLivePostmaster = (directory: string): Postmaster | null => {
  const postmaster = readPostmaster(directory);
  if (postmaster === null) return null;
  if (isAlive(postmaster, directory)) return postmaster;
  rmSync(file(directory), { force: true });
  return null;
};
