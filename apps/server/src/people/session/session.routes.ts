import type { AnswerOf } from '@nascente/contract/base/call';
import { login, loginByToken, logout, readLoginWays } from '@nascente/contract/people/session';
import { tokenOf } from '../../platform/http/authenticate.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import { deviceOf } from './devices/device.ts';
import type { DeviceCookie } from './devices/device-cookie.ts';
import type { SessionService } from './session.service.ts';

export const bindSession = (
  app: CallBinder,
  session: SessionService,
  accounts: AccountsService,
  cookie: DeviceCookie,
  ways: Omit<AnswerOf<typeof readLoginWays>, 'ok'>,
): void => {
  bindCall(app, readLoginWays, () => ({ ok: true, ...ways }));
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
    return { ok: true, leaveAt: await session.signOut(caller) };
  });
};
