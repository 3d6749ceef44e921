import { signUp } from '@nascente/contract/sign-up';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { AccountsService } from '../accounts/index.ts';
import { deviceOf } from '../session/index.ts';
import type { SignUpService } from './sign-up.service.ts';

export const bindSignUp = (
  app: CallBinder,
  service: SignUpService,
  accounts: Pick<AccountsService, 'readUser'>,
): void => {
  bindCall(app, signUp, async ({ body, request }) => {
    const { accountId, token } = await service.signUp(body, deviceOf(request));
    return { ok: true, msg: 'Cadastro realizado!', user: await accounts.readUser(accountId), token };
  });
};
