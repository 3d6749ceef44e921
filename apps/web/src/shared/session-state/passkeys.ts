import type { AnswerOf, BodyInput } from '@nascente/contract/base/call';
import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import { type addPasskey, askForPasskey, type beginPasskey } from '@nascente/contract/people/passkeys';
import { request } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';

const NOT_USED = 'A chave de acesso não foi usada. Tente de novo, ou entre de outro jeito.';
const NOT_MADE = 'A chave de acesso não foi criada. Tente de novo.';
const MADE_BEFORE = 'Este aparelho já tem uma chave de acesso desta conta.';

/** A margin before the challenge expires. */
const TIME_TO_SIGN_MS = 60_000;

/** Loads when a passkey is used or looked for, after the form. */
const load = () => import('@simplewebauthn/browser');
type Signed = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['startAuthentication']>>;

/** Browsers report a cancelled prompt and a refusing device alike. */
const deviceSaid = (text: string, cause: unknown): ApiFailure =>
  new ApiFailure({ type: 'error', msg: text, status: 400 }, cause);

const answerOf = ({ id, rawId, response }: Signed): PasskeyAnswer => {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
};

/**
 * Signs a challenge with a passkey. @throws ApiFailure if no passkey was used
 * @param email of the account, if its password is used too; absent: passkey alone
 */
export const signWithKey = async (email?: string): Promise<PasskeyAnswer> => {
  const { options } = await request(askForPasskey, { body: { ...(email !== undefined && { email }) } });
  const { startAuthentication } = await load();
  try {
    return answerOf(await startAuthentication({ optionsJSON: options }));
  } catch (cause) {
    throw deviceSaid(NOT_USED, cause);
  }
};

/**
 * Waits for a passkey chosen in the e-mail field's autofill (`autocomplete="… webauthn"`).
 * @returns null without support, without an answer, or without a choice in time
 */
export const keyFromField = async (wanted: AbortSignal): Promise<PasskeyAnswer | null> => {
  try {
    const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await load();
    if (!(await browserSupportsWebAuthnAutofill())) return null;
    const { options } = await request(askForPasskey, { body: {} });
    const inTime = AbortSignal.any([wanted, AbortSignal.timeout(options.timeout - TIME_TO_SIGN_MS)]);
    // The library allows one request at a time, and another may have begun.
    if (inTime.aborted) return null;
    const looking = startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    const end = () => WebAuthnAbortService.cancelCeremony();
    inTime.addEventListener('abort', end);
    return answerOf(await looking.finally(() => inTime.removeEventListener('abort', end)));
  } catch {
    return null;
  }
};

/** Creates a passkey. @throws ApiFailure if none was created */
export const makeKey = async (
  options: AnswerOf<typeof beginPasskey>['options'],
): Promise<BodyInput<typeof addPasskey>['passkey']> => {
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
