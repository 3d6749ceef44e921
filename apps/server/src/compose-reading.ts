import type { Instant } from '@nascente/domain/time/zone';
import type { AuditTrail } from './features/audit/index.ts';
import { type BillsFeature, createBillsFeature } from './features/bills/index.ts';
import { type ConsumptionFeature, createConsumptionFeature } from './features/consumption/index.ts';
import type { EstablishmentFactsRepository, EstablishmentsService } from './features/establishments/index.ts';
import { createGroupsFeature, type GroupsFeature } from './features/groups/index.ts';
import type { MetersFeature } from './features/meters/index.ts';
import type { EstablishmentPostsReader } from './features/posts/index.ts';
import { createMeterDays } from './features/series/index.ts';
import type { TariffsFeature } from './features/tariffs/index.ts';
import type { Database } from './platform/database/open-database.ts';
import type { ReadDatabase } from './platform/database/read-database.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { BoundedProcesses } from './platform/workers/bounded-processes.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';

interface Reading {
  readonly reader: ConsumptionFeature['reader'];
  readonly bills: Pick<BillsFeature, 'service' | 'prices'>;
  readonly groups: Pick<GroupsFeature, 'apportionment' | 'service'>;
}

/**
 * What is made of measured values that may be a moment old: reports and exports take it, and nothing else does. Who may see
 * what, and contracts and tariffs, are read where they are written. (The person's own export reads at the same place:
 * `compose-access.ts`.)
 */
export const composeReading = (needs: {
  reading: ReadDatabase;
  database: Pick<Database, 'db' | 'pool' | 'changes' | 'connectionString'>;
  threads: WorkerThreads;
  processes: BoundedProcesses;
  directory: MetersFeature['directory'];
  establishments: EstablishmentsService;
  facts: EstablishmentFactsRepository;
  tariffs: TariffsFeature;
  posts: EstablishmentPostsReader;
  audit: AuditTrail;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  clock: () => Instant;
}): Reading => {
  const { reading, tariffs, clock } = needs;
  const prices = tariffs.service;
  const series = { days: createMeterDays({ pool: reading.pool, clock }) };
  const consumption = createConsumptionFeature({ ...needs, series, tariffs: prices });
  const { reader, sums, days } = consumption;
  const bills = createBillsFeature({ ...needs, sums, days });
  return { reader, bills, groups: createGroupsFeature({ ...needs, bills, consumption, tariffs: prices }) };
};
