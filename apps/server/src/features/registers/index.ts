import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createBoardAdaptersRepository } from './board-adapters.repository.ts';
import { createBoardAdaptersService } from './board-adapters.service.ts';
import { bindRegisters } from './registers.routes.ts';
import { createRegistersService } from './registers.service.ts';

export { openAdaptedStore } from './adapted-store.ts';

export interface RegistersFeature {
  register(app: CallBinder): void;
}

/** Boards that count by registers: how they are read, and what became of each step. */
export const createRegistersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  directory: Pick<MeterDirectory, 'announce' | 'findVisible'>;
  clock: () => Instant;
  retentionDays: number;
}): RegistersFeature => {
  const { database, directory, clock, retentionDays } = needs;
  const adapters = createBoardAdaptersRepository(database.db);
  const adaptersService = createBoardAdaptersService({ adapters, directory, clock });
  const service = createRegistersService({ pool: database.pool, directory, clock, retentionDays });
  return { register: (app) => bindRegisters(app, adaptersService, service) };
};
