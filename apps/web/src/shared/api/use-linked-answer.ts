import { useEffect, useState } from 'react';
import { ApiFailure } from './api-failure.ts';

/** The answer to an e-mail link. Pages of such links have no query cache, so this is plain state. */
type Linked<T> =
  | { state: 'loading' }
  | { state: 'valid'; found: T }
  | { state: 'expired' }
  | { state: 'failed'; failure: Error };

type Ask<T> = (token: string, signal: AbortSignal) => Promise<T>;

export const isExpired = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.type === 'expired';

const read = async <T>(ask: Ask<T>, token: string, signal: AbortSignal): Promise<Linked<T>> => {
  try {
    return { state: 'valid', found: await ask(token, signal) };
  } catch (failure) {
    if (isExpired(failure)) return { state: 'expired' };
    return {
      state: 'failed',
      failure: failure instanceof Error ? failure : new Error('', { cause: failure }),
    };
  }
};

/** @param ask - stable between renders */
export const useLinkedAnswer = <T>(ask: Ask<T>, token: string) => {
  const [linked, setLinked] = useState<Linked<T>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what reads again
  useEffect(() => {
    const leaving = new AbortController();
    void read(ask, token, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setLinked(found);
    });
    return () => leaving.abort();
  }, [ask, token, attempt]);
  return {
    linked,
    retry: () => {
      setLinked({ state: 'loading' });
      setAttempt(attempt + 1);
    },
  };
};
