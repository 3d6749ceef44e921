import type { AlertFacts } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type AlertFinding, NO_FACTS } from './alert-finding.ts';

type Level = NonNullable<AlertFacts['level']>;

const levelOf = (level: Pick<Level, 'value' | 'limit' | 'unit'> & Partial<Level>): Level => ({
  at: null,
  note: null,
  ...level,
});

/** That a meter shows a level beyond its limit, since when, and until when it did. */
export const meterFinding = (
  meter: { readonly installationId: number; readonly establishmentId: string },
  {
    since,
    until = null,
    cost = null,
    ...level
  }: Parameters<typeof levelOf>[0] & {
    readonly since: Instant;
    readonly until?: Instant | null;
    readonly cost?: number | null;
  },
): AlertFinding => ({
  member: String(meter.installationId),
  group: meter.establishmentId,
  since,
  until,
  establishmentId: meter.establishmentId,
  installations: [meter.installationId],
  facts: { ...NO_FACTS, level: levelOf(level) },
  cost,
});

/** The same of a whole establishment, or of one of its bills. */
export const establishmentFinding = (
  {
    establishmentId,
    installations,
  }: { readonly establishmentId: string; readonly installations: readonly number[] },
  {
    since,
    cost = null,
    subject,
    ...level
  }: Parameters<typeof levelOf>[0] & {
    readonly since: Instant;
    readonly cost?: number | null;
    readonly subject?: string;
  },
): AlertFinding => ({
  member: subject ?? establishmentId,
  group: subject ?? establishmentId,
  since,
  until: null,
  establishmentId,
  installations,
  facts: { ...NO_FACTS, level: levelOf(level) },
  cost,
  ...(subject === undefined ? {} : { subject }),
});
