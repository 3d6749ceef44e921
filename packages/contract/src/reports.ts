import { z } from 'zod/mini';
import { billedUtility } from './bills.ts';
import { defineCall } from './call.ts';
import { civilDate, ok } from './conventions.ts';
import { described } from './described.ts';

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

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
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    format: z._default(z.enum(REPORT_FORMATS, 'Formato inválido: use pdf ou xlsx'), 'pdf'),
  }),
  download: ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  success: 200,
  answer: z.string(),
});

const subscription = z.object({
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
  answer: subscription,
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
  success: 200,
  answer: subscription,
});
