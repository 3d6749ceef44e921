import type { User } from '@nascente/contract/session';
import { Expired } from '../../platform/errors.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import { toUser } from './user-answer.ts';

export interface AccountsService {
  /** The person a session belongs to. Throws Expired when the account was removed meanwhile. */
  readUser(accountId: string): Promise<User>;
  findForSignIn(email: string): Promise<{ id: string; passwordHash: string } | null>;
}

export const createAccountsService = (needs: {
  accounts: AccountsRepository;
  brandRule: readonly string[];
}): AccountsService => ({
  async readUser(accountId) {
    const account = await needs.accounts.find(accountId);
    if (account === null) throw new Expired('Sessão expirada, logue novamente.');
    return toUser(account, needs.brandRule);
  },
  findForSignIn: (email) => needs.accounts.findPasswordHash(email),
});
