import { z } from 'zod/mini';
import { auditActions } from '../base/audit-actions.ts';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';

const somebody = z.nullable(
  z.object({
    _id: z.string(),
    email: described('Null once the account was removed.', z.nullable(z.string())),
  }),
);

export const auditEvent = z.object({
  id: z.string(),
  at: answeredInstant,
  action: z.enum(auditActions),
  actor: described('Who did it; null: nobody who is known.', somebody),
  subject: described('Whose account it concerns.', somebody),
  address: z.string(),
  device: described('Browser and system, for people.', z.string()),
  detail: z.record(z.string(), z.string()),
});
export type AuditEvent = z.output<typeof auditEvent>;

export const readAuditTrail = defineCall({
  name: 'readAuditTrail',
  method: 'GET',
  effect: 'reads',
  path: '/admin/audit',
  access: 'Admin',
  permission: 'see-audit-trail',
  summary: 'Sign-ins, changes of access, exports and removals of the last six months, newest first.',
  query: z.strictObject({
    action: z.optional(z.enum(auditActions, 'Ação inválida.')),
    account: described('Events of which this account is actor or subject.', z.optional(z.string())),
    before: described(
      '`next` of the page before.',
      z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Página inválida'))),
    ),
    limit: page.limit,
  }),
  success: 200,
  answer: z.object({ ok, events: z.array(auditEvent), next: z.nullable(z.string()) }),
});

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const exportAudit = defineCall({
  name: 'exportAudit',
  method: 'GET',
  effect: 'reads',
  path: '/admin/audit/export',
  access: 'Admin',
  permission: 'see-audit-trail',
  summary:
    'The whole audit trail in the order of its chain, oldest first, each event with its hash and the hash before: CSV (`;`, byte order mark, CRLF), or a JSON object a line.',
  query: z.strictObject({
    format: z._default(z.enum(AUDIT_FORMATS, 'Formato inválido: use csv ou jsonl'), 'csv'),
  }),
  download: ['text/csv', 'application/x-ndjson'],
  success: 200,
  answer: z.string(),
});

export const auditProblem = z.object({
  kind: described(
    '`changed`: it does not agree with its hash or the one before; `removed`: there was one of this number; `inserted`: it says that it was long before events that were linked before it.',
    z.enum(['changed', 'removed', 'inserted']),
  ),
  number: described('Its number in the chain.', z.int()),
  upTo: described('The last number of those that were removed together; else the same.', z.int()),
  at: described('When it says that it was; null: it is gone.', z.nullable(answeredInstant)),
});
export type AuditProblem = z.output<typeof auditProblem>;

const link = z.object({
  number: described('Its number in the chain.', z.int()),
  hash: described('SHA-256, in hexadecimal.', z.string()),
});

export const verifyAudit = defineCall({
  name: 'verifyAudit',
  method: 'GET',
  effect: 'reads',
  path: '/admin/audit/verification',
  access: 'Admin',
  permission: 'see-audit-trail',
  summary:
    'Whether an event of the audit trail was changed, removed or inserted since it was linked, and where. Events are linked within a minute.',
  success: 200,
  answer: z.object({
    ok,
    isWhole: described('Nothing was found.', z.boolean()),
    events: described('How many were looked at.', z.int()),
    waiting: described('How many are not linked yet.', z.int()),
    erased: described('Whose detail was erased with an account that was removed.', z.int()),
    since: described('When the first of them was; null: there is none.', z.nullable(answeredInstant)),
    head: described(
      'The last link. Noted elsewhere, it shows later that the chain still leads through it.',
      z.nullable(link),
    ),
    problems: described('The first of them, oldest first.', z.array(auditProblem)),
    problemCount: described('How many there are.', z.int()),
  }),
});
export type AuditVerification = z.output<typeof verifyAudit.answer>;
