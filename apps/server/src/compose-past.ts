import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionFeature, SubjectPrices } from './energy/consumption/index.ts';
import { createCorrectionsFeature } from './energy/corrections/index.ts';
import { createPastImportsFeature } from './energy/past-imports/index.ts';
import type { EstablishmentPostsReader } from './energy/tou-periods/index.ts';
import type { AuditTrail } from './people/audit/index.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/calls/bind-call.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';
import { createMeterPastFeature, type MeterDirectory } from './sites/meters/index.ts';
import type { TariffsService } from './sites/tariffs/index.ts';
import { measuredAt, type SeriesFeature } from './telemetry/series/index.ts';

/** A meter's past, and what changes it: corrections of what it measured, and imports of what others did. */
export const composePast = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  directory: MeterDirectory;
  consumption: Pick<ConsumptionFeature, 'reader' | 'months'>;
  tariffs: TariffsService;
  series: SeriesFeature;
  prices: SubjectPrices;
  posts: EstablishmentPostsReader;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
}): { readonly bound: readonly { register(app: CallBinder): void }[] } => {
  const { reader, months } = needs.consumption;
  const corrections = createCorrectionsFeature({ ...needs, reader });
  const imports = createPastImportsFeature(needs);
  return { bound: [createMeterPastFeature({ ...needs, months, measuredAt }), corrections, imports] };
};
