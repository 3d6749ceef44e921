import type { AnswerOf, BodyGiven } from '@nascente/contract/call';
import type { PasskeyAnswer } from '@nascente/contract/passkey-answer';
import { type addPasskey, askForPasskey, type beginPasskey } from '@nascente/contract/passkeys';
import { request } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';

const NOT_USED = 'A chave de acesso não foi usada. Tente de novo, ou entre de outro jeito.';
const NOT_MADE = 'A chave de acesso não foi criada. Tente de novo.';
const MADE_BEFORE = 'Este aparelho já tem uma chave de acesso desta conta.';

/** Comes when a key is used: most people at the door never need it. */
const load = () => import('@simplewebauthn/browser');

/** Whoever closed the window of the system, and a device that refuses, are told apart by nobody: the browser says of both the same. */
const deviceSaid = (words: string, cause: unknown): ApiFailure =>
  new ApiFailure({ type: 'error', msg: words, status: 400 }, cause);

/** @throws ApiFailure where no key was used. @param email beside the password of this account; absent: by the key alone. */
export const signWithKey = async (email?: string): Promise<PasskeyAnswer> => {
  const { options } = await request(askForPasskey, { body: { ...(email !== undefined && { email }) } });
  const { startAuthentication } = await load();
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    };
  } catch (cause) {
    throw deviceSaid(NOT_USED, cause);
  }
};

/** @throws ApiFailure where none was made. */
export const makeKey = async (
  options: AnswerOf<typeof beginPasskey>['options'],
): Promise<BodyGiven<typeof addPasskey>['passkey']> => {
  const { startRegistration, WebAuthnError } = await load();
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject } = response;
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } };
  } catch (cause) {
    const wasMadeBefore =
      cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw deviceSaid(wasMadeBefore ? MADE_BEFORE : NOT_MADE, cause);
  }
};
