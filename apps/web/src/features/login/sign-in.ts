import { login } from '@nascente/contract/session';
import { request } from '../../shared/api-client.ts';
import { startSession } from '../../shared/session.ts';
import { rememberSignedIn } from '../../shared/signed-in.ts';
import { bodyOf, refusalMessage, type TypedCredentials } from './credentials.ts';

/** @returns what is said against it; null where the session has begun */
export const signIn = async (typed: TypedCredentials): Promise<string | null> => {
  try {
    const { token, user } = await request(login, { body: bodyOf(typed) });
    rememberSignedIn(user);
    startSession(token, typed.keep);
    return null;
  } catch (failure) {
    return refusalMessage(failure);
  }
};
