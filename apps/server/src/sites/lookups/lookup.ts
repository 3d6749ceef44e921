import type { AnswerCache } from './answer-cache.ts';
import type { RegisterClient } from './register-client.ts';

/** A code looked up in registers, the first that knows it wins. */
export interface Lookup<T> {
  /** Null: at least one register answered, and none knows it. Undefined: none answered. */
  find(code: string): Promise<T | null | undefined>;
}

const askAll = async <T>(
  registers: readonly RegisterClient<T>[],
  code: string,
  cache: AnswerCache<T>,
): Promise<T | null | undefined> => {
  const kinds = new Set<string>();
  for (const register of registers) {
    const outcome = await register.ask(code);
    if (outcome.kind === 'found') {
      cache.put(code, outcome.value);
      return outcome.value;
    }
    kinds.add(outcome.kind);
  }
  if (!kinds.has('unknown')) return undefined;
  // A register in trouble may know what the others do not: that is not remembered.
  if (!kinds.has('down')) cache.put(code, null);
  return null;
};

/** The same code asked for by several people at once is asked for once. */
export const createLookup = <T>(
  registers: readonly RegisterClient<T>[],
  cache: AnswerCache<T>,
): Lookup<T> => {
  const asking = new Map<string, Promise<T | null | undefined>>();
  return {
    find(code) {
      const cached = cache.get(code);
      if (cached !== undefined) return Promise.resolve(cached);
      const already = asking.get(code);
      if (already) return already;
      const asked = askAll(registers, code, cache).finally(() => asking.delete(code));
      asking.set(code, asked);
      return asked;
    },
  };
};
