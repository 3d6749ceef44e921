import { z } from 'zod/mini';
import { auditActions } from '../base/audit-actions.ts';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';

const somebody = z.nullable(
  z.object({
    _id: z.string(),
    email: described('`null` if the account was removed.', z.nullable(z.string())),
  }),
);

export const auditEvent = z.object({
  id: z.string(),
  at: answeredInstant,
  action: z.enum(auditActions),
  actor: described('Actor; `null` if unknown.', somebody),
  subject: described('Account that the event concerns.', somebody),
  address: z.string(),
  device: described('Browser and system, for display.', z.string()),
  detail: z.record(z.string(), z.string()),
});
export type AuditEvent = z.output<typeof auditEvent>;

export const readAuditTrail = defineCall({
  name: 'readAuditTrail',
  route: 'GET /admin/audit',
  access: 'Admin',
  permission: 'see-audit-trail',
  summary: 'Sign-ins, changes of access, exports and removals of the last six months, newest first.',
  query: z.strictObject({
    action: z.optional(z.enum(auditActions, 'Ação inválida.')),
    account: described('Events with this account as actor or subject.', z.optional(z.string())),
    before: described(
      '`next` of the previous page.',
      z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Página inválida'))),
    ),
    limit: page.limit,
  }),
  answer: { events: z.array(auditEvent), next: z.nullable(z.string()) },
});

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const exportAudit = defineCall({
  name: 'exportAudit',
  route: 'GET /admin/audit/export',
  access: 'Admin',
  permission: 'see-audit-trail',
  summary:
    'Complete audit trail in the order of its chain, oldest first, each event with its hash and the previous hash: CSV (`;`, byte order mark, CRLF), or one JSON object a line.',
  query: z.strictObject({
    format: z._default(z.enum(AUDIT_FORMATS, 'Formato inválido: use csv ou jsonl'), 'csv'),
  }),
  download: ['text/csv', 'application/x-ndjson'],
  answer: z.string(),
});

export const auditProblem = z.object({
  kind: described(
    '`changed`: it does not match its hash or the previous one; `removed`: an event with this number is missing; `inserted`: its time is long before events that were linked earlier.',
    z.enum(['changed', 'removed', 'inserted']),
  ),
  number: described('Number in the chain.', z.int()),
  upTo: described('Last number of a removed range; otherwise the same number.', z.int()),
  at: described('Time stated in the event; `null` if it is missing.', z.nullable(answeredInstant)),
});
export type AuditProblem = z.output<typeof auditProblem>;

const link = z.object({
  number: described('Number in the chain.', z.int()),
  hash: described('SHA-256, in hexadecimal.', z.string()),
});

export const verifyAudit = defineCall({
  name: 'verifyAudit',
  route: 'GET /admin/audit/verification',
  access: 'Admin',
  permission: 'see-audit-trail',
  summary:
    'Verification of the audit trail: events changed, removed or inserted since they were linked. Events are linked within a minute.',
  answer: {
    isIntact: described('Whether no event differs.', z.boolean()),
    events: described('Number of checked events.', z.int()),
    waiting: described('Number of events that are not linked yet.', z.int()),
    erased: described('Number of events with details erased together with a removed account.', z.int()),
    since: described('Time of the first of them; `null` without any.', z.nullable(answeredInstant)),
    head: described(
      'Last link. Store it elsewhere to prove later that the chain still contains it.',
      z.nullable(link),
    ),
    problems: described('The first of them, oldest first.', z.array(auditProblem)),
    problemCount: described('Number of such events.', z.int()),
  },
});
export type AuditVerification = z.output<typeof verifyAudit.answer>;
