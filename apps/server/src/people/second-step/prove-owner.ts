import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { ConfirmPassword, Device, GivenStep, GuessedCode, SecondStep } from '../session/index.ts';

const WRONG_CODE = 'Código incorreto. Digite o que o aplicativo mostra agora.';
const WRONG_PASSKEY = 'Esta chave de acesso não é desta conta. Tente de novo.';
const MISSING = 'Use uma chave de acesso, ou informe um código.';

export interface Confirmed extends GivenStep {
  readonly password: string;
}

/**
 * The password, and the second step where the account has one: neither an open session nor who has the password alone may weaken an
 * account, or enter it by a way of their own from now on. Throws WrongCredentials, InvalidInput or LimitReached.
 */
export type ProveOwner = (caller: Caller, step: Confirmed, device: Device) => Promise<void>;

export const refuseCode = (msg = WRONG_CODE): never => {
  throw new InvalidInput(msg, [{ path: 'code', msg }]);
};

export const createProveOwner = (needs: {
  confirmPassword: ConfirmPassword;
  /** Counts guesses of a code. */
  guessCode: GuessedCode;
  askedStep: SecondStep;
}): ProveOwner => {
  const { confirmPassword, guessCode, askedStep } = needs;
  return async (caller, { password, ...step }, device) => {
    await confirmPassword(caller, password);
    let isMissing = false;
    const isRight = await guessCode(caller, async () => {
      const { outcome } = await askedStep.judge({ id: caller.accountId, email: caller.email }, step, device);
      isMissing = outcome === 'missing';
      return outcome === 'proved';
    });
    if (isMissing) refuseCode(MISSING);
    if (!isRight) refuseCode(step.passkey === undefined ? WRONG_CODE : WRONG_PASSKEY);
  };
};
