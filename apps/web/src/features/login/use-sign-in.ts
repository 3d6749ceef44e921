import { useState } from 'react';
import { NETWORK_MESSAGE } from '../../shared/api-failure.ts';
import type { TypedCredentials } from './credentials.ts';
import type { Refusal } from './sign-in.ts';

/** The calls and their checks come after the form, which is there before them. */
const loadSignIn = () => import('./sign-in.ts');
type SigningIn = Awaited<ReturnType<typeof loadSignIn>>;

/** Signing in, and what was said against it. Server state begins with the shell, so this is plain state. */
export const useSignIn = (onDone: () => void) => {
  const [pending, setPending] = useState<'typed' | 'key' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asks, setAsks] = useState<Refusal['asks']>(null);
  const attempt = async (by: 'typed' | 'key', signingIn: (loaded: SigningIn) => Promise<Refusal | null>) => {
    setPending(by);
    setRefusal(null);
    const refused = await loadSignIn().then(signingIn, () => ({ words: NETWORK_MESSAGE, asks }));
    if (refused === null) return onDone();
    setPending(null);
    setRefusal(refused.words);
    // Whoever closed the window of the device is still asked for the same.
    if (by === 'typed' || refused.asks !== null) setAsks(refused.asks);
  };
  return {
    signIn: (typed: TypedCredentials) => attempt('typed', (loaded) => loaded.signIn(typed)),
    signInWithBoth: (typed: TypedCredentials) => attempt('key', (loaded) => loaded.signInWithBoth(typed)),
    signInByKey: (keep: boolean) => attempt('key', (loaded) => loaded.signInByKey(keep)),
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
