import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { bindMailbox } from './mailbox.routes.ts';
import { createMailboxService } from './mailbox.service.ts';

export interface MailboxFeature {
  register(app: CallBinder): void;
}

export const createMailboxFeature = (needs: { mail: Pick<Mail, 'how' | 'readMailbox'> }): MailboxFeature => {
  const service = createMailboxService(needs.mail);
  return { register: (app) => bindMailbox(app, service) };
};
