import { login, loginByToken, logout } from '@nascente/contract/session';
import type { FastifyRequest } from 'fastify';
import { tokenOf } from '../../platform/http/authenticate.ts';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { Device, SessionService } from './session.service.ts';

export const deviceOf = (request: FastifyRequest): Device => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

export const bindSession = (app: CallBinder, session: SessionService, accounts: AccountsService): void => {
  bindCall(app, login, async ({ body, request }) => {
    const { token, accountId } = await session.signIn(body, deviceOf(request));
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
