import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, editOf } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { birth, lastName, picture, requiredName } from '../base/person-fields.ts';
import { readSelf, type User, user } from './session.ts';

export const readUser = defineCall({
  name: 'readUser',
  route: 'GET /user/:id',
  permission: 'see-own-account',
  summary: 'A person: the caller, or any person for an Admin.',
  answer: { user },
});

/** Changes of an account; absent fields stay as they are. */
export const accountChange = z.strictObject({
  _id: z.optional(z.string()),
  firstName: z.optional(requiredName()),
  lastName: z.optional(lastName),
  email: described(
    'Accepted only if it equals the stored e-mail: this call does not change it.',
    z.optional(z.string().check(z.maxLength(254, 'E-mail longo demais.'))),
  ),
  accountType: z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/i, 'Tipo de conta inválido.'))),
  gender: z.optional(z.nullable(z.enum(['Male', 'Female', 'Other'], 'Gênero inválido.'))),
  pictureUrl: z.optional(picture),
  labelManager: described('Company logo; only for a Manager.', z.optional(picture)),
  logoPartner: described(
    'Logo in the drawer of the accounts that this partner brought; only for a partner.',
    z.optional(picture),
  ),
  birth: z.optional(z.nullable(birth)),
});
export type AccountChange = z.output<typeof accountChange>;

/** The version of the own account that an editor saw. */
export const accountSeen = (account: User): string => {
  const { firstName, lastName, birth, gender, accountType, pictureUrl, labelManager, logoPartner } = account;
  const plain = { firstName, lastName, birth, gender, accountType };
  return fingerprint({ ...plain, pictureUrl, labelManager, logoPartner });
};

export const editSelf = defineCall({
  name: 'editSelf',
  route: 'PATCH /user',
  permission: 'edit-own-account',
  summary: 'Changes the account of `_id`, by default that of the caller; other accounts only for an Admin.',
  body: accountChange,
  edit: editOf(readSelf, {
    asking: () => ({}),
    seen: ({ user }) => accountSeen(user),
    actions: ['account-changed', 'partner-logo-changed'],
    about: ({ user }) => [{ edited: user._id }],
  }),
  fails: ['not-found'],
  answer: { msg: z.string(), user },
});

export const editUser = defineCall({
  ...editSelf,
  name: 'editUser',
  route: 'PATCH /user/:id',
  summary: 'Changes an account: that of the caller, or any for an Admin.',
  edit: editOf(readUser, {
    asking: ({ params }) => ({ params }),
    seen: ({ user }) => accountSeen(user),
    actions: ['account-changed', 'partner-logo-changed'],
    about: ({ user }) => [{ edited: user._id }],
  }),
});

export const requestUpgrade = defineCall({
  name: 'requestUpgrade',
  route: 'GET /user/upgrade/profile',
  effect: 'changes',
  permission: 'request-upgrade',
  summary:
    'Requests the profile Manager from an Admin; a repeated request before the decision changes nothing.',
  fails: ['conflict'],
  answer: { msg: z.string() },
});

export const readUpgradeRequest = defineCall({
  name: 'readUpgradeRequest',
  route: 'GET /user/upgrade',
  permission: 'request-upgrade',
  summary: 'State of the last request for the profile Manager; `null` without one.',
  answer: {
    request: z.nullable(
      z.object({
        requestedAt: answeredInstant,
        decidedAt: described('`null` while undecided.', z.nullable(answeredInstant)),
        approved: z.nullable(z.boolean()),
      }),
    ),
  },
});
export type UpgradeRequestState = z.output<typeof readUpgradeRequest.answer>['request'];

export const ownSession = z.object({
  id: z.string(),
  device: described("Browser and system, for display: 'Firefox no Linux'.", z.string()),
  address: z.string(),
  createdAt: answeredInstant,
  lastUsedAt: answeredInstant,
  expiresAt: answeredInstant,
  isRemembered: described("'Manter conectado'", z.boolean()),
  current: described('Whether it is the calling session.', z.boolean()),
});
export type OwnSession = z.output<typeof ownSession>;

export const listSessions = defineCall({
  name: 'listSessions',
  route: 'GET /user/sessions',
  permission: 'hold-session',
  summary: 'Sessions of the account, latest use first.',
  answer: { sessions: z.array(ownSession) },
});

export const endSession = defineCall({
  name: 'endSession',
  route: 'DELETE /user/sessions/:id',
  permission: 'hold-session',
  summary: 'Ends one session of the account at once, with its token and its live feed.',
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  route: 'DELETE /user/sessions',
  permission: 'hold-session',
  summary: 'Ends every session of the account except the calling one.',
  answer: { ended: z.int() },
});

/** Tours that open by themselves at first, and `none`: the person wants no automatic tour. */
export const countedTours = [
  'home',
  'meters',
  'meter',
  'history',
  'edit-meter',
  'register-meter',
  'establishment',
  'account',
  'client-users',
  'system',
  'feedback',
  'none',
] as const;
export type CountedTour = (typeof countedTours)[number];
const countedTour = z.enum(countedTours, 'Tutorial desconhecido.');

/** Specification, section 9: after this many views a tour no longer opens by itself. */
export const ENOUGH_TOUR_VIEWS = 2;

export const readTourViews = defineCall({
  name: 'readTourViews',
  route: 'GET /user/tours',
  permission: 'hold-session',
  summary: 'Views of each tour by this person on any device; tours without a view are left out.',
  answer: { views: z.partialRecord(countedTour, z.int()) },
});

export const saveTourViews = defineCall({
  name: 'saveTourViews',
  route: 'PUT /user/tours/:tour',
  permission: 'hold-session',
  summary: 'Stores the views of a tour; a smaller number than the stored one changes nothing.',
  params: z.object({ tour: countedTour }),
  body: z.strictObject({
    views: described(
      '1 after the first view, 2 once the tour no longer opens by itself.',
      z
        .int('Informe um número inteiro.')
        .check(z.gte(1, 'Informe 1 ou 2.'), z.lte(ENOUGH_TOUR_VIEWS, 'Informe 1 ou 2.')),
    ),
  }),
});
