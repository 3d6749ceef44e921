import { sendFeedback } from '@nascente/contract/people/feedback';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  createFeedbackRepository,
  type Feedback,
  type FeedbackWithSender,
  type SentFeedback,
} from './feedback.repository.ts';

const SENT = 'Feedback enviado! Obrigado por nos ajudar a melhorar.';

const feedbackMail = (to: string, { title, body, email, name }: FeedbackWithSender): MailMessage => ({
  to,
  replyTo: { name, address: email },
  subject: `[Feedback] ${title}`,
  heading: title,
  paragraphs: [`${name} <${email}> escreveu:`],
  quotation: body,
  notes: ['Responda a esta mensagem para falar com quem a escreveu.'],
});

const MAX_AN_HOUR = 10;

/** @param needs.supportEmail null: feedback is stored only */
export const createFeedbackFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'log' | 'mail'> & { supportEmail: string | null },
) => {
  const { db, clock, log, supportEmail, mail } = needs;
  if (supportEmail === null) log.warn('SUPPORT_EMAIL is not set: feedback is stored and mailed to nobody');
  const feedbacks = createFeedbackRepository(db);
  const quota = createQuota({ db, clock, purpose: 'feedback', max: MAX_AN_HOUR, windowMs: HOUR_MS });
  const mails = mail.kind('feedback', async ({ feedbackId }: { feedbackId: string }) => {
    const feedback = await feedbacks.find(feedbackId);
    return feedback && supportEmail !== null ? feedbackMail(supportEmail, feedback) : null;
  });
  const service = {
    /** Throws NotAllowed or LimitReached. */
    async send(caller: Caller, { title, body }: Feedback): Promise<string> {
      requirePermission(caller, 'send-feedback');
      await quota.use(caller.accountId);
      const feedback = { title, body, accountId: caller.accountId, at: clock() };
      await feedbacks.insert(feedback, (feedbackId, within) => mails.send({ feedbackId }, { within }));
      return SENT;
    },
    /** Feedback of one account, oldest first, for the export of its data. */
    listOf: (accountId: string): Promise<readonly SentFeedback[]> => feedbacks.listOf(accountId),
  };
  return {
    service,
    register: (app: CallBinder) =>
      bindField(app, sendFeedback, ({ caller, body }) => service.send(caller, body)),
  };
};
