import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Connection, Database } from '../../../platform/database/open-database.ts';
import type { PublishedStory } from '../delivery/alert-publisher.ts';
import { readTuning, type Tuning } from '../rules/tuning.ts';
import type { AlertFinding, Found } from '../watches/alert-finding.ts';
import type { SeenAlertsRepository } from './seen-alerts.repository.ts';
import type { createStoryUpdater } from './story-changes.ts';

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

export interface ToldAlerts {
  readonly macs: readonly string[];
  readonly stories: readonly PublishedStory[];
}

export type Tell = ReturnType<typeof createToldAlerts>['tell'];

/** Keeps the stories of what was found, and says which of them are told anew. */
export const createToldAlerts = (needs: {
  db: Database['db'];
  alerts: Pick<SeenAlertsRepository, 'whereOf'>;
  updateStories: ReturnType<typeof createStoryUpdater>;
}) => {
  const { db, alerts, updateStories } = needs;
  const listeners: ((alerts: ToldAlerts) => void)[] = [];
  return {
    onTold: (listener: (alerts: ToldAlerts) => void): void => void listeners.push(listener),
    async tell(found: Found): Promise<void> {
      const changes = await updateStories(found.kind === 'own' ? found : await tunedBy(db, found));
      if (changes.length === 0) return;
      const events = new Map(changes.map(({ alertId, event }) => [alertId, event]));
      const sites = await alerts.whereOf([...events.keys()]);
      const macs = [...new Set(sites.flatMap(({ macs: own }) => own))];
      const stories = sites.map(({ alertId, establishmentId }) => ({
        alertId,
        establishmentId,
        event: events.get(alertId) ?? 'opened',
      }));
      for (const listener of listeners) listener({ macs, stories });
    },
  };
};
