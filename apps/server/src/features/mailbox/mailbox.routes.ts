import { readMailbox } from '@nascente/contract/mailbox';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { MailboxService } from './mailbox.service.ts';
import { isOnThisMachine } from './on-this-machine.ts';

export const bindMailbox = (app: CallBinder, service: MailboxService): void => {
  bindCall(app, readMailbox, async ({ caller, request }) => ({
    ok: true,
    ...(await service.read(caller, isOnThisMachine(request))),
  }));
};
