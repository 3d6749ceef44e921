import { sendFeedback } from '@nascente/contract/people/feedback';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { createFeedbackRepository } from './feedback.repository.ts';
import { createFeedbackService, type FeedbackService } from './feedback.service.ts';

export type { FeedbackService } from './feedback.service.ts';

const bindFeedback = (app: CallBinder, service: FeedbackService): void => {
  bindCall(app, sendFeedback, async ({ caller, body }) => ({
    ok: true,
    message: await service.send(caller, body),
  }));
};

const MAX_AN_HOUR = 10;

export const createFeedbackFeature = (needs: {
  database: Pick<Database, 'db'>;
  mail: Pick<Mail, 'kind'>;
  clock: () => Instant;
  log: Log;
  supportEmail: string | null;
}) => {
  const { database, clock, log, supportEmail } = needs;
  if (supportEmail === null) log.warn('SUPPORT_EMAIL is not set: feedback is stored and mailed to nobody');
  const service = createFeedbackService({
    ...needs,
    feedbacks: createFeedbackRepository(database.db),
    quota: createQuota({
      db: database.db,
      clock,
      purpose: 'feedback',
      most: MAX_AN_HOUR,
      windowMs: HOUR_MS,
    }),
  });
  return { service, register: (app: CallBinder) => bindFeedback(app, service) };
};
