import { DAY_MS } from '@nascente/domain/base/time/zone';
import { LRUCache } from 'lru-cache';
import type { ChangeLog } from './change-log.ts';
import { createOncePerReading } from './one-reading.ts';

/** Finds what was read under a key, or reads it: anew as soon as anything of the structure was changed since. */
type WhileUnchanged<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Keeps what was read of accounts, establishments, meters, groups, contracts and tariffs while nothing of these changes. Its tables must
 * note their changes (`structure_changed`), which a test asks of each. What was asked for longest ago is forgotten first, and
 * everything after a day.
 *
 * @param room - as much as all that is kept may weigh together
 * @param weigh - a whole number; by default everything weighs one, and what is empty does too
 * @param now - milliseconds after zero, on a clock that only goes forward
 */
export const createWhileUnchanged = <T extends object>(
  changes: Pick<ChangeLog, 'ask' | 'structure'>,
  room: number,
  weigh: (value: T) => number = () => 1,
  now: () => number = () => performance.now(),
): WhileUnchanged<T> => {
  const kept = new LRUCache<
    string,
    { readonly version: ReturnType<ChangeLog['structure']>; readonly value: T }
  >({
    maxSize: room,
    sizeCalculation: ({ value }) => Math.max(weigh(value), 1),
    ttl: DAY_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const oncePerReading = createOncePerReading<T>();
  return async (key, read) => {
    await changes.ask();
    const cached = kept.get(key);
    if (cached?.version === changes.structure()) return cached.value;
    return oncePerReading(key, async () => {
      // What was known when it was read: within one reading it is answered again after others have heard of a change.
      const version = changes.structure();
      const value = await read();
      kept.set(key, { version, value });
      return value;
    });
  };
};
