import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nascente/runtime/log';
import pg from 'pg';
import { reaching } from './database-hosts.ts';

/** Key of the advisory lock of a server, an arbitrary constant. */
export const SERVER_LOCK = '31069409366699636';
/** Lock of each process that runs jobs, in addition to the server lock. */
export const WORKER_LOCK = '31069409366699637';
const RETRY_MS = 500;

/**
 * The lock of a running server. `alone`: no other process uses the database; `shared`: other servers may, but no process that
 * needs it alone, such as a restore.
 */
export type Holding = 'alone' | 'shared';

export interface ServerLock {
  release(): Promise<void>;
}

const TAKE: Readonly<Record<Holding, string>> = {
  alone: 'select pg_try_advisory_lock($1) as taken',
  shared: 'select pg_try_advisory_lock_shared($1) as taken',
};

const take = async (
  connectionString: string,
  { holding, lock }: { holding: Holding; lock: string },
  log: Log,
): Promise<pg.Client | null> => {
  const client = new pg.Client({
    ...reaching(connectionString),
    keepAlive: true,
    application_name: 'nascente lock',
  });
  client.on('error', (error) =>
    log.debug({ reason: error.message }, 'The connection of the server lock failed'),
  );
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(TAKE[holding], [lock]);
    if (rows[0]?.taken) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return null;
};

/**
 * Takes the lock on a separate connection; `null`: another server holds it. After an outage of the database the lock is taken
 * again; `onLost` is called if another server has taken it first.
 */
export const tryServerLock = async (
  connectionString: string,
  holding: Holding,
  log: Log,
  onLost: () => void = () => undefined,
  lock = SERVER_LOCK,
): Promise<ServerLock | null> => {
  const first = await take(connectionString, { holding, lock }, log);
  if (first === null) return null;
  let client = first;
  let released = false;

  const keep = (): void => {
    client.once('end', () => {
      if (!released) void retake();
    });
  };
  const retake = async (): Promise<void> => {
    while (!released) {
      try {
        const next = await take(connectionString, { holding, lock }, log);
        if (next === null) return onLost();
        client = next;
        return keep();
      } catch {
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  keep();
  return {
    async release() {
      released = true;
      await client.end();
    },
  };
};
