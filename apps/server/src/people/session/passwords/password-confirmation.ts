import { WrongCredentials } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Throttle } from '../../../platform/limits/throttle.ts';
import type { AccountsService } from '../../accounts/index.ts';
import { countedConfirmation } from './counted-sign-ins.ts';
import type { Passwords } from './passwords.ts';

/**
 * An open session alone may not do everything. Throws WrongCredentials or LimitReached.
 * @returns the hash that the password was compared with.
 */
export type ConfirmPassword = (
  caller: Pick<Caller, 'email' | 'sessionHash'>,
  password: string,
) => Promise<string>;

export const createPasswordConfirmation = (needs: {
  accounts: Pick<AccountsService, 'findForSignIn'>;
  passwords: Pick<Passwords, 'matches'>;
  throttle: Throttle;
}): ConfirmPassword => {
  const { accounts, passwords, throttle } = needs;
  return async ({ email, sessionHash }, password) => {
    const attempt = await throttle.begin(countedConfirmation(sessionHash));
    const account = await accounts.findForSignIn(email);
    const matches = await passwords.matches(password, account?.passwordHash ?? null);
    if (!account || !matches) throw new WrongCredentials('Senha incorreta.');
    await attempt.succeeded();
    return account.passwordHash;
  };
};
