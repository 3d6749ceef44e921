import { isMember } from '@nascente/domain/energy/subjects/group-members';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { viewerOf } from '../meters/index.ts';
import type { Group } from './group.ts';
import type { GroupsRepository } from './groups.repository.ts';

export type GroupsService = ReturnType<typeof createGroupsService>;

/** Groups without their consumption. */
export const createGroupsService = (groups: GroupsRepository) => ({
  /** Groups with a due date. @param macs - the groups' present meters must all be in this list; null: no filter. */
  async dues(caller: Caller, macs: readonly string[] | null) {
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
