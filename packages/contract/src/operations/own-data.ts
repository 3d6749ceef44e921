import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';

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
