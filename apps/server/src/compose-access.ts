import type { Registry } from 'prom-client';
import { createApiKeysFeature } from './connections/api-keys/index.ts';
import { createOwnDataFeature } from './operations/own-data/index.ts';
import { createAccountFeature } from './people/account/index.ts';
import { createAccountsFeature } from './people/accounts/index.ts';
import { createAdminPeopleFeature } from './people/admin-people/index.ts';
import { createAuditFeature } from './people/audit/index.ts';
import { createConsentsFeature } from './people/consents/index.ts';
import { createCredentialsFeature } from './people/credentials/index.ts';
import { createSecondStepFeature } from './people/second-step/index.ts';
import { createSessionFeature } from './people/session/index.ts';
import { createSingleSignOnFeature, type ProviderConfig } from './people/single-sign-on/index.ts';
import type { ReadDatabase } from './platform/database/connections/read-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { Platform } from './platform/platform.ts';
import { createClientUsersFeature } from './sites/client-users/index.ts';
import type { MeterDirectory } from './sites/meters/index.ts';

/** Call it before the jobs start. */
export const composeAccess = (
  needs: Pick<Platform, 'brandRule' | 'clock' | 'db' | 'log' | 'mail' | 'publicUrl'> & {
    /** Database for the export of a user's own data. */
    reading: ReadDatabase;
    /** Whether an Admin without a second step may only set one up. */
    isAdminHeld: boolean;
    /** Null: no identity provider is configured. */
    oidc: ProviderConfig | null;
    /** Path of a file with sorted SHA-1 hashes of breached passwords, which are refused. */
    breachedPasswordsFile?: string | null | undefined;
    directory: MeterDirectory;
    jobs: Pick<JobRunner, 'schedule' | 'queue'>;
    /** Undefined: no metrics. */
    registry?: Registry | undefined;
  },
) => {
  const { db, mail, publicUrl, brandRule, directory, jobs, clock, log } = needs;
  const auditing = createAuditFeature({ db, jobs, clock });
  const { trail: audit, witness } = auditing;
  const accounts = createAccountsFeature({ db, brandRule });
  const secondStep = createSecondStepFeature({
    db,
    accounts: accounts.service,
    audit,
    mail,
    publicUrl,
    clock,
  });
  const singleSignOn = createSingleSignOnFeature({
    db,
    accounts: accounts.service,
    audit,
    config: needs.oidc,
    publicUrl,
    jobs,
    clock,
    log,
  });
  const session = createSessionFeature({
    db,
    accounts,
    witness,
    secondStep: secondStep.requestedStep,
    passkeyOrigin: secondStep.passkeyOrigin,
    identityProvider: singleSignOn.identityProvider,
    isAdminHeld: needs.isAdminHeld,
    breachedPasswordsFile: needs.breachedPasswordsFile,
    mail,
    publicUrl,
    clock,
    log,
  });
  const keys = createApiKeysFeature({
    db,
    session,
    audit,
    mail,
    jobs,
    publicUrl,
    registry: needs.registry,
    clock,
  });
  const account = createAccountFeature({ db, accounts: accounts.service, session, audit, clock });
  const ownData = createOwnDataFeature({
    db,
    reading: needs.reading,
    jobs,
    session,
    audit,
    directory,
    clock,
  });
  const consents = createConsentsFeature({ db, audit, clock });
  const clients = createClientUsersFeature({
    acceptAllConsents: consents.acceptAllConsents,
    db,
    mail,
    accounts: accounts.service,
    session,
    audit,
    directory,
    clock,
    publicUrl,
  });
  const people = createAdminPeopleFeature({ db, session, audit, clock });
  const { followProfile } = people;
  const { proveByPasskey } = secondStep;
  const credentials = createCredentialsFeature({ db, audit, session, proveByPasskey });
  const byProvider = singleSignOn.bindTo({ session, followProfile });
  const signInMethods = [secondStep.bindTo(session), byProvider];
  const bound: readonly { register(app: CallBinder): void }[] = [
    accounts,
    session,
    ...signInMethods,
    credentials,
    auditing,
    keys,
    account,
    ownData,
    consents,
    clients,
    people,
  ];
  const { passwordChanged: passwordWitness, signInDenied: denialWitness } = auditing;
  const { verifier, notifyEnding: notifyEndingKeys } = keys;
  return {
    accounts,
    session,
    audit,
    verifier,
    notifyEndingKeys,
    /** Asks the identity provider to confirm the linked accounts. */
    checkProvider: byProvider.check,
    passwordWitness,
    denialWitness,
    acceptAllConsents: consents.acceptAllConsents,
    bound,
  };
};
