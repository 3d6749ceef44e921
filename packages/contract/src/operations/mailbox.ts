import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

export const mailMessage = z.object({
  id: z.string(),
  date: answeredInstant,
  to: z.string(),
  subject: z.string(),
  html: described('Complete HTML document; display it only in a sandbox.', z.string()),
  text: z.string(),
});
export type MailMessage = z.output<typeof mailMessage>;

export const readMailbox = defineCall({
  name: 'readMailbox',
  route: 'GET /admin/mailbox',
  access: 'Admin',
  permission: 'read-local-mailbox',
  summary: 'E-mails of an installation without an SMTP server, newest first; only from the machine itself.',
  answer: {
    isInUse: described('Whether e-mails are stored here now instead of being sent.', z.boolean()),
    mails: z.array(mailMessage),
  },
});
