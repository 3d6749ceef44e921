import { readMailbox } from '@nascente/contract/operations/mailbox';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { isOnThisMachine } from '../../platform/http/connections/on-this-machine.ts';
import type { MailboxService } from './mailbox.service.ts';

export const bindMailbox = (app: CallBinder, service: MailboxService): void => {
  bindCall(app, readMailbox, async ({ caller, request }) => ({
    ok: true,
    ...(await service.read(caller, isOnThisMachine(request))),
  }));
};
