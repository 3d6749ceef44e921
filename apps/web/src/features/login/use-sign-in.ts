import { login } from '@nascente/contract/session';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { startSession } from '../../shared/session.ts';
import { rememberSignedIn } from '../../shared/signed-in.ts';
import { bodyOf, refusalMessage, type TypedCredentials } from './credentials.ts';

/** Signing in, and what was said against it. Server state begins with the shell, so this is plain state. */
export const useSignIn = (onDone: () => void) => {
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const signIn = async (typed: TypedCredentials) => {
    setPending(true);
    setRefusal(null);
    try {
      const { token, user } = await request(login, { body: bodyOf(typed) });
      rememberSignedIn(user);
      startSession(token, typed.keep);
      onDone();
    } catch (failure) {
      setPending(false);
      setRefusal(refusalMessage(failure));
    }
  };
  return { signIn, isPending, refusal };
};
