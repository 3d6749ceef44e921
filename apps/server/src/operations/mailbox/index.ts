import { readMailbox } from '@nascente/contract/operations/mailbox';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { isOnThisMachine, isReachedDirectly } from '../../platform/http/connections/on-this-machine.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { createMailboxService, type MailboxService } from './mailbox.service.ts';

const bindMailbox = (app: CallBinder, service: MailboxService): void => {
  bindCall(app, readMailbox, async ({ caller, request }) => ({
    ok: true,
    ...(await service.read(caller, isOnThisMachine(request))),
  }));
};

export const createMailboxFeature = (needs: {
  mail: Pick<Mail, 'how' | 'readMailbox'>;
  config: { publicUrl: string | null; trustProxy: boolean; localMailbox: boolean };
}) => {
  const opensHere = needs.config.localMailbox || isReachedDirectly(needs.config);
  const service = createMailboxService(needs.mail, opensHere);
  return { register: (app: CallBinder): void => bindMailbox(app, service) };
};
