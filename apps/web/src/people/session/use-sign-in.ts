import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import { useCallback, useState } from 'react';
import { NETWORK_MESSAGE } from '../../shared/api/api-failure.ts';
import type { TypedCredentials } from './credentials.ts';
import type { Refusal } from './sign-in.ts';

/** The calls and their checks come after the form, which is there before them. */
const loadSignIn = () => import('./sign-in.ts');
type SigningIn = Awaited<ReturnType<typeof loadSignIn>>;

type Way = 'typed' | 'key' | 'provider';

/** Signing in, and what was said against it. Server state begins with the shell, so this is plain state. */
export const useSignIn = (onDone: () => void) => {
  const [pending, setPending] = useState<Way | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asks, setAsks] = useState<Refusal['asks']>(null);
  const attempt = useCallback(
    async (by: Way, signingIn: (loaded: SigningIn) => Promise<Refusal | null>, isLeaving = false) => {
      setPending(by);
      setRefusal(null);
      const refused = await loadSignIn().then(signingIn, () => ({ words: NETWORK_MESSAGE, asks: null }));
      if (refused === null) return isLeaving ? undefined : onDone();
      setPending(null);
      setRefusal(refused.words);
      // Whoever closed the window of the device, or was not heard, is still asked for the same.
      if (by === 'typed' || refused.asks !== null) setAsks(refused.asks);
    },
    [onDone],
  );
  return {
    signIn: (typed: TypedCredentials) => attempt('typed', (loaded) => loaded.signIn(typed)),
    signInWithBoth: (typed: TypedCredentials) => attempt('key', (loaded) => loaded.signInWithBoth(typed)),
    signInByKey: (keep: boolean) => attempt('key', (loaded) => loaded.signInByKey(keep)),
    signInByFoundKey: useCallback(
      (passkey: PasskeyAnswer, keep: boolean) =>
        void attempt('key', (loaded) => loaded.signInByFoundKey(passkey, keep)),
      [attempt],
    ),
    goToProvider: (wanted: string) => attempt('provider', (loaded) => loaded.goToProvider(wanted), true),
    signInByProvider: useCallback(
      (answer: string) => void attempt('provider', (loaded) => loaded.signInByProvider(answer)),
      [attempt],
    ),
    /** As another account, or with another password. */
    startAgain: () => {
      setRefusal(null);
      setAsks(null);
    },
    pending,
    refusal,
    asks,
  };
};
