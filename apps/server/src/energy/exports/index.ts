import { exportReadings } from '@nascente/contract/energy/exports';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { ConsumptionReader, SubjectPrices } from '../consumption/index.ts';
import { createExportService, type ExportService } from './export.service.ts';
import { createExcludedRepository } from './set-aside.repository.ts';

const bindExports = (app: CallBinder, exports: ExportService): void => {
  bindCall(app, exportReadings, ({ caller, params, query, requireThroughout }) => {
    requireThroughout(() => exports.requireMeter(caller, params.mac));
    return exports.ofMeter(caller, params.mac, query);
  });
};

export const createExportsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  reading: Pick<ReadDatabase, 'connectionString'>;
  threads: WorkerThreads;
  reader: ConsumptionReader;
  prices: Pick<SubjectPrices, 'ofDays' | 'postsOf'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
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
  return { register: (app: CallBinder): void => bindExports(app, service) };
};
