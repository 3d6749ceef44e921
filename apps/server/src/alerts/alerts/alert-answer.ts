import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { SeenAlert } from './stories/seen-alerts.repository.ts';

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
  facts: row.facts,
  cost: row.cost,
  acknowledged: row.acknowledgedAt && { at: text(row.acknowledgedAt), by: row.acknowledgedBy },
  mutedUntil: row.mutedUntil && text(row.mutedUntil),
  isHelpful: row.isHelpful,
});
