import { login } from '@nascente/contract/session';
import { request } from '../../shared/api-client.ts';
import { startSession } from '../../shared/session.ts';
import { rememberSignedIn } from '../../shared/signed-in.ts';
import { asksForCode, bodyOf, refusalMessage, type TypedCredentials } from './credentials.ts';

/** What is said against signing in. */
export interface Refusal {
  readonly words: string;
  /** The password was right: now a code is asked for. */
  readonly asksForCode: boolean;
}

/** @returns what is said against it; null where the session has begun */
export const signIn = async (typed: TypedCredentials): Promise<Refusal | null> => {
  try {
    const { token, user } = await request(login, { body: bodyOf(typed) });
    rememberSignedIn(user);
    startSession(token, typed.keep);
    return null;
  } catch (failure) {
    return { words: refusalMessage(failure), asksForCode: asksForCode(failure) };
  }
};
