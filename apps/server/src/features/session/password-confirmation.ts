import { WrongCredentials } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import type { AccountsService } from '../accounts/index.ts';
import { countedSignIn } from './counted-sign-ins.ts';
import type { Passwords } from './passwords.ts';
import type { Device } from './session.service.ts';

/**
 * An open session alone may not do everything. Throws WrongCredentials or LimitReached.
 * @returns the hash that the password was compared with.
 */
export type ConfirmPassword = (
  caller: Pick<Caller, 'email'>,
  password: string,
  device: Device,
) => Promise<string>;

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
    const matches = await passwords.matches(password, account?.passwordHash ?? null);
    if (!account || !matches) throw new WrongCredentials('Senha incorreta.');
    attempt.succeeded();
    return account.passwordHash;
  };
};
