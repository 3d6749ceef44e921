import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { typedPassword } from '../base/person-fields.ts';

export const readRemoval = defineCall({
  name: 'readRemoval',
  route: 'GET /user/removal',
  permission: 'delete-own-account',
  summary: 'Data that the removal of the account would delete, for the confirmation.',
  answer: {
    removal: z.object({
      establishments: z.int(),
      meters: z.int(),
      clientUsers: z.int(),
      viewers: described('Number of other people who see one of the meters now.', z.int()),
      apiKeys: z.int(),
      effects: described('The effects as Portuguese sentences, ready to be shown.', z.array(z.string())),
    }),
  },
});
export type Removal = z.output<typeof readRemoval.answer>['removal'];

export const removeAccount = defineCall({
  name: 'removeAccount',
  route: 'DELETE /user',
  permission: 'delete-own-account',
  summary: 'Removes the account with its client users, establishments and meters (LGPD, art. 18).',
  body: z.strictObject({ password: typedPassword }),
  fails: ['conflict'],
  answer: { msg: z.string() },
});

/** Header with the typed password, percent-encoded because headers contain only ASCII. A URL would be logged. */
export const PASSWORD_HEADER = 'password';

const anything = z.record(z.string(), z.unknown());

export const exportAccount = defineCall({
  name: 'exportAccount',
  route: 'GET /user/export',
  permission: 'export-own-account',
  summary: `All personal data of the caller, as a file (LGPD, art. 18). Send the password in the header \`${PASSWORD_HEADER}\`, percent-encoded.`,
  answer: {
    exportedAt: answeredInstant,
    account: anything,
    manager: z.nullable(anything),
    sessions: z.array(anything),
    knownDevices: described(
      'First and last sign-in of the account on each recognised device.',
      z.array(anything),
    ),
    apiKeys: z.array(anything),
    integrations: z.array(anything),
    upgradeRequests: z.array(anything),
    feedback: z.array(anything),
    mails: described('E-mails of an installation without an SMTP server.', z.array(anything)),
    clientUsers: z.array(anything),
    invitations: described('People invited as client users who have not answered.', z.array(anything)),
    establishments: z.array(anything),
    images: z.array(anything),
    billingContracts: described(
      "Contracts of the person's establishments with their distributors.",
      z.array(anything),
    ),
    readingDates: z.array(anything),
    independentVariables: described('Temperature and production of days, as entered.', z.array(anything)),
    utilityBills: z.array(anything),
    frozenBills: z.array(anything),
    reports: described(
      'Reports, with the figures of each version; their files are downloaded from the list.',
      z.array(anything),
    ),
    reportSubscriptions: described('Automatic reports.', z.array(anything)),
    meters: z.array(anything),
    replacedBoards: described("Board replacements at the person's establishments.", z.array(anything)),
    registerVerdicts: described(
      "Verdicts on steps of the registers of the person's meters.",
      z.array(anything),
    ),
    boardConnections: described(
      "Time and address of the last connection of the boards at the person's establishments.",
      z.array(anything),
    ),
    groups: described('Groups of meters, with their current and earlier meters.', z.array(anything)),
    grantedMeters: described('Meters of other accounts to which the person has access.', z.array(z.string())),
    auditTrail: z.array(anything),
    consumption: described(
      'Stored quarter-hours of each meter: names of the columns, then one row a quarter-hour.',
      z.array(
        z.object({
          installation: z.int(),
          mac: z.string(),
          columns: z.array(z.string()),
          quarters: z.array(z.array(z.union([z.string(), z.number()]))),
        }),
      ),
    ),
  },
});
