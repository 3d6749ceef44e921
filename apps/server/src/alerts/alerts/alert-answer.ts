import { type Alert, type AlertFacts, alertFacts } from '@nascente/contract/alerts/alerts';
import { KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import type { SeenAlert } from './stories/seen-alerts.repository.ts';
import { NO_FACTS } from './watches/alert-finding.ts';

const factsOf = (stored: unknown): AlertFacts => {
  const read = alertFacts.safeParse(stored);
  return read.success ? read.data : NO_FACTS;
};

const text = (date: Date): string => date.toISOString();

export const toAlert = (row: SeenAlert): Alert => ({
  _id: row.id,
  kind: row.kind,
  severity: row.severity ?? KINDS_OF_ALERT[row.kind].severity,
  establishment: { _id: row.establishmentId, name: row.establishmentName, zone: row.zone },
  meters: [...row.meters],
  beganAt: text(row.beganAt),
  endedAt: row.endedAt && text(row.endedAt),
  toldAt: text(row.toldAt),
  undoneAt: row.undoneAt && text(row.undoneAt),
  isLate: row.isLate,
  times: row.times,
  facts: factsOf(row.facts),
  cost: row.cost,
  acknowledged: row.acknowledgedAt && { at: text(row.acknowledgedAt), by: row.acknowledgedBy },
  mutedUntil: row.mutedUntil && text(row.mutedUntil),
  isHelpful: row.isHelpful,
});
