import type { Instant } from '@nascente/domain/time/zone';

/** Answers of public registers, in memory: they are derived, few, and soon asked for again. */
export interface AnswerCache<T> {
  /** Undefined where nothing is known; null where it is known that there is none. */
  get(key: string): T | null | undefined;
  put(key: string, value: T | null): void;
}

/** At most `most` answers; the one that was put longest ago goes first. */
export const createAnswerCache = <T>(needs: {
  clock: () => Instant;
  most: number;
  foundMs: number;
  unknownMs: number;
}): AnswerCache<T> => {
  const { clock, most, foundMs, unknownMs } = needs;
  const answers = new Map<string, { readonly value: T | null; readonly until: number }>();
  return {
    get(key) {
      const cached = answers.get(key);
      if (cached === undefined || clock() < cached.until) return cached?.value;
      answers.delete(key);
      return undefined;
    },
    put(key, value) {
      answers.delete(key);
      answers.set(key, { value, until: clock() + (value === null ? unknownMs : foundMs) });
      const oldest = answers.size > most ? answers.keys().next().value : undefined;
      if (oldest !== undefined) answers.delete(oldest);
    },
  };
};
