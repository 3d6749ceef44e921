import { signUp } from '@nascente/contract/people/sign-up';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AcceptAll } from '../consents/index.ts';
import type { EmailConfirmationService } from '../email-confirmation/index.ts';
import { type DeviceCookie, deviceOf, type SessionFeature } from '../session/index.ts';
import { createSignUpRepository } from './sign-up.repository.ts';
import { createSignUpService, type SignUpService } from './sign-up.service.ts';

const bindSignUp = (
  app: CallBinder,
  service: SignUpService,
  accounts: Pick<AccountsService, 'readUser'>,
  cookie: DeviceCookie,
): void => {
  bindCall(app, signUp, async ({ body, request, reply }) => {
    const { accountId, token, deviceToken } = await service.signUp(body, deviceOf(request));
    cookie.give(reply, deviceToken);
    return { ok: true, msg: 'Cadastro realizado!', user: await accounts.readUser(accountId), token };
  });
};

/** Limit of one address: an office signs up many people, a robot many more. */
const MAX_AN_HOUR = 50;

export const createSignUpFeature = (needs: {
  database: Pick<Database, 'db'>;
  accounts: Pick<AccountsService, 'readUser'>;
  session: Pick<SessionFeature, 'session' | 'passwords' | 'deviceCookie'>;
  confirmation: Pick<EmailConfirmationService, 'post'>;
  acceptAll: AcceptAll;
  clock: () => Instant;
}) => {
  const { accounts, confirmation, acceptAll, clock } = needs;
  const { db } = needs.database;
  const { session, passwords, deviceCookie } = needs.session;
  const service = createSignUpService({
    session,
    passwords,
    confirmation,
    acceptAll,
    accounts: createSignUpRepository(db),
    quota: createQuota({
      db,
      clock,
      purpose: 'sign-up',
      most: MAX_AN_HOUR,
      windowMs: HOUR_MS,
    }),
  });
  return {
    register: (app: CallBinder): void => bindSignUp(app, service, accounts, deviceCookie),
  };
};
