import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';
import { picture } from '../base/person-fields.ts';
import { profiles } from './session.ts';

/** A person as an Admin's list shows it. */
export const listedPerson = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  cnpj: z.nullable(z.string()),
  profile: z.enum(profiles),
  managerId: z.nullable(z.string()),
  active: z.boolean(),
  disabled: z.boolean(),
  createdAt: answeredInstant,
  lastSeen: described('Latest use of an active session.', z.nullable(answeredInstant)),
  secondStep: described('Whether sign-in needs a second step.', z.boolean()),
  meters: z.int(),
  clientUsers: z.int(),
  partner: described(
    'Partner that brought the account.',
    z.nullable(z.object({ _id: z.string(), name: z.string() })),
  ),
  broughtAccounts: described('Only for a partner: number of accounts that it brought.', z.int()),
});
export type ListedPerson = z.output<typeof listedPerson>;

export const listPeople = defineCall({
  name: 'listPeople',
  route: 'GET /admin/users',
  access: 'Admin',
  permission: 'see-people',
  summary: 'People by name; `search` matches names, e-mail and CNPJ.',
  query: z.strictObject({
    search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Busca longa demais.'))),
    profile: z.optional(z.enum(profiles, 'Perfil inválido.')),
    state: z.optional(z.enum(['enabled', 'disabled'], 'Situação inválida: use enabled ou disabled')),
    ...page,
  }),
  answer: { users: z.array(listedPerson), total: z.int() },
});

export const editPerson = defineCall({
  name: 'editPerson',
  route: 'PATCH /admin/users/:id',
  access: 'Admin',
  permission: 'edit-people',
  needsRecentProof: 'sessions',
  summary:
    'Changes a profile, or disables and enables an account. Its sessions and live feed end at once, and those of the client users of a Manager. Also sets the partner that brought an account, and the logo of a partner.',
  body: z.strictObject({
    profile: z.optional(z.enum(profiles, 'Perfil inválido.')),
    disabled: z.optional(z.boolean()),
    partner: described(
      'Id of the partner that brought the account; `null`: none.',
      z.optional(z.nullable(z.string({ error: 'Informe o parceiro.' }))),
    ),
    logoPartner: described('Logo of a partner, image data URL; `null` removes it.', z.optional(picture)),
  }),
  fails: ['conflict'],
  answer: { user: listedPerson },
});

export const upgrade = z.object({
  id: z.string(),
  user: z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    profile: z.enum(profiles),
  }),
  requestedAt: answeredInstant,
  decidedAt: z.nullable(answeredInstant),
  approved: z.nullable(z.boolean()),
});
export type Upgrade = z.output<typeof upgrade>;

export const listUpgrades = defineCall({
  name: 'listUpgrades',
  route: 'GET /admin/upgrades',
  access: 'Admin',
  permission: 'decide-upgrades',
  summary: 'Undecided requests for the profile Manager, oldest first.',
  answer: { upgrades: z.array(upgrade) },
});

export const decideUpgrade = defineCall({
  name: 'decideUpgrade',
  route: 'POST /admin/upgrades/:id',
  access: 'Admin',
  permission: 'decide-upgrades',
  needsRecentProof: 'sessions',
  summary: 'Approves or refuses a request for the profile Manager.',
  body: z.strictObject({ approve: z.boolean({ error: 'Informe a decisão.' }) }),
  fails: ['conflict'],
  answer: { upgrade },
});
