import type { BodyOf } from '@nascente/contract/call';
import { isId } from '@nascente/contract/conventions';
import type { Establishment as Answer, createLocation } from '@nascente/contract/establishments';
import { may } from '@nascente/domain/people/permissions';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type MeterDirectory, viewerOf } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { forMetersOnly, toAnswer } from './establishment-answer.ts';
import type { EstablishmentsRepository } from './establishments.repository.ts';

const NOT_ALLOWED = 'Seu perfil não permite esta operação.';
const alphabet = new Intl.Collator('pt-BR');

export interface EstablishmentsService {
  /** With their meters, by name descending. */
  list(caller: Caller): Promise<Answer[]>;
  /** Throws the same NotFound for an absent establishment and for another customer's. */
  findVisible(caller: Caller, id: string): Promise<Establishment>;
  createLocation(caller: Caller, given: BodyOf<typeof createLocation>): Promise<NewLocationAnswer>;
}

interface NewLocationAnswer {
  code: string;
  name: string;
  address: string;
  postalCode: string;
  description: string;
}

/** 99.999-999 */
const maskPostalCode = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return `${digits.slice(0, 2)}.${digits.slice(2, 5)}-${digits.slice(5)}`;
};

export const createEstablishmentsService = (needs: {
  establishments: EstablishmentsRepository;
  directory: MeterDirectory;
}): EstablishmentsService => {
  const { establishments, directory } = needs;
  const asSeenBy = (caller: Caller, place: Establishment): Establishment =>
    may(caller.profile, 'edit-establishment') ? place : forMetersOnly(place);

  return {
    async list(caller) {
      if (!may(caller.profile, 'see-establishments')) throw new NotAllowed(NOT_ALLOWED);
      const [places, meters] = await Promise.all([
        establishments.list(viewerOf(caller)),
        directory.visibleMeters(caller),
      ]);
      const metersOf = Map.groupBy(meters, (meter) => meter.establishmentId);
      return places
        .toSorted((a, b) => alphabet.compare(b.name, a.name) || a.id.localeCompare(b.id))
        .map((place) => toAnswer(asSeenBy(caller, place), metersOf.get(place.id) ?? []));
    },
    async findVisible(caller, id) {
      if (!may(caller.profile, 'see-establishments')) throw new NotAllowed(NOT_ALLOWED);
      const place = isId(id) ? await establishments.find(viewerOf(caller), id) : null;
      if (place === null) throw new NotFound('Estabelecimento não encontrado.');
      return asSeenBy(caller, place);
    },
    async createLocation(caller, given) {
      if (!may(caller.profile, 'create-establishment')) throw new NotAllowed(NOT_ALLOWED);
      const location = { ...given, postalCode: maskPostalCode(given.postalCode) };
      const code = await establishments.insertLocation({ ...location, ownerId: caller.accountId });
      return { code, ...location };
    },
  };
};
