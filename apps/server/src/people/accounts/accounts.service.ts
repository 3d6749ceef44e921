import type { User } from '@nascente/contract/people/session';
import { brandFor } from '@nascente/domain/people/brand';
import { Expired } from '../../platform/errors.ts';
import type { Account, AccountsRepository } from './accounts.repository.ts';

const toBrazilianDate = (date: string): string => date.split('-').reverse().join('/');

/** A person as the API shows it. @param brandRule e-mails and domains that wear the second brand. */
const toUser = (account: Account, brandRule: readonly string[]): User => ({
  _id: account.id,
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  birth: account.birth === null ? null : toBrazilianDate(account.birth),
  gender: account.gender,
  cnpj: account.cnpj,
  profile: account.profile,
  accountType: account.accountType,
  active: account.isEmailConfirmed,
  pictureUrl: account.picture,
  labelManager: account.companyLogo,
  logoPartner: account.partnerLogo,
  solarPanel: account.hasSolarPanel,
  postalCode: account.postalCode,
  tax: account.tariff?.id ?? null,
  group: account.tariff?.group ?? null,
  color: account.tariff?.color ?? null,
  users: [...account.clientIds],
  credentialsUntil: account.credentialsUntil?.toISOString() ?? null,
  brand: brandFor(account.email, brandRule),
});

export type AccountsService = ReturnType<typeof createAccountsService>;

export const createAccountsService = (needs: {
  accounts: AccountsRepository;
  brandRule: readonly string[];
}) => {
  const findUser = async (accountId: string): Promise<User | null> => {
    const account = await needs.accounts.find(accountId);
    return account === null ? null : toUser(account, needs.brandRule);
  };
  return {
    /** Null for an absent account. */
    findUser,
    /** The person a session belongs to. Throws Expired when the account was removed meanwhile. */
    async readUser(accountId: string): Promise<User> {
      const user = await findUser(accountId);
      if (user === null) throw new Expired();
      return user;
    },
    findForSignIn: (email: string) => needs.accounts.findPasswordHash(email),
  };
};
