import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { AlertFinding, Found } from '../watches/alert-finding.ts';
import { readTuning, type Tuning } from './tuning.ts';

/** Whether an establishment wants to hear of a finding. */
const isWanted = (tuning: Tuning, { establishmentId, facts }: AlertFinding): boolean => {
  const setting = tuning(establishmentId, facts.kind);
  return setting.isOn && (KINDS_OF_ALERT[facts.kind].isWanted?.(facts, setting) ?? true);
};

/** What was found, without what establishments want to hear nothing of: what lasts of it is over, and was no error. */
export const tunedBy = async (db: Connection, found: Found): Promise<Found> => {
  if (found.findings.length === 0 && found.seenFrom === null) return found;
  const tuning = await readTuning(db);
  return {
    ...found,
    findings: found.findings.filter((finding) => isWanted(tuning, finding)),
    mayUndo: (story) => (found.mayUndo?.(story) ?? true) && tuning(story.group, found.kind).isOn,
  };
};
