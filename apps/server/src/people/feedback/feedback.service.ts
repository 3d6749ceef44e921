import type { Instant } from '@nascente/domain/base/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import type { MailMessage } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type {
  Feedback,
  FeedbackRepository,
  FeedbackWithSender,
  SentFeedback,
} from './feedback.repository.ts';

const SENT = 'Feedback enviado! Obrigado por nos ajudar a melhorar.';

export type FeedbackService = ReturnType<typeof createFeedbackService>;

const feedbackMail = (to: string, { title, body, email, name }: FeedbackWithSender): MailMessage => ({
  to,
  replyTo: { name, address: email },
  brand: 'first',
  subject: `[Feedback] ${title}`,
  heading: title,
  paragraphs: [`${name} <${email}> escreveu:`],
  quotation: body,
  notes: ['Responda a esta mensagem para falar com quem a escreveu.'],
});

export const createFeedbackService = (needs: {
  feedbacks: FeedbackRepository;
  mail: Pick<Mail, 'kind'>;
  /** Null: feedback is stored only. */
  supportEmail: string | null;
  quota: Quota;
  clock: () => Instant;
}) => {
  const { feedbacks, mail, supportEmail, quota, clock } = needs;
  const mails = mail.kind('feedback', async ({ feedbackId }: { feedbackId: string }) => {
    const feedback = await feedbacks.find(feedbackId);
    return feedback && supportEmail !== null ? feedbackMail(supportEmail, feedback) : null;
  });
  return {
    /** Throws NotAllowed or LimitReached. */
    async send(caller: Caller, { title, body }: Feedback): Promise<string> {
      requirePermission(caller, 'send-feedback');
      await quota.use(caller.accountId);
      const feedback = { title, body, accountId: caller.accountId, at: clock() };
      await feedbacks.insert(feedback, (feedbackId, within) => mails.post({ feedbackId }, { within }));
      return SENT;
    },
    /** Feedback of one account, oldest first, for the export of its data. */
    listOf: (accountId: string): Promise<readonly SentFeedback[]> => feedbacks.listOf(accountId),
  };
};
