import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createBoardAdaptersService } from './board-adapters.service.ts';
import { bindRegisters } from './registers.routes.ts';
import { createRegistersService } from './registers.service.ts';

export { openAdaptedStore } from './adapted-store.ts';

interface RegistersFeature {
  register(app: CallBinder): void;
}

/** Boards that count by registers: how they are read, and what became of each step. */
export const createRegistersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  directory: Pick<MeterDirectory, 'announce' | 'findVisible'>;
  audit: AuditTrail;
  clock: () => Instant;
  retentionDays: number;
}): RegistersFeature => {
  const { database, directory, audit, clock, retentionDays } = needs;
  const adaptersService = createBoardAdaptersService({ db: database.db, directory, audit, clock });
  const service = createRegistersService({ pool: database.pool, directory, audit, clock, retentionDays });
  return { register: (app) => bindRegisters(app, adaptersService, service) };
};
