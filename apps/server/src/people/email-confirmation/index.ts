import {
  activateEmail,
  confirmEmail,
  requestActivateEmail,
} from '@nascente/contract/people/email-confirmation';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, bindRedirect, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Mail } from '../../platform/mail/mail.ts';
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

/** Letters that one account may ask for. */
const MAX_AN_HOUR = 4;

/** @param needs.publicUrl where people reach the web application, without a slash at its end. */
export const createEmailConfirmationFeature = (needs: {
  database: Pick<Database, 'db'>;
  mail: Pick<Mail, 'kind'>;
  clock: () => Instant;
  publicUrl: string;
  brandRule: readonly string[];
}) => {
  const { database, clock } = needs;
  const service = createEmailConfirmationService({
    ...needs,
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
