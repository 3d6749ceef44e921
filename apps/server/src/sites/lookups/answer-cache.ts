import type { Instant } from '@nascente/domain/base/time/zone';
import { LRUCache } from 'lru-cache';

/** Answers of public registers, in memory: they are derived, few, and soon asked for again. */
export interface AnswerCache<T> {
  /** Undefined where nothing is known; null where it is known that there is none. */
  get(key: string): T | null | undefined;
  put(key: string, value: T | null): void;
}

/** At most `most` answers; the one that was asked for longest ago goes first. */
export const createAnswerCache = <T>(needs: {
  clock: () => Instant;
  most: number;
  foundMs: number;
  unknownMs: number;
}): AnswerCache<T> => {
  const { clock, most, foundMs, unknownMs } = needs;
  const answers = new LRUCache<string, { readonly value: T | null }>({
    max: most,
    ttlResolution: 0,
    perf: { now: clock },
  });
  return {
    get: (key) => answers.get(key)?.value,
    put(key, value) {
      answers.set(key, { value }, { ttl: value === null ? unknownMs : foundMs });
    },
  };
};
