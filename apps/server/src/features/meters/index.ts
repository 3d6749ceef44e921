import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import { createBoardsService } from './boards.service.ts';
import { createInstallationsRepository } from './installations.repository.ts';
import { createInstallationsService } from './installations.service.ts';
import { createInventoryRepository } from './inventory.repository.ts';
import { createMeterDirectory, type MeterDirectory } from './meter-directory.ts';
import { bindMeters } from './meters.routes.ts';
import { createVisibleMetersRepository } from './visible-meters.repository.ts';

export type { BoardType, Meter, MeterState } from './meter.ts';
export type { MeterChange, MeterDirectory } from './meter-directory.ts';
export { type Scope, type Viewer, viewerOf } from './visibility.ts';

export interface MetersFeature {
  readonly directory: MeterDirectory;
  register(app: CallBinder): void;
}

export const createMetersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  clock: () => Instant;
}): MetersFeature => {
  const { database, clock } = needs;
  const inventory = createInventoryRepository(database.db);
  const installations = createInstallationsRepository(database.db);
  const directory = createMeterDirectory({ meters: createVisibleMetersRepository(database.pool) });
  const boards = createBoardsService({ inventory });
  const service = createInstallationsService({ installations, inventory, directory, clock });
  return { directory, register: (app) => bindMeters(app, boards, service) };
};
