import { isId } from '@nascente/contract/conventions';
import { may } from '@nascente/domain/people/permissions';
import { InvalidInput, NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { OwnersRepository } from './owners.repository.ts';

const NOT_YOURS = 'Só um administrador cadastra em nome de outra pessoa.';
const NOBODY = 'Escolha o titular na lista.';

export interface PlaceOwners {
  /** Whose a new place will be: the caller's, unless an Admin names another account. */
  ownerFor(caller: Caller, given: string | undefined): Promise<string>;
}

export const createPlaceOwners = (owners: OwnersRepository): PlaceOwners => ({
  async ownerFor({ accountId, profile }, given) {
    if (given === undefined || given === accountId) return accountId;
    if (!may(profile, 'see-every-customer')) throw new NotAllowed(NOT_YOURS);
    if (!isId(given) || !(await owners.mayOwn(given)))
      throw new InvalidInput(NOBODY, [{ path: 'owner', msg: NOBODY }]);
    return given;
  },
});
