import type { BodyOf } from '@nascente/contract/call';
import type { createLocation } from '@nascente/contract/establishments';
import { maskCep } from '@nascente/domain/registry/cep';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createEstablishmentsRepository } from './establishments.repository.ts';
import { createLocationOwners } from './location-owners.ts';
import { createOwnersRepository } from './owners.repository.ts';

export type NewLocation = BodyOf<typeof createLocation>;

/** A new location within a transaction. @returns its id. */
export const seedLocation = async (
  within: Connection,
  caller: Caller,
  { owner, postalCode, ...said }: NewLocation,
): Promise<{ code: string; location: Omit<NewLocation, 'owner'> }> => {
  requirePermission(caller, 'create-establishment');
  const location = { ...said, postalCode: maskCep(postalCode) };
  const ownerId = await createLocationOwners(createOwnersRepository(within)).ownerFor(caller, owner);
  const code = await createEstablishmentsRepository(within).insertLocation({ ...location, ownerId });
  return { code, location };
};
