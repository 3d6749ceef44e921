import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createGroupEditing } from './group-editing.service.ts';
import { createGroupsRepository, type GroupsRepository } from './groups.repository.ts';
import { bindGroups, type ReadGroup } from './groups.routes.ts';
import { createGroupsService, type GroupsService } from './groups.service.ts';

export { findGroup } from './find-group.ts';
export type { Group, Member } from './group.ts';
export type { GroupsRepository } from './groups.repository.ts';
export type { GroupsService } from './groups.service.ts';

interface GroupsFeature {
  readonly repository: GroupsRepository;
  readonly service: GroupsService;
  register(app: CallBinder, readGroup: ReadGroup): void;
}

export const createGroupsFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}): GroupsFeature => {
  const { database, directory, audit, clock } = needs;
  const repository = createGroupsRepository(database);
  const editing = createGroupEditing({ db: database.db, groups: repository, directory, audit, clock });
  return {
    repository,
    service: createGroupsService(repository),
    register: (app, readGroup) => bindGroups(app, editing, readGroup),
  };
};
