import { isId } from '@nascente/contract/base/conventions';
import { may } from '@nascente/domain/people/permissions';
import { invalidField, LimitReached, NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { OwnersRepository } from './owners.repository.ts';

const NOT_YOURS = 'Só um administrador cadastra em nome de outra pessoa.';
const NO_ACCOUNT = 'Escolha o titular na lista.';

const full = (max: number): string =>
  `A conta chegou ao limite de ${max.toLocaleString('pt-BR')} estabelecimentos. Remova um que não usa mais ou peça mais ao administrador.`;

export const createEstablishmentOwners = (owners: OwnersRepository, maxEstablishments: number) => {
  const chosen = async ({ accountId, profile }: Caller, ownerId: string | undefined): Promise<string> => {
    if (ownerId === undefined || ownerId === accountId) return accountId;
    if (!may(profile, 'see-every-customer')) throw new NotAllowed(NOT_YOURS);
    if (!isId(ownerId) || !(await owners.mayOwn(ownerId))) throw invalidField('owner', NO_ACCOUNT);
    return ownerId;
  };
  return {
    /**
     * The owner of a new establishment: the caller, unless an Admin names another account. Throws LimitReached at the owner's
     * limit.
     */
    async ownerFor(caller: Caller, wantedId: string | undefined): Promise<string> {
      const ownerId = await chosen(caller, wantedId);
      if ((await owners.holdEstablishments(ownerId)) >= maxEstablishments)
        throw new LimitReached(full(maxEstablishments));
      return ownerId;
    },
  };
};
