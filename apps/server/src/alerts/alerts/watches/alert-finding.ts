import type { AlertFacts, AlertKind } from '@nascente/contract/alerts/alert-kinds';
import type { Severity } from '@nascente/domain/alerts/notices';
import type { Finding, Story } from '@nascente/domain/alerts/stories';
import type { Instant } from '@nascente/domain/base/time/zone';

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

/** What a rule has found, with the meters and the figures that are told of it. */
export interface AlertFinding extends Finding {
  readonly establishmentId: string;
  readonly installations: readonly number[];
  readonly facts: AlertFacts;
  /** R$ so far; null where it has none, or it is not known. */
  readonly cost: number | null;
  /** What tells it from others of its kind at the same establishment, such as a bill or a rule; its `member`. */
  readonly subject?: string;
  /** The own rule that found it. */
  readonly ruleId?: string;
  /** Where its kind does not say it. */
  readonly severity?: Severity;
}

/** All that is to be known of one kind to bring its stories in line. */
export interface Found {
  readonly kind: AlertKind;
  readonly findings: readonly AlertFinding[];
  /** From when on the findings are complete; null where only the present is known. */
  readonly seenFrom: Instant | null;
  /** Whether it was looked at whom a story is about: a story of others is left as it is. */
  readonly looksAt: (member: string) => boolean;
  /** Whether a story that is not found any more never was, or is only over; without it, the former. */
  readonly mayUndo?: (story: Story) => boolean;
}
