import {
  activateEmail,
  confirmEmail,
  requestActivateEmail,
} from '@nascente/contract/people/email-confirmation';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { bindCall, bindRedirect, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import { createEmailConfirmationRepository } from './email-confirmation.repository.ts';
import {
  createEmailConfirmationService,
  type EmailConfirmationService,
} from './email-confirmation.service.ts';

export type { EmailConfirmationService } from './email-confirmation.service.ts';

const bindEmailConfirmation = (app: CallBinder, service: EmailConfirmationService): void => {
  bindCall(app, requestActivateEmail, async ({ caller }) => ({
    status: 200,
    ok: true,
    ...(await service.request(caller)),
  }));
  bindRedirect(app, activateEmail, async ({ token = '' }) => service.pageOf(token));
  bindCall(app, confirmEmail, async ({ caller, body }) => ({
    ok: true,
    msg: await service.confirm(caller, body.token),
  }));
};

/** Confirmation e-mails of one account in an hour. */
const MAX_AN_HOUR = 4;

/** @param needs.publicUrl where people reach the web application, without a slash at its end. */
export const createEmailConfirmationFeature = (
  needs: Pick<Platform, 'brandRule' | 'clock' | 'database' | 'mail' | 'publicUrl'>,
) => {
  const { database, clock, mail, publicUrl, brandRule } = needs;
  const service = createEmailConfirmationService({
    mail,
    clock,
    publicUrl,
    brandRule,
    confirmations: createEmailConfirmationRepository(database.db),
    quota: createQuota({
      db: database.db,
      clock,
      purpose: 'confirmation',
      most: MAX_AN_HOUR,
      windowMs: HOUR_MS,
    }),
  });
  return { service, register: (app: CallBinder) => bindEmailConfirmation(app, service) };
};
