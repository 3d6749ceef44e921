import { DAY_MS } from '@nascente/domain/time/zone';

interface Entry<T> {
  readonly madeFrom: string | number;
  readonly value: T;
  readonly weight: number;
  /** On the clock of the process. */
  readonly keptAt: number;
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
 * @param weigh - by default everything weighs one
 * @param now - milliseconds on a clock that only goes forward
 */
export const createRemembered = <T>(
  room: number,
  weigh: (value: T) => number = () => 1,
  now: () => number = () => performance.now(),
): Remembered<T> => {
  const entries = new Map<string, Entry<T>>();
  let weight = 0;
  const forget = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    forget,
    recall(key, madeFrom) {
      const entry = entries.get(key);
      if (entry === undefined || entry.madeFrom !== madeFrom || now() - entry.keptAt > DAY_MS) return null;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    keep(key, madeFrom, value) {
      forget(key);
      const entry = { madeFrom, value, weight: weigh(value), keptAt: now() };
      if (entry.weight > room) return;
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        if (weight <= room) return;
        forget(oldest);
      }
    },
  };
};
