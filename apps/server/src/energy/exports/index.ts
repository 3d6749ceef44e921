import type { Instant } from '@nascente/domain/base/time/zone';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { ConsumptionReader, SubjectPrices } from '../consumption/index.ts';
import { createExcludedRepository } from './excluded.repository.ts';
import { createExportService } from './export.service.ts';
import { bindExports } from './exports.routes.ts';

interface ExportsFeature {
  register(app: CallBinder): void;
}

export const createExportsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  reading: Pick<ReadDatabase, 'connectionString'>;
  threads: WorkerThreads;
  reader: ConsumptionReader;
  prices: Pick<SubjectPrices, 'ofDays' | 'postsOf'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ExportsFeature => {
  const { database, threads, ...others } = needs;
  const thread = threads.streams({
    module: new URL('./exports.worker.ts', import.meta.url),
    settings: {},
  });
  const service = createExportService({
    thread,
    excluded: createExcludedRepository(database.pool),
    ...others,
  });
  return { register: (app) => bindExports(app, service) };
};
