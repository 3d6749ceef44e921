import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { editOf } from '../base/edit.ts';
import { birth, lastName, picture, requiredName, typedPassword } from '../base/person-fields.ts';
import { readSelf, type User, user } from './session.ts';

const byId = z.object({ id: z.string() });

export const readUser = defineCall({
  name: 'readUser',
  method: 'GET',
  effect: 'reads',
  path: '/user/:id',
  access: 'session',
  permission: 'see-own-account',
  summary: 'A person: oneself, or anybody for an Admin.',
  params: byId,
  success: 200,
  answer: z.object({ ok, user }),
});

/** What a person may change of an account; what is left out stays as it is. */
export const accountChange = z.strictObject({
  _id: z.optional(z.string()),
  firstName: z.optional(requiredName()),
  lastName: z.optional(lastName),
  email: described(
    "Accepted where it is the account's own: an e-mail is not changed by this call.",
    z.optional(z.string().check(z.maxLength(254, 'E-mail longo demais.'))),
  ),
  accountType: z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/i, 'Tipo de conta inválido.'))),
  gender: z.optional(z.nullable(z.enum(['Male', 'Female', 'Other'], 'Gênero inválido.'))),
  pictureUrl: z.optional(picture),
  labelManager: described("Company logo; a Manager's only.", z.optional(picture)),
  logoPartner: described(
    "Logo that stands in the drawer of the accounts that it brought; a partner's only.",
    z.optional(picture),
  ),
  birth: z.optional(z.nullable(birth)),
});
export type AccountChange = z.output<typeof accountChange>;

/** Which version of the own account an editor saw. */
export const accountSeen = (account: User): string => {
  const { firstName, lastName, birth, gender, accountType, pictureUrl, labelManager, logoPartner } = account;
  const plain = { firstName, lastName, birth, gender, accountType };
  return fingerprint({ ...plain, pictureUrl, labelManager, logoPartner });
};

export const editSelf = defineCall({
  name: 'editSelf',
  method: 'PATCH',
  effect: 'changes',
  path: '/user',
  access: 'session',
  permission: 'edit-own-account',
  summary: 'Changes the account of `_id`, by default the own; anybody else’s only for an Admin.',
  body: accountChange,
  edit: editOf(readSelf, {
    asking: () => ({}),
    seen: ({ user }) => accountSeen(user),
    actions: ['account-changed'],
    about: ({ user }) => [{ edited: user._id }],
  }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok, msg: z.string(), user }),
});

export const editUser = defineCall({
  ...editSelf,
  name: 'editUser',
  path: '/user/:id',
  summary: 'Changes an account: the own, or anybody’s for an Admin.',
  params: byId,
  edit: editOf(readUser, {
    asking: ({ params }) => ({ params }),
    seen: ({ user }) => accountSeen(user),
    actions: ['account-changed'],
    about: ({ user }) => [{ edited: user._id }],
  }),
});

export const requestUpgrade = defineCall({
  name: 'requestUpgrade',
  method: 'GET',
  effect: 'changes',
  path: '/user/upgrade/profile',
  access: 'session',
  permission: 'request-upgrade',
  summary: 'Asks an Admin for the profile Manager; asking again before the decision changes nothing.',
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});

export const readUpgradeRequest = defineCall({
  name: 'readUpgradeRequest',
  method: 'GET',
  effect: 'reads',
  path: '/user/upgrade',
  access: 'session',
  permission: 'request-upgrade',
  summary: 'What became of the last request for the profile Manager; null where there was none.',
  success: 200,
  answer: z.object({
    ok,
    request: z.nullable(
      z.object({
        requestedAt: answeredInstant,
        decidedAt: described('Null while it waits.', z.nullable(answeredInstant)),
        approved: z.nullable(z.boolean()),
      }),
    ),
  }),
});
export type UpgradeRequestState = z.output<typeof readUpgradeRequest.answer>['request'];

export const ownSession = z.object({
  id: z.string(),
  device: described("Browser and system, for people: 'Firefox no Linux'.", z.string()),
  address: z.string(),
  createdAt: answeredInstant,
  lastUsedAt: answeredInstant,
  expiresAt: answeredInstant,
  kept: described("'Manter conectado'", z.boolean()),
  current: described('The session that asks.', z.boolean()),
});
export type OwnSession = z.output<typeof ownSession>;

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'GET',
  effect: 'reads',
  path: '/user/sessions',
  access: 'session',
  permission: 'hold-session',
  summary: 'Where the account is signed in, newest use first.',
  success: 200,
  answer: z.object({ ok, sessions: z.array(ownSession) }),
});

