import type { AnswerOf } from '@nascente/contract/base/call';
import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import { loginByPasskey } from '@nascente/contract/people/passkeys';
import { login, readLoginWays } from '@nascente/contract/people/session';
import { beginSingleSignOn, loginBySingleSignOn } from '@nascente/contract/people/single-sign-on';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { leaveForProvider } from '../../shared/api/provider-answer.ts';
import { signWithKey } from '../../shared/session-state/passkeys.ts';
import { startSession } from '../../shared/session-state/session.ts';
import { rememberSignedIn } from '../../shared/session-state/signed-in.ts';
import { addressOf, bodyOf, refusalMessage, requiredWays, type TypedCredentials } from './credentials.ts';

/** Why a sign-in failed. */
export interface Refusal {
  readonly text: string;
  /** The accepted second factors after a correct password; null: start again. */
  readonly asks: ApiFailure['ways'] | null;
}

/** @returns the failure; null once the session has begun */
const begin = async (
  keep: boolean,
  signingIn: () => Promise<AnswerOf<typeof login>>,
  textOf = refusalMessage,
): Promise<Refusal | null> => {
  try {
    const { token, user } = await signingIn();
    rememberSignedIn(user);
    startSession(token, keep);
    return null;
  } catch (failure) {
    return { text: textOf(failure), asks: requiredWays(failure) };
  }
};

export const signIn = (typed: TypedCredentials): Promise<Refusal | null> =>
  begin(typed.keep, () => request(login, { body: bodyOf(typed) }));

/** Signs in with the password and a passkey instead of a code. */
export const signInWithBoth = (typed: TypedCredentials): Promise<Refusal | null> =>
  begin(typed.keep, async () =>
    request(login, { body: bodyOf(typed, await signWithKey(addressOf(typed.email))) }),
  );

export const signInByFoundKey = (passkey: PasskeyAnswer, keep: boolean): Promise<Refusal | null> =>
  begin(keep, () => request(loginByPasskey, { body: { passkey, keep } }));

export const signInByKey = (keep: boolean): Promise<Refusal | null> =>
  begin(keep, async () => request(loginByPasskey, { body: { passkey: await signWithKey(), keep } }));

const providerText = (failure: unknown): string =>
  failure instanceof ApiFailure && failure.type === 'unavailable' && failure.status === 503
    ? failure.msg
    : refusalMessage(failure);

/** @returns the failure; null while the browser leaves for the identity provider. */
export const goToProvider = async (wanted: string): Promise<Refusal | null> => {
  try {
    const { url } = await request(beginSingleSignOn, {});
    leaveForProvider(url, wanted);
    return null;
  } catch (failure) {
    return { text: providerText(failure), asks: null };
  }
};

export const signInByProvider = (answer: string): Promise<Refusal | null> =>
  begin(false, () => request(loginBySingleSignOn, { body: { answer } }), providerText);

export const readWays = () => request(readLoginWays, {});
