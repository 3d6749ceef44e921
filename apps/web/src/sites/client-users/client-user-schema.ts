import type { BodyInput } from '@nascente/contract/base/call';
import { picture } from '@nascente/contract/base/person-fields';
import {
  type ClientUser,
  type createClientUser,
  type editClientUser,
  newClientUser,
} from '@nascente/contract/sites/client-users';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { z } from 'zod/mini';
import { isBirthField, toBirth, toDateField } from '../../shared/forms/fields/birth.ts';

const { name, email, password } = newClientUser.shape;

const isEmptyOrAccepted = (typed: string) => typed === '' || password.safeParse(typed).success;

/** Form values; an empty password keeps the present one. */
export const clientUserForm = (today: CivilDate, isEditing: boolean) =>
  z.object({
    name,
    email,
    password: isEditing
      ? z.string().check(z.refine(isEmptyOrAccepted, 'A senha precisa ter pelo menos 8 caracteres.'))
      : password,
    birth: z.string().check(z.refine((field) => isBirthField(field, today), 'Data de nascimento inválida.')),
    boards: z.array(z.string()),
    pictureUrl: picture,
  });

export interface TypedClientUser {
  name: string;
  email: string;
  password: string;
  birth: string;
  boards: string[];
  pictureUrl: string | null;
}

/** @param today - the specification's default of the birth date (section 3) */
export const newTyped = (today: CivilDate): TypedClientUser => ({
  name: '',
  email: '',
  password: '',
  birth: today,
  boards: [],
  pictureUrl: null,
});

export const typedOf = (client: ClientUser): TypedClientUser => ({
  name: client.name,
  email: client.email,
  password: '',
  birth: toDateField(client.birth),
  boards: client.boards,
  pictureUrl: client.pictureUrl,
});

export const creationOf = (typed: TypedClientUser): BodyInput<typeof createClientUser> => ({
  name: typed.name,
  email: typed.email,
  password: typed.password,
  birth: toBirth(typed.birth),
  boards: typed.boards,
  ...(typed.pictureUrl !== null && { pictureUrl: typed.pictureUrl }),
});

/** The picture is sent only when changed, the password only when typed. */
export const changeOf = (client: ClientUser, typed: TypedClientUser): BodyInput<typeof editClientUser> => ({
  _id: client._id,
  name: typed.name,
  email: typed.email,
  birth: toBirth(typed.birth),
  boards: typed.boards,
  ...(typed.password !== '' && { password: typed.password }),
  ...(typed.pictureUrl !== client.pictureUrl && { pictureUrl: typed.pictureUrl }),
});
