import { DAY_MS } from '@nascente/domain/time/zone';
import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly madeFrom: string | number;
  readonly value: T;
}

/** What cost more to make than it costs to find out that it would be made from the same again. */
interface Remembered<T> {
  /** What was kept under a key, if it was made from this; else null. */
  recall(key: string, madeFrom: string | number): T | null;
  keep(key: string, madeFrom: string | number, value: T): void;
  forget(key: string): void;
}

/**
 * Keeps what was made in a bounded room: what was asked for longest ago is forgotten first, and everything after a day.
 * Nothing has to be told of a change, since whatever is made from something else is another thing.
 *
 * @param room - as much as all that is kept may weigh together
 * @param weigh - a whole number; by default everything weighs one, and what is empty does too
 * @param now - milliseconds after zero, on a clock that only goes forward
 */
export const createRemembered = <T>(
  room: number,
  weigh: (value: T) => number = () => 1,
  now: () => number = () => performance.now(),
): Remembered<T> => {
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: room,
    sizeCalculation: ({ value }) => Math.max(weigh(value), 1),
    ttl: DAY_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    forget(key) {
      entries.delete(key);
    },
    recall(key, madeFrom) {
      const entry = entries.peek(key);
      return entry?.madeFrom === madeFrom ? (entries.get(key)?.value ?? null) : null;
    },
    keep(key, madeFrom, value) {
      entries.set(key, { madeFrom, value });
    },
  };
};
