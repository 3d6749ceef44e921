import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { ConsumptionReader } from '../consumption/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createExcludedRepository } from './excluded.repository.ts';
import { createExportService } from './export.service.ts';
import { createExportFramesRepository } from './export-frames.repository.ts';
import { createExportQuartersRepository } from './export-quarters.repository.ts';
import { bindExports } from './exports.routes.ts';

export interface ExportsFeature {
  register(app: CallBinder): void;
}

export const createExportsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  reader: ConsumptionReader;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ExportsFeature => {
  const { database, ...others } = needs;
  const frames = createExportFramesRepository(database.pool);
  const quarters = createExportQuartersRepository(database.pool);
  const service = createExportService({
    frames,
    quarters,
    excluded: createExcludedRepository(database.pool),
    ...others,
  });
  return { register: (app) => bindExports(app, service) };
};
