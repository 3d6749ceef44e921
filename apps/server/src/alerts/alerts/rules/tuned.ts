import { taughtBy } from '@nascente/domain/alerts/alert-kinds';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { AlertFinding, Found } from '../watches/alert-finding.ts';
import { readTuning, type Tuning } from './tuning.ts';

const PERCENT = 100;
/** L/h beyond the usual from which on nights are a leak (`judgeNights`), before opinions move it. */
const LEAK_FLOW = 10;

/** Whether an establishment wants to hear of a finding. */
const isWanted = (tuning: Tuning, kind: Found['kind'], { establishmentId, facts }: AlertFinding): boolean => {
  const { isOn, threshold, opinions } = tuning(establishmentId, kind);
  if (!isOn) return false;
  const { demand, leak } = facts;
  if (leak !== null) return leak.flow >= LEAK_FLOW * taughtBy(opinions);
  if (kind !== 'demand-heading' || demand === null || threshold === null) return true;
  return demand.highest * PERCENT > demand.contracted * threshold;
};

/** What was found, without what establishments want to hear nothing of: what lasts of it is over, and was no error. */
export const tunedBy = async (db: Connection, found: Found): Promise<Found> => {
  if (found.findings.length === 0 && found.seenFrom === null) return found;
  const tuning = await readTuning(db);
  return {
    ...found,
    findings: found.findings.filter((finding) => isWanted(tuning, found.kind, finding)),
    mayUndo: (story) => (found.mayUndo?.(story) ?? true) && tuning(story.group, found.kind).isOn,
  };
};
