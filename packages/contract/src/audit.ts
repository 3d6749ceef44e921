import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredInstant, ok } from './conventions.ts';
import { described } from './described.ts';
import { page } from './paging.ts';

/** What the audit trail keeps. */
export const auditActions = [
  'signed-in',
  'sign-in-failed',
  'sign-in-paused',
  'sessions-ended',
  'password-changed',
  'api-key-created',
  'api-key-revoked',
  'account-changed',
  'account-exported',
  'account-removed',
  'account-disabled',
  'account-enabled',
  'profile-changed',
  'partner-changed',
  'partner-logo-changed',
  'upgrade-requested',
  'upgrade-approved',
  'upgrade-refused',
  'client-user-created',
  'client-user-changed',
  'client-user-removed',
  'client-invited',
  'invitation-withdrawn',
  'boards-provisioned',
  'board-changed',
  'board-removed',
  'device-key-rotated',
  'claim-code-rotated',
  'claim-codes-guessed',
  'board-released',
  'place-created',
  'place-completed',
  'place-changed',
  'place-removed',
  'meter-installed',
  'meter-changed',
  'meter-moved',
  'board-replaced',
  'meter-removed',
  'verdict-changed',
  'group-created',
  'group-changed',
  'group-removed',
  'contract-saved',
  'contract-removed',
  'reading-dates-saved',
  'bill-closed',
  'utility-bill-entered',
  'utility-bill-changed',
  'utility-bill-removed',
  'tariff-saved',
  'tariff-corrected',
  'tariff-version-removed',
  'tariffs-imported',
  'flag-set',
  'readings-excluded',
  'readings-restored',
  'leak-judged',
  'leak-verdict-withdrawn',
  'alert-acknowledged',
  'alert-reopened',
  'webhook-added',
  'webhook-removed',
  'alert-rule-added',
  'alert-rule-changed',
  'alert-rule-removed',
  'alert-setting-changed',
  'past-imported',
  'import-undone',
] as const;
export type AuditAction = (typeof auditActions)[number];

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
