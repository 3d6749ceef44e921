import { DAY_MS } from '@nascente/domain/base/time/zone';
import { LRUCache } from 'lru-cache';
import type { ChangeLog } from './change-log.ts';
import { createPerRequestCache } from './one-reading.ts';

/** Returns the cached value of a key, or reads it; changed structure invalidates it. */
type WhileUnchanged<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Caches data of accounts, establishments, meters, groups, contracts and tariffs until any of them changes. Their tables must
 * record changes (`structure_changed`), which a test checks. The least recently used entry is removed first, and every entry
 * after a day. @param room - the highest total weight @param weigh - the weight of a value, an integer; by default 1 @param now -
 * milliseconds above zero on a monotonic clock
 */
export const createWhileUnchanged = <T extends object>(
  changes: Pick<ChangeLog, 'ask' | 'structure'>,
  room: number,
  weigh: (value: T) => number = () => 1,
  now: () => number = () => performance.now(),
): WhileUnchanged<T> => {
  const stored = new LRUCache<
    string,
    { readonly version: ReturnType<ChangeLog['structure']>; readonly value: T }
  >({
    maxSize: room,
    sizeCalculation: ({ value }) => Math.max(weigh(value), 1),
    ttl: DAY_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const perRequest = createPerRequestCache<T>();
  return async (key, read) => {
    await changes.ask();
    const cached = stored.get(key);
    if (cached?.version === changes.structure()) return cached.value;
    return perRequest(key, async () => {
      // The version at the time of the query: within one read scope the value stays after other calls have seen a change.
      const version = changes.structure();
      const value = await read();
      stored.set(key, { version, value });
      return value;
    });
  };
};
