import { createHash } from 'node:crypto';

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
  const known = new Map<string, { readonly hash: string; readonly json: string }>();
  return {
    async recall<T>(key: string, madeFrom: readonly unknown[] | null, make: () => Promise<T>): Promise<T> {
      if (madeFrom === null) return make();
      const hash = createHash('sha256').update(textOf(madeFrom)).digest('base64');
      const found = known.get(key);
      known.delete(key);
      if (found?.hash === hash) {
        known.set(key, found);
        return JSON.parse(found.json) as T;
      }
      const answer = await make();
      known.set(key, { hash, json: JSON.stringify(answer) });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return answer;
    },
  };
};