export const endSession = defineCall({
  name: 'endSession',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/sessions/:id',
  access: 'session',
  permission: 'hold-session',
  summary: 'Ends one session of the account; its token and its live feed are dead at once.',
  params: byId,
  success: 200,
  answer: z.object({ ok }),
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'DELETE',
  effect: 'changes',
  path: '/user/sessions',
  access: 'session',
  permission: 'hold-session',
  summary: 'Ends every session of the account but the one that asks.',
  success: 200,
  answer: z.object({ ok, ended: z.int() }),
});

export const readRemoval = defineCall({
  name: 'readRemoval',
  method: 'GET',
  effect: 'reads',
  path: '/user/removal',
  access: 'session',
  permission: 'delete-own-account',
  summary: 'What removing the account would take along, to be shown before it is confirmed.',
  success: 200,
  answer: z.object({
    ok,
    removal: z.object({
      establishments: z.int(),
      meters: z.int(),
      clientUsers: z.int(),
      viewers: described('Other people who see one of the meters now.', z.int()),
      apiKeys: z.int(),
      effects: described('The same in sentences, fit to be shown.', z.array(z.string())),
    }),
  }),
});
export type Removal = z.output<typeof readRemoval.answer>['removal'];

export const removeAccount = defineCall({
  name: 'removeAccount',
  method: 'DELETE',
  effect: 'changes',
  path: '/user',
  access: 'session',
  permission: 'delete-own-account',
  summary: 'Removes the account, its client users, establishments and meters (LGPD, art. 18).',
  body: z.strictObject({ password: typedPassword }),
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, msg: z.string() }),
});

/** The password as typed, percent-encoded: a header carries ASCII only, and an address would end up in logs. */
export const PASSWORD_HEADER = 'password';

const anything = z.record(z.string(), z.unknown());

export const exportAccount = defineCall({
  name: 'exportAccount',
  method: 'GET',
  effect: 'reads',
  path: '/user/export',
  access: 'session',
  permission: 'export-own-account',
  summary: `Everything held of the person, as a file (LGPD, art. 18). The password comes in the header \`${PASSWORD_HEADER}\`, percent-encoded.`,
  success: 200,
  answer: z.object({
    ok,
    exportedAt: answeredInstant,
    account: anything,
    manager: z.nullable(anything),
    sessions: z.array(anything),
    knownDevices: described(
      'When the account first and last signed in on each device that it knows again.',
      z.array(anything),
    ),
    apiKeys: z.array(anything),
    integrations: z.array(anything),
    upgradeRequests: z.array(anything),
    feedback: z.array(anything),
    letters: described('Of an installation that sends no mail.', z.array(anything)),
    clientUsers: z.array(anything),
    invitations: described('People asked to become client users, who have not answered.', z.array(anything)),
    establishments: z.array(anything),
    images: z.array(anything),
    billingContracts: described(
      "What the person's establishments have agreed with their distributors.",
      z.array(anything),
    ),
    readingDates: z.array(anything),
    independentVariables: described('Temperature and production of days, as entered.', z.array(anything)),
    utilityBills: z.array(anything),
    keptBills: z.array(anything),
    reports: described(
      'Those that were made, with what each version tells; their files are downloaded from the list.',
      z.array(anything),
    ),
    reportSubscriptions: described('Reports that are made by themselves.', z.array(anything)),
    meters: z.array(anything),
    replacedBoards: described(
      "Boards that were exchanged for others at the person's establishments.",
      z.array(anything),
    ),
    registerVerdicts: described(
      "What was decided of steps in the registers of the person's meters.",
      z.array(anything),
    ),
    boardConnections: described(
      "When and from where the boards at the person's establishments connected last.",
      z.array(anything),
    ),
    groups: described('Groups of meters, each with the meters that are or were in it.', z.array(anything)),
    givenMeters: described('Meters of others that the person was given to see.', z.array(z.string())),
    auditTrail: z.array(anything),
    consumption: described(
      'Of each meter the stored quarter-hours: names of the columns, then one row a quarter-hour.',
      z.array(
        z.object({
          installation: z.int(),
          mac: z.string(),
          columns: z.array(z.string()),
          quarters: z.array(z.array(z.union([z.string(), z.number()]))),
        }),
      ),
    ),
  }),
});
