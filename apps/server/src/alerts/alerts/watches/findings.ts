import type { AlertFacts } from '@nascente/contract/alerts/alert-kinds';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AlertFinding } from './alert-finding.ts';

/** A finding of one meter. */
export const meterFinding = (
  { installationId, establishmentId }: { readonly installationId: number; readonly establishmentId: string },
  facts: AlertFacts,
  { since, cost = null }: { readonly since: Instant; readonly cost?: number | null },
): AlertFinding => ({
  member: String(installationId),
  group: establishmentId,
  since,
  until: null,
  establishmentId,
  installations: [installationId],
  facts,
  cost,
});

/** A finding of a whole establishment, or of one of its bills, groups or rules: the subject. */
export const establishmentFinding = (
  {
    establishmentId,
    installations,
  }: { readonly establishmentId: string; readonly installations: readonly number[] },
  facts: AlertFacts,
  {
    since,
    until = null,
    cost = null,
    subject,
  }: {
    readonly since: Instant;
    readonly until?: Instant | null;
    readonly cost?: number | null;
    readonly subject?: string | undefined;
  },
): AlertFinding => ({
  member: subject ?? establishmentId,
  group: subject ?? establishmentId,
  since,
  until,
  establishmentId,
  installations,
  facts,
  cost,
  ...(subject === undefined ? {} : { subject }),
});
