import type { AlertFacts, AlertKind } from '@nascente/contract/alerts/alert-kinds';
import type { Finding, Incident } from '@nascente/domain/alerts/incidents';
import type { Severity } from '@nascente/domain/alerts/notices';
import type { Instant } from '@nascente/domain/base/time/zone';

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

/** A finding about an establishment, or about one of its bills, groups or rules (the subject). */
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

/** A finding with its meters and figures. */
export interface AlertFinding extends Finding {
  readonly establishmentId: string;
  readonly installations: readonly number[];
  readonly facts: AlertFacts;
  /** R$ so far; null if unknown. */
  readonly cost: number | null;
  /** Identifies a bill, group or rule among findings of the kind at an establishment; the `member` of the incident. */
  readonly subject?: string;
  readonly ruleId?: string;
  /** The severity, if it differs from that of the kind. */
  readonly severity?: Severity;
}

/** All findings of one kind, and their scope. */
export interface Found {
  readonly kind: AlertKind;
  readonly findings: readonly AlertFinding[];
  /** The time since which the findings are complete; `null`: they describe only the present. */
  readonly seenFrom: Instant | null;
  /** Whether a member was examined. Open alerts of members that were not examined stay open. */
  readonly looksAt: (member: string) => boolean;
  /** Whether an alert without a finding is undone (default) or only ends. */
  readonly mayUndo?: (incident: Incident) => boolean;
}
