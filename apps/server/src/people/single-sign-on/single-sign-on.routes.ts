import { beginSingleSignOn, loginBySingleSignOn } from '@nascente/contract/people/single-sign-on';
import { NotFound } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import { type DeviceCookie, deviceOf } from '../session/index.ts';
import { browserTokenOf, giveBrowserToken } from './browser-cookie.ts';
import type { SingleSignOnService } from './single-sign-on.service.ts';

const NONE = 'Este sistema não tem entrada pela conta da empresa.';

export const bindSingleSignOn = (
  app: CallBinder,
  needs: {
    /** Null: no provider is configured. */
    service: SingleSignOnService | null;
    accounts: Pick<AccountsService, 'readUser'>;
    cookie: DeviceCookie;
    publicUrl: string;
  },
): void => {
  const { service, accounts, cookie, publicUrl } = needs;
  const required = (): SingleSignOnService => {
    if (service === null) throw new NotFound(NONE);
    return service;
  };
  bindCall(app, beginSingleSignOn, async ({ request, reply }) => {
    const { url, browserToken } = await required().begin(deviceOf(request));
    giveBrowserToken(reply, browserToken, publicUrl);
    return { ok: true, url };
  });
  bindCall(app, loginBySingleSignOn, async ({ body, request, reply }) => {
    const device = deviceOf(request);
    const opened = await required().finish(body.answer, browserTokenOf(request), device);
    cookie.give(reply, opened.deviceToken);
    return { ok: true, token: opened.token, user: await accounts.readUser(opened.accountId) };
  });
};
