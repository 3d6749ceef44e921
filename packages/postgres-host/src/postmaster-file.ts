import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `postmaster.pid`. */
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
  // A file that is empty after a power loss names no process.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Whether a process works in a directory. After a restart of the machine, the process id may belong to another program. */
const livesIn = (pid: number, directory: string): boolean => {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
};

/** Whether the PostgreSQL of `directory` with this process id runs. */
export const isAlive = ({ pid }: Pick<Postmaster, 'pid'>, directory: string): boolean =>
  processExists(pid) && livesIn(pid, directory);

/** The running PostgreSQL of `directory`; `null`: none runs. Removes the `postmaster.pid` of a dead one. */
export const findLivePostmaster = (directory: string): Postmaster | null => {
  const postmaster = readPostmaster(directory);
  if (postmaster === null) return null;
  if (isAlive(postmaster, directory)) return postmaster;
  rmSync(file(directory), { force: true });
  return null;
};

const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/;

/**
 * Removes sockets in `socketDirectory` whose lock file names no living PostgreSQL of `directory`. PostgreSQL checks only whether
 * the process id exists, and refuses to start if another program has it.
 */
export const clearDeadSockets = (socketDirectory: string, directory: string): void => {
  for (const name of readdirSync(socketDirectory).filter((name) => SOCKET_LOCK.test(name))) {
    const lock = join(socketDirectory, name);
    const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
    if (isAlive({ pid }, directory)) continue;
    rmSync(lock.slice(0, -'.lock'.length), { force: true });
    rmSync(lock, { force: true });
  }
};
