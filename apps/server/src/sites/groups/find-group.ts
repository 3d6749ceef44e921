import { isId } from '@nascente/contract/base/conventions';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { viewerOf } from '../meters/index.ts';
import type { Group } from './group.ts';
import type { GroupsRepository } from './groups.repository.ts';

export const GROUP_NOT_FOUND = 'Grupo não encontrado.';

/** A group that the caller may see. Throws the same NotFound for an absent group and for another customer's. */
export const findGroup = async (groups: GroupsRepository, caller: Caller, id: string): Promise<Group> => {
  const group = isId(id) ? await groups.find(viewerOf(caller), id) : null;
  if (group === null) throw new NotFound(GROUP_NOT_FOUND);
  return group;
};
