import { readSignInNotice, type SignInNotice } from '@nascente/contract/sign-in-notice';
import { useEffect, useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { ApiFailure } from '../../shared/api-failure.ts';

/** Which sign-in a link is about. Server state begins with the shell, so this is plain state. */
type LinkedNotice =
  | { state: 'loading' }
  | { state: 'valid'; notice: SignInNotice }
  | { state: 'expired' }
  | { state: 'failed'; failure: Error };

export const isExpired = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.type === 'expired';

const read = async (token: string, signal: AbortSignal): Promise<LinkedNotice> => {
  try {
    return { state: 'valid', notice: await request(readSignInNotice, { query: { token } }, signal) };
  } catch (failure) {
    if (isExpired(failure)) return { state: 'expired' };
    return {
      state: 'failed',
      failure: failure instanceof Error ? failure : new Error('', { cause: failure }),
    };
  }
};

export const useNotice = (token: string) => {
  const [linked, setLinked] = useState<LinkedNotice>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what reads again
  useEffect(() => {
    const leaving = new AbortController();
    void read(token, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setLinked(found);
    });
    return () => leaving.abort();
  }, [token, attempt]);
  return {
    linked,
    retry: () => {
      setLinked({ state: 'loading' });
      setAttempt(attempt + 1);
    },
  };
};
