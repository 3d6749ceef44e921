import { createHash } from 'node:crypto';
import type { BodyOf } from '@nascente/contract/base/call';
import type { createLocation } from '@nascente/contract/sites/establishments';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { maskCep } from '@nascente/domain/sites/registry/cep';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { RecordEstablishmentChange } from './establishment-audit-events.ts';
import { createEstablishmentOwners } from './establishment-owners.ts';
import { createEstablishmentsRepository } from './establishments.repository.ts';
import { createOwnersRepository } from './owners.repository.ts';

/** Time in which an equal request is a repetition, by a click or a retry; later it creates a second establishment. */
export const REPEATED_WITHIN_MS = MINUTE_MS;

/** Identifies a repeated request. */
export const hashOf = (request: object): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest();

type NewLocation = BodyOf<typeof createLocation>;

interface SeededLocation {
  readonly code: string;
  readonly location: Omit<NewLocation, 'owner'>;
}

const prepare = async (
  within: Connection,
  caller: Caller,
  { owner, postalCode, ...said }: NewLocation,
  maxEstablishments: number,
): Promise<{ ownerId: string; location: SeededLocation['location'] }> => {
  requirePermission(caller, 'create-establishment');
  const ownerId = await createEstablishmentOwners(createOwnersRepository(within), maxEstablishments).ownerFor(
    caller,
    owner,
  );
  return { ownerId, location: { ...said, postalCode: maskCep(postalCode) } };
};

interface Within {
  readonly within: Connection;
  readonly recordChange: RecordEstablishmentChange;
  /** Maximum establishments of one account. */
  readonly maxEstablishments: number;
}

/** Creates a location within a transaction. @returns the id (`code`) and the location */
export const seedLocation = async (
  { within, recordChange, maxEstablishments }: Within,
  caller: Actor,
  input: NewLocation,
): Promise<SeededLocation> => {
  const { ownerId, location } = await prepare(within, caller, input, maxEstablishments);
  const code = await createEstablishmentsRepository(within).insertLocation({ ...location, ownerId });
  await recordChange(within, 'establishment-created', caller, { ownerId, name: location.name });
  return { code, location };
};

/** Like `seedLocation`, but a request repeated within a minute creates no second one, unless the first was changed meanwhile. */
export const seedLocationIfMissing = async (
  { within, recordChange, maxEstablishments }: Within,
  caller: Actor,
  input: NewLocation,
  now: Instant,
): Promise<SeededLocation> => {
  const { ownerId, location } = await prepare(within, caller, input, maxEstablishments);
  const establishments = createEstablishmentsRepository(within);
  await establishments.holdOwner(ownerId);
  const hash = hashOf(location);
  const existingId = await establishments.locationOf(ownerId, hash, new Date(now - REPEATED_WITHIN_MS));
  if (existingId !== null) return { code: existingId, location };
  const code = await establishments.insertLocation({ ...location, ownerId }, { hash, at: new Date(now) });
  await recordChange(within, 'establishment-created', caller, { ownerId, name: location.name });
  return { code, location };
};
