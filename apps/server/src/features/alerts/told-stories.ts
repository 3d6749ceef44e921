import { KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import { nextSteps, type Step } from '@nascente/domain/alerts/stories';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { AlertFinding, Found } from './alert-finding.ts';
import { createStoriesRepository } from './stories.repository.ts';

/** What became of a story that people are to hear of. */
interface ToldStory {
  readonly alertId: string;
  readonly event: 'opened' | 'returned' | 'closed' | 'undone';
}

/** Within the transaction of the stories, so that what is queued there is queued once. */
type OnTold = (told: readonly ToldStory[], within: Connection) => Promise<void>;

/** Longer than anything that ended may take to return or to be undone. */
const LOOKED_BACK_MS = 3 * DAY_MS;

const apply = async (
  within: Connection,
  kind: Found['kind'],
  step: Step<AlertFinding>,
  now: Instant,
): Promise<ToldStory | null> => {
  const stories = createStoriesRepository(within);
  switch (step.kind) {
    case 'open':
      return { alertId: await stories.open(kind, step, now), event: 'opened' };
    case 'go-on': {
      const { story, returns, until } = step;
      await stories.goOn(step, now);
      if (returns) return { alertId: story.id, event: 'returned' };
      return story.until === null && until !== null ? { alertId: story.id, event: 'closed' } : null;
    }
    case 'calm':
      await stories.calm(step.story.id, now);
      return null;
    case 'close':
      await stories.close(step.story.id, step.until, now);
      return { alertId: step.story.id, event: 'closed' };
    case 'undo':
      await stories.undo(step.story.id, now);
      return { alertId: step.story.id, event: 'undone' };
  }
};

/** Brings the stories of a kind in line with what was found, in one transaction: a run that is cut off has done nothing. */
export const createStoryTeller =
  (needs: { db: Connection; clock: () => Instant; onTold: OnTold }) =>
  ({ kind, findings, seenFrom, looksAt }: Found): Promise<readonly ToldStory[]> =>
    needs.db.transaction().execute(async (within) => {
      const repository = createStoriesRepository(within);
      await repository.holdRuns();
      const now = needs.clock();
      const recent = await repository.recent(kind, instant(now - LOOKED_BACK_MS));
      const stories = recent.filter(({ members }) => members.every(looksAt));
      const told: ToldStory[] = [];
      for (const step of nextSteps(stories, findings, KINDS_OF_ALERT[kind].stories, { now, seenFrom })) {
        const event = await apply(within, kind, step, now);
        if (event !== null) told.push(event);
      }
      if (told.length > 0) await needs.onTold(told, within);
      return told;
    });
