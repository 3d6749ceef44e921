import { readSelf } from '@nascente/contract/people/session';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from './accounts.service.ts';

export const bindAccounts = (app: CallBinder, accounts: AccountsService): void => {
  bindCall(app, readSelf, async ({ caller }) => ({
    ok: true,
    user: await accounts.readUser(caller.accountId),
  }));
};
