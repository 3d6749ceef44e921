import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Config } from './config.ts';
import type { AuditTrail } from './people/audit/index.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import { createEstablishmentsFeature, type EstablishmentsService } from './sites/establishments/index.ts';
import { createImagesFeature } from './sites/images/index.ts';
import { createLookupsFeature } from './sites/lookups/index.ts';
import type { MetersFeature } from './sites/meters/index.ts';
import { createRegistrationFeature } from './sites/registration/index.ts';

export type EstablishmentsConfig = Pick<
  Config,
  | 'cnpjApiUrl'
  | 'cnpjFallbackUrl'
  | 'cepApiUrl'
  | 'cepFallbackUrl'
  | 'refrigerationPanelUrl'
  | 'mostEstablishments'
> & {
  /** How long a public register may take. */
  readonly lookupTimeoutMs?: number;
};

interface Establishments {
  readonly establishments: EstablishmentsService;
  readonly removeUnusedImages: () => Promise<void>;
  readonly bound: readonly { register(app: CallBinder): void }[];
}

/** Where meters are: establishments, and what helps to fill in their forms. To be called before the jobs start. */
export const composeEstablishments = (needs: {
  config: EstablishmentsConfig;
  database: Pick<Database, 'db' | 'changes'>;
  meters: Pick<MetersFeature, 'directory' | 'installing' | 'claims'>;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'schedule'>;
  clock: () => Instant;
  log: Log;
}): Establishments => {
  const { config, database, meters, audit, jobs, clock, log } = needs;
  const { directory, installing, claims } = meters;
  const { refrigerationPanelUrl, mostEstablishments } = config;
  const establishments = createEstablishmentsFeature({
    database,
    directory,
    audit,
    clock,
    refrigerationPanelUrl,
    mostEstablishments,
  });
  const registration = createRegistrationFeature({
    database,
    directory,
    installing,
    claims,
    audit,
    mostEstablishments,
  });
  const lookups = createLookupsFeature({ database, config, clock, log, timeoutMs: config.lookupTimeoutMs });
  const images = createImagesFeature({ database, jobs, clock });
  const { removeUnused: removeUnusedImages } = images;
  const bound = [establishments, registration, lookups, images];
  return { establishments: establishments.service, removeUnusedImages, bound };
};
