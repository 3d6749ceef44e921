import type { User } from '@nascente/contract/people/session';
import { Expired } from '../../platform/errors.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import { toUser } from './user-answer.ts';

export interface AccountsService {
  /** The person a session belongs to. Throws Expired when the account was removed meanwhile. */
  readUser(accountId: string): Promise<User>;
  /** Null for an absent account. */
  findUser(accountId: string): Promise<User | null>;
  findForSignIn(email: string): Promise<{ id: string; passwordHash: string } | null>;
}

export const createAccountsService = (needs: {
  accounts: AccountsRepository;
  brandRule: readonly string[];
}): AccountsService => {
  const findUser = async (accountId: string): Promise<User | null> => {
    const account = await needs.accounts.find(accountId);
    return account === null ? null : toUser(account, needs.brandRule);
  };
  return {
    findUser,
    async readUser(accountId) {
      const user = await findUser(accountId);
      if (user === null) throw new Expired();
      return user;
    },
    findForSignIn: (email) => needs.accounts.findPasswordHash(email),
  };
};
