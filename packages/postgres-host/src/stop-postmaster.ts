import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import { isAlive, type Postmaster } from './postmaster-file.ts';

const POLL_MS = 20;

interface StopLimits {
  readonly fastMs: number;
  readonly immediateMs: number;
  readonly killMs: number;
}

/** The sum of these limits and of closing other parts is within the stop time of the server (`main.ts`). */
const LIMITS: StopLimits = {
  fastMs: 8_000,
  // PostgreSQL kills its own children after five seconds of an immediate stop.
  immediateMs: 6_000,
  killMs: 2_000,
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const isPostgresIn = (pid: string, directory: string): boolean => {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === directory &&
      basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
    );
  } catch {
    return false;
  }
};

/** The process ids of PostgreSQL that work on the files in `directory`; empty on systems without /proc. */
export const postgresProcesses = (directory: string): readonly number[] => {
  if (process.platform !== 'linux') return [];
  const resolved = realpathSync(directory);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgresIn(name, resolved))
    .map(Number);
};

const waitUntil = async (isSo: () => boolean, limitMs: number): Promise<boolean> => {
  const deadline = Date.now() + limitMs;
  while (!isSo()) {
    if (Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
};

/**
 * Ends child processes of a killed PostgreSQL, because PostgreSQL refuses to start while one exists and frozen ones do not end by
 * themselves. Must be called only if no postmaster runs.
 */
export const killChildrenLeft = async (directory: string, limitMs = LIMITS.killMs): Promise<void> => {
  for (const pid of postgresProcesses(directory)) signal(pid, 'SIGKILL');
  await waitUntil(() => postgresProcesses(directory).length === 0, limitMs);
};

/**
 * Stops PostgreSQL in three steps: without waiting for clients ('fast'), then without writing data that WAL contains
 * ('immediate'), then by SIGKILL, which also ends frozen processes. The next start recovers the data. Throws if SIGKILL fails
 * too, as with a disk that does not answer.
 */
export const stopPostmaster = async (
  postmaster: Postmaster,
  directory: string,
  log: Log,
  limits: StopLimits = LIMITS,
): Promise<void> => {
  const isGone = (): boolean => !isAlive(postmaster, directory);
  const endsBy = async (name: NodeJS.Signals, limitMs: number): Promise<boolean> => {
    if (!isGone()) signal(postmaster.pid, name);
    return waitUntil(isGone, limitMs);
  };
  if (await endsBy('SIGINT', limits.fastMs)) return;
  log.warn('PostgreSQL does not end; stopping it at once');
  if (await endsBy('SIGQUIT', limits.immediateMs)) return;
  log.warn('PostgreSQL says nothing any more; killing it: the next start recovers');
  if (!(await endsBy('SIGKILL', limits.killMs)))
    throw new Error(`PostgreSQL (process ${postmaster.pid}) cannot be ended.`);
  await killChildrenLeft(directory, limits.killMs);
};
