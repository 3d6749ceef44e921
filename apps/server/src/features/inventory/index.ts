import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createBoardPastRepository } from './board-past.repository.ts';
import { createInventoryRepository } from './inventory.repository.ts';
import { bindInventory } from './inventory.routes.ts';
import { createInventoryService } from './inventory.service.ts';
import { createProvisioningService } from './provisioning.service.ts';

export { type ConnectionLog, createConnectionLog } from './connection-log.ts';
export { hashDeviceKey, newDeviceKey } from './device-keys.ts';

export interface InventoryFeature {
  register(app: CallBinder): void;
}

/** All boards there are, wherever they are: an Admin's. */
export const createInventoryFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: Pick<MeterDirectory, 'announce'>;
  audit: AuditTrail;
  clock: () => Instant;
}): InventoryFeature => {
  const { directory, audit, clock } = needs;
  const { db } = needs.database;
  const boards = createInventoryRepository(db);
  const service = createInventoryService({ boards, past: createBoardPastRepository(db), clock });
  const provisioning = createProvisioningService({ db, audit, announce: directory.announce });
  return { register: (app) => bindInventory(app, service, provisioning) };
};
