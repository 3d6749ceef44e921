import { composeAccess } from './compose-access.ts';
import { composeMetering } from './compose-metering.ts';
import type { Config } from './config.ts';
import { publicUrlOf } from './config.ts';
import { createMailboxFeature } from './operations/mailbox/index.ts';
import type { AccountsFeature } from './people/accounts/index.ts';
import { type AuditTrail, createAuditTrail } from './people/audit/index.ts';
import type { AcceptAllConsents } from './people/consents/index.ts';
import { createEmailConfirmationFeature } from './people/email-confirmation/index.ts';
import { createFeedbackFeature } from './people/feedback/index.ts';
import { createRecoveryFeature, type DenialWitness, type PasswordWitness } from './people/recovery/index.ts';
import type { SessionFeature } from './people/session/index.ts';
import { createSignUpFeature } from './people/sign-up/index.ts';
import type { ReadDatabase } from './platform/database/connections/read-database.ts';
import { createEditTurns } from './platform/database/edit-turns.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import { createEditGuard } from './platform/http/edit-guard.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import { createMail, type Mail } from './platform/mail/mail.ts';
import type { Platform } from './platform/platform.ts';
import type { BoundedProcesses } from './platform/workers/bounded-processes.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';
import { createEstablishmentsFeature } from './sites/establishments/index.ts';
import { createImagesFeature } from './sites/images/index.ts';
import { createLookupsFeature } from './sites/lookups/index.ts';
import { createMetersFeature, type MetersFeature } from './sites/meters/index.ts';
import { createRegistrationFeature } from './sites/registration/index.ts';

export type EstablishmentsConfig = Pick<
  Config,
  | 'cnpjApiUrl'
  | 'cnpjFallbackUrl'
  | 'cepApiUrl'
  | 'cepFallbackUrl'
  | 'refrigerationPanelUrl'
  | 'maxEstablishments'
> & {
  /** Timeout of a request to a company or address registry. */
  readonly lookupTimeoutMs?: number;
};

/** Establishments and the look-ups of their forms. Call it before the jobs start. */
export const composeEstablishments = (
  needs: Pick<Platform, 'clock' | 'db' | 'jobs' | 'log'> & {
    config: EstablishmentsConfig;
    meters: Pick<MetersFeature, 'directory' | 'installing' | 'claims'>;
    audit: AuditTrail;
  },
) => {
  const { config, db, meters, audit, jobs, clock, log } = needs;
  const { directory, installing, claims } = meters;
  const { refrigerationPanelUrl, maxEstablishments } = config;
  const establishments = createEstablishmentsFeature({
    db,
    directory,
    audit,
    clock,
    refrigerationPanelUrl,
    maxEstablishments,
  });
  const registration = createRegistrationFeature({
    db,
    directory,
    installing,
    claims,
    audit,
    maxEstablishments,
  });
  const lookups = createLookupsFeature({ db, config, clock, log, timeoutMs: config.lookupTimeoutMs });
  const images = createImagesFeature({ db, jobs, clock });
  const { removeUnused: removeUnusedImages } = images;
  const bound: readonly { register(app: CallBinder): void }[] = [
    establishments,
    registration,
    lookups,
    images,
  ];
  return { establishments: establishments.service, removeUnusedImages, bound };
};

export type PeopleConfig = Pick<
  Config,
  'port' | 'publicUrl' | 'tls' | 'httpsPort' | 'trustProxy' | 'localMailbox' | 'supportEmail'
>;

/** Account features that work by e-mail. Call it before the jobs start. */
export const composePeople = (
  needs: Pick<Platform, 'clock' | 'db' | 'log'> & {
    config: PeopleConfig;
    mail: Mail;
    accounts: AccountsFeature;
    session: SessionFeature;
    audit: AuditTrail;
    passwordWitness?: PasswordWitness;
    denialWitness?: DenialWitness;
    acceptAllConsents: AcceptAllConsents;
  },
) => {
  const { config, db, mail, accounts, clock, log } = needs;
  const { session } = needs;
  const publicUrl = publicUrlOf(config);
  const { supportEmail } = config;
  const confirmation = createEmailConfirmationFeature({ db, mail, clock, publicUrl });
  const signUp = createSignUpFeature({
    db,
    accounts: accounts.service,
    session,
    confirmation: confirmation.service,
    acceptAllConsents: needs.acceptAllConsents,
    clock,
  });
  const recovery = createRecoveryFeature({
    db,
    audit: needs.audit,
    mail,
    session,
    witness: needs.passwordWitness,
    denialWitness: needs.denialWitness,
    clock,
    publicUrl,
  });
  const feedback = createFeedbackFeature({ db, mail, clock, log, supportEmail });
  const mailbox = createMailboxFeature({ mail, config });
  return {
    confirmation: confirmation.service,
    feedback: feedback.service,
    bound: [confirmation, signUp, recovery, feedback, mailbox],
  };
};

export type Features = ReturnType<typeof composeFeatures>;

/** Everything that answers calls, apart from the live feed. */
export const composeFeatures = (
  needs: Pick<Platform, 'clock' | 'log' | 'registry'> & {
    database: Database;
    reading: ReadDatabase;
    threads: WorkerThreads;
    processes: BoundedProcesses;
    config: Config;
    jobs: JobRunner;
  },
) => {
  const { database, reading, threads, processes, config, jobs, registry, clock, log } = needs;
  const { db } = database;
  const meters = createMetersFeature({
    database,
    audit: createAuditTrail({ db, clock }),
    clock,
    maxMeters: config.maxMeters,
    claimCodes: config.claimCodes,
  });
  const { directory, releasing } = meters;
  const { secondBrand: brandRule, smtpUrl, mailFrom: from } = config;
  const mail = createMail({ smtpUrl, from, brandRule, jobs, db, clock, log });
  const access = composeAccess({
    db,
    reading,
    mail,
    publicUrl: publicUrlOf(config),
    brandRule,
    isAdminHeld: config.isAdminHeld,
    oidc: config.oidc,
    breachedPasswordsFile: config.breachedPasswordsFile,
    directory,
    jobs,
    registry,
    clock,
    log,
  });
  const { accounts, session, audit, passwordWitness, denialWitness, acceptAllConsents, verifier } = access;
  const people = composePeople({
    config,
    db,
    mail,
    accounts,
    session,
    audit,
    passwordWitness,
    denialWitness,
    acceptAllConsents,
    clock,
    log,
  });
  const establishments = composeEstablishments({
    config,
    db,
    meters,
    audit,
    jobs,
    clock,
    log,
  });
  const metering = composeMetering({
    database,
    reading,
    threads,
    processes,
    directory,
    releasing,
    mail,
    brandRule,
    establishments: establishments.establishments,
    audit,
    announce: session.access.announce,
    jobs,
    clock,
    log,
    retentionDays: config.retentionDays,
    publicUrl: publicUrlOf(config),
    configuredUrl: config.publicUrl,
    privateWebhooks: config.privateWebhooks,
    boardPorts: { plain: config.mqttPort, tls: config.tls === null ? null : config.mqttTlsPort },
  });
  const bound = [...access.bound, meters, ...establishments.bound, ...metering.bound, ...people.bound];
  const edits = createEditGuard({
    inTurn: createEditTurns(database.db),
    lastEdit: audit.lastEdit,
  });
  return {
    session,
    verifier,
    edits,
    directory,
    mail,
    alerts: metering.alerts,
    homeStates: metering.homeStates,
    bound,
  };
};
