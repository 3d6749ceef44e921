import type { BodyGiven } from '@nascente/contract/base/call';
import { lastName, picture, requiredName } from '@nascente/contract/base/person-fields';
import type { AccountChange, editSelf } from '@nascente/contract/people/account';
import type { User } from '@nascente/contract/people/session';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { z } from 'zod/mini';
import { isBirthField, toBirth, toDateField } from '../../shared/forms/fields/birth.ts';

/** What the form holds; an empty gender or birth is none. */
export const accountForm = (today: CivilDate) =>
  z.object({
    firstName: requiredName(),
    lastName,
    gender: z.enum(['', 'Male', 'Female', 'Other']),
    birth: z.string().check(z.refine((field) => isBirthField(field, today), 'Data de nascimento inválida.')),
    pictureUrl: picture,
    labelManager: picture,
    logoPartner: picture,
  });
export type TypedAccount = z.input<ReturnType<typeof accountForm>>;

export const genders = [
  { value: '', label: 'Não informado' },
  { value: 'Male', label: 'Masculino' },
  { value: 'Female', label: 'Feminino' },
  { value: 'Other', label: 'Outro' },
] as const;

export const typedAccountOf = (user: User): TypedAccount => ({
  firstName: user.firstName,
  lastName: user.lastName,
  gender: user.gender ?? '',
  birth: toDateField(user.birth),
  pictureUrl: user.pictureUrl,
  labelManager: user.labelManager,
  logoPartner: user.logoPartner,
});

/** Pictures travel only when they were changed, and only a person of whom the form asks for a logo can change it. */
export const changeOf = (user: User, typed: TypedAccount): BodyGiven<typeof editSelf> => {
  const change = {
    _id: user._id,
    firstName: typed.firstName,
    lastName: typed.lastName,
    accountType: user.accountType,
    gender: typed.gender === '' ? null : typed.gender,
    birth: toBirth(typed.birth),
    ...(typed.pictureUrl !== user.pictureUrl && { pictureUrl: typed.pictureUrl }),
    ...(typed.labelManager !== user.labelManager && { labelManager: typed.labelManager }),
    ...(typed.logoPartner !== user.logoPartner && { logoPartner: typed.logoPartner }),
  } satisfies Partial<Record<keyof AccountChange, unknown>>;
  return change;
};
