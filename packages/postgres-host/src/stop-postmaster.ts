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

/** All of them, with earlier closings, fit into the server's stop time (`main.ts`). */
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

/** Every process of PostgreSQL that works on the files in `directory`; none are found where there is no /proc. */
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
 * Ends children of a killed PostgreSQL: they end when they notice, and frozen ones notice nothing. Call it only without a living
 * postmaster; while one child lives, PostgreSQL refuses to start.
 */
export const killChildrenLeft = async (directory: string, limitMs = LIMITS.killMs): Promise<void> => {
  for (const pid of postgresProcesses(directory)) signal(pid, 'SIGKILL');
  await waitUntil(() => postgresProcesses(directory).length === 0, limitMs);
};

/**
 * Stops PostgreSQL: without waiting for clients ('fast'), then without writing data that WAL contains ('immediate'), and at last
 * by SIGKILL, which ends frozen processes too. The next start recovers. Throws if even that fails, as with a disk that does not
 * answer.
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
