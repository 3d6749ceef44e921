import { login, loginByToken, logout } from '@nascente/contract/session';
import { tokenOf } from '../../platform/http/authenticate.ts';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import { deviceOf } from './device.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { SessionService } from './session.service.ts';

export const bindSession = (
  app: CallBinder,
  session: SessionService,
  accounts: AccountsService,
  cookie: DeviceCookie,
): void => {
  bindCall(app, login, async ({ body, request, reply }) => {
    const { token, accountId, deviceToken } = await session.signIn(body, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, token, user: await accounts.readUser(accountId) };
  });
  bindCall(app, loginByToken, async ({ caller, request }) => ({
    ok: true,
    token: tokenOf(request) ?? '',
    user: await accounts.readUser(caller.accountId),
  }));
  bindCall(app, logout, async ({ caller }) => {
    await session.signOut(caller);
    return { ok: true };
  });
};
