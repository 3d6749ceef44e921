import type { AnswerOf } from '@nascente/contract/call';
import { loginByPasskey } from '@nascente/contract/passkeys';
import { login, readLoginWays } from '@nascente/contract/session';
import { request } from '../../shared/api-client.ts';
import type { ApiFailure } from '../../shared/api-failure.ts';
import { signWithKey } from '../../shared/passkeys.ts';
import { startSession } from '../../shared/session.ts';
import { rememberSignedIn } from '../../shared/signed-in.ts';
import { addressOf, askedWays, bodyOf, refusalMessage, type TypedCredentials } from './credentials.ts';

/** What is said against signing in. */
export interface Refusal {
  readonly words: string;
  /** The password was right: now one of these is asked for, or a recovery code. Null: from the beginning. */
  readonly asks: ApiFailure['ways'] | null;
}

/** @returns what is said against it; null where the session has begun */
const begin = async (
  keep: boolean,
  signingIn: () => Promise<AnswerOf<typeof login>>,
): Promise<Refusal | null> => {
  try {
    const { token, user } = await signingIn();
    rememberSignedIn(user);
    startSession(token, keep);
    return null;
  } catch (failure) {
    return { words: refusalMessage(failure), asks: askedWays(failure) };
  }
};

export const signIn = (typed: TypedCredentials): Promise<Refusal | null> =>
  begin(typed.keep, () => request(login, { body: bodyOf(typed) }));

/** With the key of a device in place of the code. */
export const signInWithBoth = (typed: TypedCredentials): Promise<Refusal | null> =>
  begin(typed.keep, async () =>
    request(login, { body: bodyOf(typed, await signWithKey(addressOf(typed.email))) }),
  );

export const signInByKey = (keep: boolean): Promise<Refusal | null> =>
  begin(keep, async () => request(loginByPasskey, { body: { passkey: await signWithKey(), keep } }));

export const readWays = () => request(readLoginWays, {});
