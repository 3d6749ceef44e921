import { sendFeedback } from '@nascente/contract/people/feedback';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import { createFeedbackRepository } from './feedback.repository.ts';
import { createFeedbackService, type FeedbackService } from './feedback.service.ts';

const bindFeedback = (app: CallBinder, service: FeedbackService): void => {
  bindCall(app, sendFeedback, async ({ caller, body }) => ({
    ok: true,
    message: await service.send(caller, body),
  }));
};

const MAX_AN_HOUR = 10;

export const createFeedbackFeature = (
  needs: Pick<Platform, 'clock' | 'database' | 'log' | 'mail'> & { supportEmail: string | null },
) => {
  const { database, clock, log, supportEmail, mail } = needs;
  if (supportEmail === null) log.warn('SUPPORT_EMAIL is not set: feedback is stored and mailed to nobody');
  const service = createFeedbackService({
    mail,
    supportEmail,
    clock,
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
