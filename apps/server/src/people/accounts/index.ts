import { readSelf } from '@nascente/contract/people/session';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { type AccountsService, createAccountsService } from './accounts.service.ts';

export type { AccountsRepository } from './accounts.repository.ts';
export { insertMailedToken, type MailedToken } from './accounts.repository.ts';
export type { AccountsService } from './accounts.service.ts';

const bindAccounts = (app: CallBinder, accounts: AccountsService): void => {
  bindCall(app, readSelf, async ({ caller }) => ({
    ok: true,
    user: await accounts.readUser(caller.accountId),
  }));
};

export type AccountsFeature = ReturnType<typeof createAccountsFeature>;

/** @param needs.brandRule e-mails and domains of accounts with the second brand */
export const createAccountsFeature = (needs: Pick<Platform, 'brandRule' | 'database'>) => {
  const repository = createAccountsRepository(needs.database.db);
  const service = createAccountsService({ accounts: repository, brandRule: needs.brandRule });
  return { service, repository, register: (app: CallBinder) => bindAccounts(app, service) };
};
