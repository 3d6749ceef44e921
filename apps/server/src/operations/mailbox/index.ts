import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { isReachedDirectly } from '../../platform/http/connections/on-this-machine.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { bindMailbox } from './mailbox.routes.ts';
import { createMailboxService } from './mailbox.service.ts';

interface MailboxFeature {
  register(app: CallBinder): void;
}

export const createMailboxFeature = (needs: {
  mail: Pick<Mail, 'how' | 'readMailbox'>;
  config: { publicUrl: string | null; trustProxy: boolean; localMailbox: boolean };
}): MailboxFeature => {
  const opensHere = needs.config.localMailbox || isReachedDirectly(needs.config);
  const service = createMailboxService(needs.mail, opensHere);
  return { register: (app) => bindMailbox(app, service) };
};
