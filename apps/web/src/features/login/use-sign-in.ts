import { useState } from 'react';
import { NETWORK_MESSAGE } from '../../shared/api-failure.ts';
import type { TypedCredentials } from './credentials.ts';

/** The call and its checks come while somebody types: the form is there before them. */
const loadSignIn = () => import('./sign-in.ts');

/** Signing in, and what was said against it. Server state begins with the shell, so this is plain state. */
export const useSignIn = (onDone: () => void) => {
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asksForCode, setAsksForCode] = useState(false);
  const signIn = async (typed: TypedCredentials) => {
    setPending(true);
    setRefusal(null);
    const refused = await loadSignIn().then(
      (loaded) => loaded.signIn(typed),
      () => ({ words: NETWORK_MESSAGE, asksForCode }),
    );
    if (refused === null) return onDone();
    setPending(false);
    setRefusal(refused.words);
    setAsksForCode(refused.asksForCode);
  };
  /** As another account, or with another password. */
  const startAgain = () => {
    setRefusal(null);
    setAsksForCode(false);
  };
  const prepare = () => void loadSignIn().catch(() => undefined);
  return { signIn, prepare, startAgain, isPending, refusal, asksForCode };
};
