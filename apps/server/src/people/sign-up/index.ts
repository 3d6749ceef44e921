import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AcceptAll } from '../consents/index.ts';
import type { EmailConfirmationService } from '../email-confirmation/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { createSignUpRepository } from './sign-up.repository.ts';
import { bindSignUp } from './sign-up.routes.ts';
import { createSignUpService } from './sign-up.service.ts';

/** From one address: an office behind one address signs up many people, a robot many more. */
const MAX_AN_HOUR = 50;

interface SignUpFeature {
  register(app: CallBinder): void;
}

export const createSignUpFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: Pick<AccountsService, 'readUser'>;
  session: Pick<SessionFeature, 'session' | 'passwords' | 'deviceCookie'>;
  confirmation: Pick<EmailConfirmationService, 'post'>;
  acceptAll: AcceptAll;
  clock: () => Instant;
}): SignUpFeature => {
  const service = createSignUpService({
    ...needs.session,
    confirmation: needs.confirmation,
    acceptAll: needs.acceptAll,
    accounts: createSignUpRepository(needs.database.db),
    quota: createQuota({
      db: needs.database.db,
      clock: needs.clock,
      purpose: 'sign-up',
      most: MAX_AN_HOUR,
      windowMs: HOUR_MS,
    }),
  });
  return { register: (app) => bindSignUp(app, service, needs.accounts, needs.session.deviceCookie) };
};
