import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Registry } from 'prom-client';
import { composeAccess } from './compose-access.ts';
import { composeEstablishments } from './compose-establishments.ts';
import { composeMetering } from './compose-metering.ts';
import { composePeople } from './compose-people.ts';
import type { Config } from './config.ts';
import { createAuditTrail } from './people/audit/index.ts';
import type { ReadDatabase } from './platform/database/connections/read-database.ts';
import { createEditTurns } from './platform/database/edit-turns.ts';
import type { Database } from './platform/database/open-database.ts';
import { createEditGuard } from './platform/http/edit-guard.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import { createMail } from './platform/mail/mail.ts';
import type { BoundedProcesses } from './platform/workers/bounded-processes.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';
import { publicUrlOf } from './public-url.ts';
import { createMetersFeature } from './sites/meters/index.ts';

export type Features = ReturnType<typeof composeFeatures>;

/** Everything that answers calls, apart from the live feed. */
export const composeFeatures = (needs: {
  database: Database;
  reading: ReadDatabase;
  threads: WorkerThreads;
  processes: BoundedProcesses;
  config: Config;
  jobs: JobRunner;
  registry: Registry;
  clock: () => Instant;
  log: Log;
}) => {
  const { database, reading, threads, processes, config, jobs, registry, clock, log } = needs;
  const meters = createMetersFeature({
    database,
    audit: createAuditTrail({ db: database.db, clock }),
    clock,
    mostMeters: config.mostMeters,
    claimCodes: config.claimCodes,
  });
  const { directory, releasing } = meters;
  const { secondBrand: brandRule, smtpUrl, mailFrom: from } = config;
  const mail = createMail({ smtpUrl, from, jobs, database, clock, log });
  const access = composeAccess({
    database,
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
  const people = composePeople({ config, database, mail, ...access, clock, log });
  const establishments = composeEstablishments({
    config,
    database,
    meters,
    audit: access.audit,
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
    audit: access.audit,
    announce: access.session.access.announce,
    jobs,
    clock,
    log,
    retentionDays: config.retentionDays,
    publicUrl: config.publicUrl,
    letterUrl: publicUrlOf(config),
    privateWebhooks: config.privateWebhooks,
    boardPorts: { plain: config.mqttPort, tls: config.tls === null ? null : config.mqttTlsPort },
  });
  const { session, verifier } = access;
  const bound = [...access.bound, meters, ...establishments.bound, ...metering.bound, ...people.bound];
  const edits = createEditGuard({
    inTurn: createEditTurns(database.db),
    lastEdit: access.audit.lastEdit,
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
