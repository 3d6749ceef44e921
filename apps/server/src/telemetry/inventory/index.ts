import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { MeterDirectory, Releasing } from '../../sites/meters/index.ts';
import { createAssigningService } from './assigning.service.ts';
import { createBoardPastRepository } from './board-past.repository.ts';
import { createConnectingRepository } from './connecting.repository.ts';
import { type BoardPorts, createConnectingService } from './connecting.service.ts';
import { createInventoryRepository } from './inventory.repository.ts';
import { bindInventory } from './inventory.routes.ts';
import { createInventoryService } from './inventory.service.ts';
import { createProvisioningService } from './provisioning.service.ts';
import { createReleaseService } from './release.service.ts';
import { createReleasePost } from './release-post.ts';

export type { BoardPorts } from './connecting.service.ts';
export { createConnectionLog } from './connection-log.ts';

/** All boards there are, wherever they are: an Admin's. */
export const createInventoryFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: Pick<MeterDirectory, 'announce' | 'findVisible' | 'settle'>;
  releasing: Releasing;
  mail: Pick<Mail, 'kind'>;
  brandRule: readonly string[];
  audit: AuditTrail;
  /** At which boards connect. */
  boardPorts: BoardPorts;
  publicUrl: string | null;
  clock: () => Instant;
}) => {
  const { directory, audit, releasing, clock, publicUrl } = needs;
  const { db } = needs.database;
  const boards = createInventoryRepository(db);
  const service = createInventoryService({ boards, past: createBoardPastRepository(db), clock });
  const provisioning = createProvisioningService({ db, audit, announce: directory.announce, publicUrl });
  const assigning = createAssigningService({ db, audit });
  const post = createReleasePost(needs);
  const release = createReleaseService({ db, releasing, post, directory });
  const connecting = createConnectingService({
    repository: createConnectingRepository(db),
    directory,
    ports: needs.boardPorts,
  });
  const services = { inventory: service, provisioning, assigning, release, connecting };
  return { register: (app: CallBinder): void => bindInventory(app, services) };
};
