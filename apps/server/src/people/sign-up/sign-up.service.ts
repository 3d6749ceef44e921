import { isId } from '@nascente/contract/base/conventions';
import { Conflict } from '../../platform/errors.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import type { AcceptAll } from '../consents/index.ts';
import type { EmailConfirmationService } from '../email-confirmation/index.ts';
import type { Device, Passwords, SessionService, SignedIn } from '../session/index.ts';
import type { SignUpRepository } from './sign-up.repository.ts';

const DUPLICATE = 'Este email já esta sendo usado!';

interface SigningUp {
  readonly name: string;
  readonly email: string;
  /** As typed. */
  readonly password: string;
  readonly partner?: string | undefined;
}

export type SignUpService = ReturnType<typeof createSignUpService>;

export const createSignUpService = (needs: {
  accounts: SignUpRepository;
  passwords: Pick<Passwords, 'hash' | 'refuseGuessable'>;
  session: Pick<SessionService, 'open'>;
  confirmation: Pick<EmailConfirmationService, 'post'>;
  /** Records consent to the terms and the privacy notice. */
  acceptAll: AcceptAll;
  quota: Quota;
}) => {
  const { accounts, passwords, session, confirmation, acceptAll, quota } = needs;
  return {
    /** Creates an account and signs it in. Throws Conflict or LimitReached. */
    async signUp({ name, email, password, partner = '' }: SigningUp, device: Device): Promise<SignedIn> {
      await passwords.refuseGuessable(password, email);
      await quota.use(subscriberOf(device.address));
      const partnerId = isId(partner) ? partner : null;
      const account = { email, firstName: name, partnerId, passwordHash: await passwords.hash(password) };
      const accountId = await accounts.insert(account, async (id, within) => {
        await acceptAll(id, device, within);
        await confirmation.post(id, { within });
      });
      if (accountId === null) throw new Conflict(DUPLICATE);
      return session.open(accountId, false, device);
    },
  };
};
