import type { Instant } from '@nascente/domain/time/zone';
import type { AuditTrail } from './features/audit/index.ts';
import type { ConsumptionFeature, MeterPrices } from './features/consumption/index.ts';
import { createCorrectionsFeature } from './features/corrections/index.ts';
import { createMeterPastFeature, type MeterDirectory } from './features/meters/index.ts';
import { createPastImportsFeature } from './features/past-imports/index.ts';
import type { SeriesFeature } from './features/series/index.ts';
import type { TariffsService } from './features/tariffs/index.ts';
import type { Database } from './platform/database/open-database.ts';
import type { CallBinder } from './platform/http/bind-call.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';

/** A meter's past, and what changes it: corrections of what it measured, and imports of what others did. */
export const composePast = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  directory: MeterDirectory;
  consumption: Pick<ConsumptionFeature, 'reader' | 'months'>;
  tariffs: TariffsService;
  series: SeriesFeature;
  prices: MeterPrices;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
}): { readonly bound: readonly { register(app: CallBinder): void }[] } => {
  const { reader, months } = needs.consumption;
  const corrections = createCorrectionsFeature({ ...needs, reader });
  const imports = createPastImportsFeature(needs);
  return { bound: [createMeterPastFeature({ ...needs, months }), corrections, imports] };
};
