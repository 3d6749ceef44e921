import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';
import { billedUtility } from '../money/bills.ts';
import { tariffTypes } from '../sites/tariffs.ts';

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `statement`: the amounts that a client user pays of its Manager's bills, with their calculation. */
export const REPORT_KINDS = ['establishment', 'group', 'portfolio', 'statement'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_PERIODS = ['month', 'week'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

const FILES = ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

const format = z._default(z.enum(REPORT_FORMATS, 'Formato inválido: use pdf ou xlsx'), 'pdf');

export const readReport = defineCall({
  name: 'readReport',
  route: 'GET /establishment/:id/report',
  permission: 'see-bills',
  summary:
    'Report of a billing cycle of an establishment: cost and consumption, days, bill by line, share of each meter, previous cycles, missing data. `start` is a day of the cycle; default: the current cycle so far. PDF, or a workbook with the same figures. 403 for a client user with access to only some of the meters.',
  query: z.strictObject({ type: billedUtility, start: z.optional(civilDate), format }),
  download: FILES,
  answer: z.string(),
});

/** The subject of a report, and its kind of period. */
const about = {
  kind: z.enum(REPORT_KINDS, 'Escolha o assunto do relatório.'),
  subject: described(
    'Id of the establishment, of the group or, for a statement, of the client user; `null` for the portfolio, and for a client user who requests the own statement.',
    z._default(z.nullable(z.string()), null),
  ),
  type: described('Only for an establishment.', billedUtility),
  period: z.enum(REPORT_PERIODS, 'Período inválido: use month ou week'),
};
export const reportAbout = z.object(about);
export type ReportAbout = z.output<typeof reportAbout>;

const answeredAbout = {
  kind: z.enum(REPORT_KINDS),
  subject: described(
    'Id of the establishment, the group or the client user; `null` for the portfolio.',
    z.nullable(z.string()),
  ),
  subjectName: described('Name of the establishment, the group or the client user.', z.string()),
  type: described('Only for an establishment; otherwise `null`.', z.nullable(z.enum(tariffTypes))),
  period: described(
    'A week is from Monday to Sunday. The month of an establishment is its billing cycle; of a portfolio and a statement, the cycles that ended in the month; of a group, the civil month.',
    z.enum(REPORT_PERIODS),
  ),
};

const reportVersion = z.object({
  number: described('Version number, from 1; the newest is downloaded.', z.int()),
  madeAt: answeredInstant,
  total: described('R$; `null` without prices.', z.nullable(z.number())),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  changes: described(
    'In Portuguese, one sentence each: differences from the previous version, and their reasons.',
    z.array(z.string()),
  ),
});
export type ReportVersion = z.output<typeof reportVersion>;

const report = z.object({
  _id: z.string(),
  ...answeredAbout,
  start: described(
    'First day of the report. For a statement the days of its bills if all are the same, otherwise the month.',
    z.string(),
  ),
  end: z.string(),
  isOpen: described('Whether the period was not over when the newest version was created.', z.boolean()),
  state: described(
    '`waiting` and `making` until the job is done; `failed`: request it again.',
    z.enum(['waiting', 'making', 'made', 'failed']),
  ),
  progress: described('Progress in percent.', z.int()),
  versions: described('Newest first.', z.array(reportVersion)),
});
export type Report = z.output<typeof report>;

export const listReports = defineCall({
  name: 'listReports',
  route: 'GET /reports',
  permission: 'see-bills',
  summary:
    'Reports of the caller, newest period first, with their versions; a Manager also receives the statements of its client users. Reports about a meter without access are left out.',
  query: z.strictObject({
    kind: z.optional(z.enum(REPORT_KINDS, 'Tipo inválido')),
    period: z.optional(z.enum(REPORT_PERIODS, 'Período inválido: use month ou week')),
    ...page,
  }),
  answer: { reports: z.array(report), total: z.int() },
});

export const makeReport = defineCall({
  name: 'makeReport',
  route: 'POST /reports',
  permission: 'subscribe-to-reports',
  summary:
    'Creates a report in the background; `GET /reports` returns the progress. `day` is a day of its period; default: the current period so far. An existing report gets a new version if its figures have changed. 403 for a client user with access to only some of the meters.',
  body: z.strictObject({
    ...about,
    day: described('A day of its period; default: today.', z.optional(civilDate)),
  }),
  fails: ['not-found', 'not-allowed', 'too-many'],
  success: 201,
  answer: { report },
});

export const readReportFile = defineCall({
  name: 'readReportFile',
  route: 'GET /reports/:id/file',
  permission: 'see-bills',
  summary:
    'File of a report: the newest version unless `version` is given. 404 also if the caller has lost access to one of its meters.',
  query: z.strictObject({
    format,
    version: described(
      'Number of a version; default: the newest.',
      z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Versão inválida'))),
    ),
  }),
  fails: ['not-found'],
  download: FILES,
  answer: z.string(),
});

const subscription = z.object({
  _id: z.string(),
  ...answeredAbout,
  formats: z.array(z.enum(REPORT_FORMATS)),
  byMail: z.boolean(),
});
export type ReportSubscription = z.output<typeof subscription>;

export const listReportSubscriptions = defineCall({
  name: 'listReportSubscriptions',
  route: 'GET /reports/subscriptions',
  permission: 'see-bills',
  summary: 'Reports that are created automatically for the caller, in the morning after each period.',
  answer: { subscriptions: z.array(subscription) },
});

export const subscribeToReports = defineCall({
  name: 'subscribeToReports',
  route: 'PUT /reports/subscriptions',
  permission: 'subscribe-to-reports',
  summary:
    'Creates a report automatically after each period, starting with the current one, and sends it by e-mail if requested. An existing one of the same kind, subject and period is changed.',
  body: z.strictObject({
    ...about,
    formats: described(
      'Format in the e-mail; both can be downloaded.',
      z
        .array(z.enum(REPORT_FORMATS, 'Formato inválido: use pdf ou xlsx'))
        .check(
          z.minLength(1, 'Escolha PDF, Excel ou os dois.'),
          z.maxLength(2, 'Escolha PDF, Excel ou os dois.'),
        ),
    ),
    byMail: described('Whether it is also sent by e-mail.', z.boolean()),
  }),
  fails: ['not-found', 'not-allowed', 'conflict'],
  answer: { subscription },
});

export const unsubscribeFromReports = defineCall({
  name: 'unsubscribeFromReports',
  route: 'DELETE /reports/subscriptions/:id',
  permission: 'subscribe-to-reports',
  summary: 'Ends an automatic report; existing reports stay.',
  fails: ['not-found'],
});
