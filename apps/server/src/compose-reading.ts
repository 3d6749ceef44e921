import type { Instant } from '@nascente/domain/base/time/zone';
import { type ConsumptionFeature, createConsumptionFeature } from './energy/consumption/index.ts';
import {
  createGroupConsumptionFeature,
  type GroupConsumptionService,
} from './energy/group-consumption/index.ts';
import type { EstablishmentPostsReader } from './energy/tou-periods/index.ts';
import { type ApportionmentService, createApportionmentFeature } from './money/apportionment/index.ts';
import { type BillsFeature, createBillsFeature } from './money/bills/index.ts';
import type { AuditTrail } from './people/audit/index.ts';
import type { ReadDatabase } from './platform/database/connections/read-database.ts';
import type { Database } from './platform/database/open-database.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { BoundedProcesses } from './platform/workers/bounded-processes.ts';
import type { WorkerThreads } from './platform/workers/worker-threads.ts';
import type { EstablishmentFactsRepository, EstablishmentsService } from './sites/establishments/index.ts';
import type { GroupsRepository } from './sites/groups/index.ts';
import type { MetersFeature } from './sites/meters/index.ts';
import type { TariffsFeature } from './sites/tariffs/index.ts';
import { createMeterDays } from './telemetry/series/index.ts';

interface Reading {
  readonly reader: ConsumptionFeature['reader'];
  readonly bills: Pick<BillsFeature, 'service' | 'prices'>;
  readonly groupConsumption: GroupConsumptionService;
  readonly apportionment: ApportionmentService;
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
  groups: GroupsRepository;
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
  const shared = { groups: needs.groups, bills, consumption, tariffs: prices, clock };
  return {
    reader,
    bills,
    groupConsumption: createGroupConsumptionFeature({ ...shared, prices: bills.prices }).service,
    apportionment: createApportionmentFeature(shared).service,
  };
};
