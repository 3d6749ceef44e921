import type { Instant } from '@nascente/domain/base/time/zone';
import type { Delivery } from './delivery.ts';
import { headerText } from './header-text.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { MailboxRepository } from './mailbox.repository.ts';

/** Without an SMTP server, letters stay on this machine. */
export const createMailboxDelivery = (needs: {
  mailbox: MailboxRepository;
  clock: () => Instant;
}): Delivery => ({
  how: 'mailbox',
  async deliver(letter, id) {
    const { to } = letter;
    const subject = headerText(letter.subject);
    const written = { id, to, subject, html: letterHtml(letter), text: letterText(letter) };
    await needs.mailbox.insert(written, needs.clock());
  },
  close: () => undefined,
});
