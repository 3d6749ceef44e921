import type { User } from '@nascente/contract/people/session';
import { brandFor } from '@nascente/domain/people/brand';
import type { Account } from './accounts.repository.ts';

const toBrazilianDate = (date: string): string => date.split('-').reverse().join('/');

/** A person as the API shows it. @param brandRule e-mails and domains that wear the second brand. */
export const toUser = (account: Account, brandRule: readonly string[]): User => ({
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
