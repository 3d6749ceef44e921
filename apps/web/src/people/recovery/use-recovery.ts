import { readRecovery } from '@nascente/contract/people/recovery';
import { useEffect, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';

/** What a recovery link opens. Server state begins with the shell, so this is plain state. */
type Recovery =
  | { state: 'loading' }
  | { state: 'valid'; email: string }
  | { state: 'expired' }
  | { state: 'failed'; failure: Error };

export const isExpired = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.type === 'expired';

const read = async (token: string, signal: AbortSignal): Promise<Recovery> => {
  try {
    const { email } = await request(readRecovery, { query: { token } }, signal);
    return { state: 'valid', email };
  } catch (failure) {
    if (isExpired(failure)) return { state: 'expired' };
    return {
      state: 'failed',
      failure: failure instanceof Error ? failure : new Error('', { cause: failure }),
    };
  }
};

export const useRecovery = (token: string) => {
  const [recovery, setRecovery] = useState<Recovery>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what reads again
  useEffect(() => {
    const leaving = new AbortController();
    void read(token, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setRecovery(found);
    });
    return () => leaving.abort();
  }, [token, attempt]);
  return {
    recovery,
    retry: () => {
      setRecovery({ state: 'loading' });
      setAttempt(attempt + 1);
    },
  };
};
