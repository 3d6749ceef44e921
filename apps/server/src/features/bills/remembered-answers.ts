import { createHash } from 'node:crypto';
import { createRemembered } from '../../platform/memory/remembered.ts';

/** Some kilobytes each. */
const MOST = 2_000;

/** JSON of anything that an answer is made from: prices are big integers, flags a map. */
const textOf = (madeFrom: readonly unknown[]): string =>
  JSON.stringify(madeFrom, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Map ? [...value] : value;
  });

export interface RememberedAnswers {
  /**
   * The answer as it was made the last time, if it was made from the same; else it is made.
   * @param madeFrom - everything that it depends on; null: it is not to be remembered
   */
  recall<T>(key: string, madeFrom: readonly unknown[] | null, make: () => Promise<T>): Promise<T>;
}

/**
 * Answers about what is over, which cost far more to make than to check. Each is kept beside the hash of all that made
 * it, so nothing has to be told of a change: another hash makes another answer.
 */
export const createRememberedAnswers = (most = MOST): RememberedAnswers => {
  const known = createRemembered<string>(most);
  return {
    async recall<T>(key: string, madeFrom: readonly unknown[] | null, make: () => Promise<T>): Promise<T> {
      if (madeFrom === null) return make();
      const hash = createHash('sha256').update(textOf(madeFrom)).digest('base64');
      const json = known.recall(key, hash);
      if (json !== null) return JSON.parse(json) as T;
      const answer = await make();
      known.keep(key, hash, JSON.stringify(answer));
      return answer;
    },
  };
};
