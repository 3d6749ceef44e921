import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import { signUp } from '@nascente/contract/people/sign-up';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { type Device, deviceOf } from '../../platform/http/device.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AcceptAllConsents } from '../consents/index.ts';
import type { EmailConfirmationService } from '../email-confirmation/index.ts';
import type { SessionFeature, SignedIn } from '../session/index.ts';
import { createSignUpRepository } from './sign-up.repository.ts';

const DUPLICATE = 'Este email já esta sendo usado!';

/** Limit of sign-ups from one address an hour. An office may sign up many people, a program many more. */
const MAX_AN_HOUR = 50;

export const createSignUpFeature = (needs: {
  db: Connection;
  accounts: Pick<AccountsService, 'readUser'>;
  session: Pick<SessionFeature, 'session' | 'passwords' | 'deviceCookie'>;
  confirmation: Pick<EmailConfirmationService, 'send'>;
  /** Records consent to the terms and the privacy notice. */
  acceptAllConsents: AcceptAllConsents;
  clock: () => Instant;
}) => {
  const { accounts, confirmation, acceptAllConsents, clock, db } = needs;
  const { session, passwords, deviceCookie } = needs.session;
  const newAccounts = createSignUpRepository(db);
  const quota = createQuota({ db, clock, purpose: 'sign-up', max: MAX_AN_HOUR, windowMs: HOUR_MS });

  /** Creates an account and signs it in. Throws Conflict or LimitReached. */
  const create = async (
    { name, email, password, partner = '' }: BodyOf<typeof signUp>,
    device: Device,
  ): Promise<SignedIn> => {
    await passwords.refuseGuessable(password, email);
    await quota.use(subscriberOf(device.address));
    const partnerId = isId(partner) ? partner : null;
    const account = { email, firstName: name, partnerId, passwordHash: await passwords.hash(password) };
    const accountId = await newAccounts.insert(account, async (id, within) => {
      await acceptAllConsents(id, device, within);
      await confirmation.send(id, { within });
    });
    if (accountId === null) throw new Conflict(DUPLICATE);
    return session.open(accountId, false, device);
  };

  return {
    register: (app: CallBinder): void =>
      bindCall(app, signUp, async ({ body, request, reply }) => {
        const { accountId, token, deviceToken } = await create(body, deviceOf(request));
        deviceCookie.give(reply, deviceToken);
        return { msg: 'Cadastro realizado!', user: await accounts.readUser(accountId), token };
      }),
  };
};
