import { WrongCredentials } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import type { AccountsService } from '../accounts/index.ts';
import { countedSignIn } from './counted-sign-ins.ts';
import type { Passwords } from './passwords.ts';
import type { Device } from './session.service.ts';

/** Throws WrongCredentials or LimitReached: an open session alone may not do everything. */
export type ConfirmPassword = (
  caller: Pick<Caller, 'email'>,
  password: string,
  device: Device,
) => Promise<void>;

/** Wrong passwords count with those of sign-ins. */
export const createPasswordConfirmation = (needs: {
  accounts: Pick<AccountsService, 'findForSignIn'>;
  passwords: Pick<Passwords, 'matches'>;
  throttle: Throttle;
}): ConfirmPassword => {
  const { accounts, passwords, throttle } = needs;
  return async ({ email }, password, { address }) => {
    const attempt = throttle.begin(countedSignIn(email, address));
    const account = await accounts.findForSignIn(email);
    if (!(await passwords.matches(password, account?.passwordHash ?? null)))
      throw new WrongCredentials('Senha incorreta.');
    attempt.succeeded();
  };
};
