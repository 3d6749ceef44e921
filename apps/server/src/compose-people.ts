import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Config } from './config.ts';
import { createMailboxFeature } from './operations/mailbox/index.ts';
import type { AccountsFeature } from './people/accounts/index.ts';
import type { AuditTrail } from './people/audit/index.ts';
import type { AcceptAll } from './people/consents/index.ts';
import {
  createEmailConfirmationFeature,
  type EmailConfirmationService,
} from './people/email-confirmation/index.ts';
import { createFeedbackFeature, type FeedbackService } from './people/feedback/index.ts';
import { createRecoveryFeature, type DenialWitness, type PasswordWitness } from './people/recovery/index.ts';
import type { SessionFeature } from './people/session/index.ts';
import { createSignUpFeature } from './people/sign-up/index.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import type { Mail } from './platform/mail/mail.ts';
import { publicUrlOf } from './public-url.ts';

export type PeopleConfig = Pick<
  Config,
  'port' | 'publicUrl' | 'tls' | 'httpsPort' | 'trustProxy' | 'localMailbox' | 'supportEmail' | 'secondBrand'
>;

interface People {
  readonly confirmation: EmailConfirmationService;
  readonly feedback: FeedbackService;
  readonly bound: readonly { register(app: CallBinder): void }[];
}

/** What people do with their account by mail. To be called before the jobs start. */
export const composePeople = (needs: {
  config: PeopleConfig;
  database: Pick<Database, 'db'>;
  mail: Mail;
  accounts: AccountsFeature;
  session: SessionFeature;
  audit: AuditTrail;
  clock: () => Instant;
  log: Log;
  /** Of passwords changed by a recovery link. */
  passwordWitness?: PasswordWitness;
  denialWitness?: DenialWitness;
  acceptAll: AcceptAll;
}): People => {
  const { config, database, mail, accounts, clock, log } = needs;
  const { session } = needs;
  const publicUrl = publicUrlOf(config);
  const brandRule = config.secondBrand;
  const { supportEmail } = config;
  const confirmation = createEmailConfirmationFeature({ database, mail, clock, publicUrl, brandRule });
  const signUp = createSignUpFeature({
    database,
    accounts: accounts.service,
    session,
    confirmation: confirmation.service,
    acceptAll: needs.acceptAll,
    clock,
  });
  const recovery = createRecoveryFeature({
    database,
    audit: needs.audit,
    mail,
    session,
    witness: needs.passwordWitness,
    denialWitness: needs.denialWitness,
    clock,
    publicUrl,
    brandRule,
  });
  const feedback = createFeedbackFeature({ database, mail, clock, log, supportEmail });
  const mailbox = createMailboxFeature({ mail, config });
  return {
    confirmation: confirmation.service,
    feedback: feedback.service,
    bound: [confirmation, signUp, recovery, feedback, mailbox],
  };
};
