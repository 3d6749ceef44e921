import { readSelf, type User } from '@nascente/contract/people/session';
import { brandFor } from '@nascente/domain/people/brand';
import { Expired } from '../../platform/errors.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Account, createAccountsRepository } from './accounts.repository.ts';

export type { AccountsRepository } from './accounts.repository.ts';
export { insertMailedToken, type MailedToken } from './accounts.repository.ts';

const toBrazilianDate = (date: string): string => date.split('-').reverse().join('/');

/** An account in the form of the API. @param brandRule - e-mails and domains of accounts with the second brand */
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

export type AccountsFeature = ReturnType<typeof createAccountsFeature>;
export type AccountsService = AccountsFeature['service'];

/** @param needs.brandRule e-mails and domains of accounts with the second brand */
export const createAccountsFeature = (needs: Pick<Platform, 'brandRule' | 'db'>) => {
  const repository = createAccountsRepository(needs.db);
  const findUser = async (accountId: string): Promise<User | null> => {
    const account = await repository.find(accountId);
    return account === null ? null : toUser(account, needs.brandRule);
  };
  const service = {
    /** `null`: the account does not exist. */
    findUser,
    /** The account of a session. Throws Expired if the account was removed meanwhile. */
    async readUser(accountId: string): Promise<User> {
      const user = await findUser(accountId);
      if (user === null) throw new Expired();
      return user;
    },
    findForSignIn: (email: string) => repository.findPasswordHash(email),
  };
  return {
    service,
    repository,
    register: (app: CallBinder) =>
      bindField(app, readSelf, ({ caller }) => service.readUser(caller.accountId)),
  };
};
