import {
  activateEmail,
  confirmEmail,
  requestActivateEmail,
} from '@nascente/contract/people/email-confirmation';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindRedirect } from '../../platform/http/calls/bind-redirect.ts';
import type { EmailConfirmationService } from './email-confirmation.service.ts';

export const bindEmailConfirmation = (app: CallBinder, service: EmailConfirmationService): void => {
  bindCall(app, requestActivateEmail, async ({ caller }) => ({
    status: 200,
    ok: true,
    ...(await service.request(caller)),
  }));
  bindRedirect(app, activateEmail, async ({ token = '' }) => service.pageOf(token));
  bindCall(app, confirmEmail, async ({ caller, body }) => ({
    ok: true,
    msg: await service.confirm(caller, body.token),
  }));
};
