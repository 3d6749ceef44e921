import {
  createGroup,
  editGroup,
  type Group as GroupAnswer,
  removeGroup,
} from '@nascente/contract/sites/groups';
import type { Instant } from '@nascente/domain/base/time/zone';
import { isMember } from '@nascente/domain/energy/subjects/group-members';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type MeterDirectory, viewerOf } from '../meters/index.ts';
import type { Group } from './group.ts';
import { createGroupEditing, type GroupEditing } from './group-editing.service.ts';
import { createGroupsRepository, type GroupsRepository } from './groups.repository.ts';

export type { Group, Member } from './group.ts';
export { findGroup } from './group-editing.service.ts';
export type { GroupsRepository } from './groups.repository.ts';

export type GroupsService = ReturnType<typeof createGroupsService>;

/** Groups without their consumption. */
const createGroupsService = (groups: GroupsRepository) => ({
  /** Groups with a due date. @param macs - the groups' present meters must all be in this list; null: no filter. */
  async dueTimes(caller: Caller, macs: readonly string[] | null) {
    requirePermission(caller, 'see-groups');
    const isAmong = ({ members }: Group): boolean => {
      if (macs === null) return true;
      const present = members.filter(isMember);
      return present.length > 0 && present.every(({ mac }) => macs.includes(mac));
    };
    return (await groups.list(viewerOf(caller))).filter((group) => group.due !== null && isAmong(group));
  },
  /** Id, name and owner. */
  async named(caller: Caller): Promise<readonly Pick<Group, 'id' | 'name' | 'ownerId'>[]> {
    requirePermission(caller, 'see-own-meters');
    return groups.list(viewerOf(caller));
  },
});

/** Answers a group with its consumption and cost; `energy` implements it. */
type ReadGroup = (caller: Caller, id: string) => Promise<GroupAnswer>;

const bindGroups = (app: CallBinder, editing: GroupEditing, readGroup: ReadGroup): void => {
  bindCall(app, createGroup, async ({ caller, body, request }) => {
    const id = await editing.create({ caller, device: deviceOf(request) }, body);
    return { group: await readGroup(caller, id) };
  });
  bindCall(app, editGroup, async ({ caller, body, request }) => {
    await editing.change({ caller, device: deviceOf(request) }, body.group);
    return { group: await readGroup(caller, body.group._id) };
  });
  bindCall(app, removeGroup, ({ caller, params, request }) =>
    editing.remove({ caller, device: deviceOf(request) }, params.id),
  );
};

export const createGroupsFeature = (needs: {
  database: Pick<Database, 'db' | 'pool' | 'changes'>;
  directory: MeterDirectory;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { database, directory, audit, clock } = needs;
  const repository = createGroupsRepository(database);
  const editing = createGroupEditing({ db: database.db, groups: repository, directory, audit, clock });
  return {
    repository,
    service: createGroupsService(repository),
    register: (app: CallBinder, readGroup: ReadGroup) => bindGroups(app, editing, readGroup),
  };
};
