import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';
import { billedUtility } from '../money/bills.ts';
import { tariffTypes } from '../sites/tariffs.ts';

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `statement`: a client user's amount of its Manager's bills, with the reasons. */
export const REPORT_KINDS = ['establishment', 'group', 'portfolio', 'statement'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_PERIODS = ['month', 'week'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

const FILES = ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

const format = z._default(z.enum(REPORT_FORMATS, 'Formato inválido: use pdf ou xlsx'), 'pdf');

export const readReport = defineCall({
  name: 'readReport',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/report',
  access: 'session',
  permission: 'see-bills',
  summary:
    'The report of a billing cycle of an establishment, to keep or to send on: what it cost and consumed, its days, its bill line by line, the share of each meter, the cycles before it, and what it lacks. `start` is a day of the cycle; without it, the current cycle so far. PDF, or a workbook with the same figures. 403 for a client user who sees only some of the meters.',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ type: billedUtility, start: z.optional(civilDate), format }),
  download: FILES,
  success: 200,
  answer: z.string(),
});

const subscribed = z.object({
  ok,
  isSubscribed: described(
    'Whether the caller gets the report of each cycle by e-mail, in the morning after its last day.',
    z.boolean(),
  ),
});

export const readReportSubscription = defineCall({
  name: 'readReportSubscription',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/report/subscription',
  access: 'session',
  permission: 'see-bills',
  summary: 'Whether the caller gets the report of each billing cycle of an establishment by e-mail.',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ type: billedUtility }),
  success: 200,
  answer: subscribed,
});

export const saveReportSubscription = defineCall({
  name: 'saveReportSubscription',
  method: 'PUT',
  effect: 'changes',
  path: '/establishment/:id/report/subscription',
  access: 'session',
  permission: 'subscribe-to-reports',
  summary:
    'Asks for the report of each billing cycle by e-mail, from the one under way on, or for none any more. 403 for a client user who sees only some of the meters.',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ type: billedUtility, isSubscribed: z.boolean() }),
  fails: ['conflict'],
  success: 200,
  answer: subscribed,
});

/** The subject of a report, and its kind of period. */
const about = {
  kind: z.enum(REPORT_KINDS, 'Escolha de que é o relatório.'),
  subject: described(
    'Id of the establishment, of the group or, of a statement, of the client user; null of the portfolio, and where a client user asks for its own statement.',
    z._default(z.nullable(z.string()), null),
  ),
  type: described('Of an establishment; of nothing else.', billedUtility),
  period: z.enum(REPORT_PERIODS, 'Período inválido: use month ou week'),
};
export const reportAbout = z.object(about);
export type ReportAbout = z.output<typeof reportAbout>;

const answeredAbout = {
  kind: z.enum(REPORT_KINDS),
  subject: described(
    'Id of the establishment, the group or the client user; null of the portfolio.',
    z.nullable(z.string()),
  ),
  subjectName: described('How the establishment, the group or the client user is called.', z.string()),
  type: described('Of an establishment; null of the rest.', z.nullable(z.enum(tariffTypes))),
  period: described(
    'A week is from Monday to Sunday. The month of an establishment is its billing cycle; of a portfolio and a statement, the cycles that ended in the month; of a group, the civil month.',
    z.enum(REPORT_PERIODS),
  ),
};

const reportVersion = z.object({
  number: described('1 of the first; the newest is what is downloaded.', z.int()),
  madeAt: answeredInstant,
  total: described('R$; null where nothing was priced.', z.nullable(z.number())),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  changes: described(
    'In Portuguese, a sentence each: what differs from the version before, and why.',
    z.array(z.string()),
  ),
});
export type ReportVersion = z.output<typeof reportVersion>;

