import { signUp } from '@nascente/contract/people/sign-up';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import { type DeviceCookie, deviceOf } from '../session/index.ts';
import type { SignUpService } from './sign-up.service.ts';

export const bindSignUp = (
  app: CallBinder,
  service: SignUpService,
  accounts: Pick<AccountsService, 'readUser'>,
  cookie: DeviceCookie,
): void => {
  bindCall(app, signUp, async ({ body, request, reply }) => {
    const { accountId, token, deviceToken } = await service.signUp(body, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, msg: 'Cadastro realizado!', user: await accounts.readUser(accountId), token };
  });
};
