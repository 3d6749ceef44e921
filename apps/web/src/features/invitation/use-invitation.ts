import { type ReadInvitation, readInvitation } from '@nascente/contract/invitations';
import { useEffect, useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { ApiFailure } from '../../shared/api-failure.ts';

/** What a link invites to. Server state begins with the shell, so this is plain state. */
type LinkedInvitation =
  | { state: 'loading' }
  | { state: 'valid'; invitation: ReadInvitation }
  | { state: 'expired' }
  | { state: 'failed'; failure: Error };

export const isExpired = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.type === 'expired';

const read = async (token: string, signal: AbortSignal): Promise<LinkedInvitation> => {
  try {
    return { state: 'valid', invitation: await request(readInvitation, { query: { token } }, signal) };
  } catch (failure) {
    if (isExpired(failure)) return { state: 'expired' };
    return {
      state: 'failed',
      failure: failure instanceof Error ? failure : new Error('', { cause: failure }),
    };
  }
};

export const useInvitation = (token: string) => {
  const [linked, setLinked] = useState<LinkedInvitation>({ state: 'loading' });
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