const report = z.object({
  _id: z.string(),
  ...answeredAbout,
  start: described(
    'First of the days that it tells. Of a statement those of the bills that ended in its month, where all are of the same; the month, where they are not.',
    z.string(),
  ),
  end: z.string(),
  isOpen: described('Whether these days were not over when the newest version was made.', z.boolean()),
  state: described(
    '`waiting` and `making` until its job has made it; `failed`: ask for it again.',
    z.enum(['waiting', 'making', 'made', 'failed']),
  ),
  progress: described('Per cent of what is read for it, 0 to 100.', z.int()),
  versions: described('The newest first.', z.array(reportVersion)),
});
export type Report = z.output<typeof report>;

export const listReports = defineCall({
  name: 'listReports',
  method: 'GET',
  effect: 'reads',
  path: '/reports',
  access: 'session',
  permission: 'see-bills',
  summary:
    'The reports that were made for the caller, newest period first, with their versions; a Manager also gets the statements of its client users. One that speaks of a meter that the caller sees no longer is left out.',
  query: z.strictObject({
    kind: z.optional(z.enum(REPORT_KINDS, 'Tipo inválido')),
    period: z.optional(z.enum(REPORT_PERIODS, 'Período inválido: use month ou week')),
    ...page,
  }),
  success: 200,
  answer: z.object({ ok, reports: z.array(report), total: z.int() }),
});

export const makeReport = defineCall({
  name: 'makeReport',
  method: 'POST',
  effect: 'changes',
  path: '/reports',
  access: 'session',
  permission: 'subscribe-to-reports',
  summary:
    'Has a report made by a job: `GET /reports` tells its progress. `day` is a day of its period; without it, the period under way so far. What is made already gets a new version if its figures have changed. 403 for a client user who sees only some of the meters.',
  body: z.strictObject({
    ...about,
    day: described('A day of its period; default: today.', z.optional(civilDate)),
  }),
  fails: ['not-found', 'not-allowed', 'too-many'],
  success: 201,
  answer: z.object({ ok, report }),
});

export const readReportFile = defineCall({
  name: 'readReportFile',
  method: 'GET',
  effect: 'reads',
  path: '/reports/:id/file',
  access: 'session',
  permission: 'see-bills',
  summary:
    'A report as it was made: the newest version unless another is named. 404 also where the caller sees one of its meters no longer.',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    format,
    version: described(
      'Number of a version; default: the newest.',
      z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Versão inválida'))),
    ),
  }),
  fails: ['not-found'],
  download: FILES,
  success: 200,
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
  method: 'GET',
  effect: 'reads',
  path: '/reports/subscriptions',
  access: 'session',
  permission: 'see-bills',
  summary: 'The reports that are made for the caller by themselves, in the morning after each period.',
  success: 200,
  answer: z.object({ ok, subscriptions: z.array(subscription) }),
});

export const subscribeToReports = defineCall({
  name: 'subscribeToReports',
  method: 'PUT',
  effect: 'changes',
  path: '/reports/subscriptions',
  access: 'session',
  permission: 'subscribe-to-reports',
  summary:
    'Has a report made by itself after each period, from the one under way on, and sent by e-mail where it is wanted. One of the same kind, subject and period is changed.',
  body: z.strictObject({
    ...about,
    formats: described(
      'What the e-mail brings; both can be downloaded.',
      z
        .array(z.enum(REPORT_FORMATS, 'Formato inválido: use pdf ou xlsx'))
        .check(
          z.minLength(1, 'Escolha PDF, Excel ou os dois.'),
          z.maxLength(2, 'Escolha PDF, Excel ou os dois.'),
        ),
    ),
    byMail: described('Whether it comes by e-mail, besides being kept.', z.boolean()),
  }),
  fails: ['not-found', 'not-allowed', 'conflict'],
  success: 200,
  answer: z.object({ ok, subscription }),
});

export const unsubscribeFromReports = defineCall({
  name: 'unsubscribeFromReports',
  method: 'DELETE',
  effect: 'changes',
  path: '/reports/subscriptions/:id',
  access: 'session',
  permission: 'subscribe-to-reports',
  summary: 'Ends a report that was made by itself; those that were made stay.',
  params: z.object({ id: z.string() }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok }),
});
