import { isId } from '@nascente/contract/conventions';
import type { Group as GroupAnswer, GroupMeter } from '@nascente/contract/groups';
import type { Instant } from '@nascente/domain/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { DaysReader } from '../consumption/index.ts';
import { viewerOf } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import type { Group } from './group.ts';
import { priceMembers, toGroup, toGroupMeters } from './group-answer.ts';
import { type AskedDays, countGroups } from './group-days.ts';
import type { GroupsRepository } from './groups.repository.ts';

export const GROUP_NOT_FOUND = 'Grupo não encontrado.';

export interface GroupsService {
  /** By name, with their totals; every meter is read once. */
  list(caller: Caller, asked: AskedDays): Promise<GroupAnswer[]>;
  /** Throws the same NotFound for an absent group and for another customer's. */
  read(caller: Caller, id: string, asked: AskedDays): Promise<{ group: GroupAnswer; meters: GroupMeter[] }>;
}

/** A group that the caller may see. */
export const findGroup = async (groups: GroupsRepository, caller: Caller, id: string): Promise<Group> => {
  const group = isId(id) ? await groups.find(viewerOf(caller), id) : null;
  if (group === null) throw new NotFound(GROUP_NOT_FOUND);
  return group;
};

export const createGroupsService = (needs: {
  groups: GroupsRepository;
  days: DaysReader;
  tariffs: TariffsService;
  clock: () => Instant;
}): GroupsService => {
  const { groups, days, tariffs, clock } = needs;

  const answers = async (found: readonly Group[], asked: AskedDays) => {
    const counted = await countGroups(days, found, asked, clock());
    const priced = await priceMembers(tariffs, counted);
    return counted.map((one, index) => ({ one, parts: priced[index] ?? [] }));
  };

  return {
    async list(caller, asked) {
      requirePermission(caller, 'see-groups');
      const all = await answers(await groups.list(viewerOf(caller)), asked);
      return all.map(({ one, parts }) => toGroup(one, parts));
    },
    async read(caller, id, asked) {
      requirePermission(caller, 'see-groups');
      const [answer] = await answers([await findGroup(groups, caller, id)], asked);
      if (answer === undefined) throw new NotFound(GROUP_NOT_FOUND);
      const { one, parts } = answer;
      return { group: toGroup(one, parts), meters: toGroupMeters(one, parts) };
    },
  };
};
