import { KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import { nextSteps, type Step } from '@nascente/domain/alerts/stories';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { AlertFinding, Found } from './alert-finding.ts';
import { createStoriesRepository } from './stories.repository.ts';

/** What became of a story that people are to hear of. */
export interface ToldStory {
  readonly alertId: string;
  readonly event: 'opened' | 'returned' | 'repeated' | 'closed' | 'undone';
  /** Of one that is over, when it was. */
  readonly endedAt: string | null;
}

/** Within the transaction of the stories, so that what is queued there is queued once. */
export type OnTold = (told: readonly ToldStory[], within: Connection) => Promise<void>;

/** Longer than anything that ended may take to return or to be undone. */
const LOOKED_BACK_MS = 3 * DAY_MS;

const textOf = (at: Instant | null): string | null => at && new Date(at).toISOString();

const apply = async (
  within: Connection,
  kind: Found['kind'],
  step: Step<AlertFinding>,
  now: Instant,
): Promise<ToldStory | null> => {
  const stories = createStoriesRepository(within);
  switch (step.kind) {
    case 'open': {
      const alertId = await stories.open(kind, step, now);
      return { alertId, event: 'opened', endedAt: textOf(step.until) };
    }
    case 'go-on': {
      const { story, returns, until } = step;
      await stories.goOn(step, now);
      if (returns) return { alertId: story.id, event: 'returned', endedAt: null };
      const ends = story.until === null && until !== null;
      return ends ? { alertId: story.id, event: 'closed', endedAt: textOf(until) } : null;
    }
    case 'calm':
      await stories.calm(step.story.id, now);
      return null;
    case 'close': {
      const { story } = step;
      const until = instant(Math.max(step.until, story.since));
      await stories.close(story.id, until, now);
      return { alertId: story.id, event: 'closed', endedAt: textOf(until) };
    }
    case 'undo':
      await stories.undo(step.story.id, now);
      return { alertId: step.story.id, event: 'undone', endedAt: null };
  }
};

/** Those that last and that nobody takes care of are told again, by the schedule of their kind. */
const repeated = async (
  stories: ReturnType<typeof createStoriesRepository>,
  kind: Found['kind'],
  now: Instant,
): Promise<readonly ToldStory[]> => {
  const { repeatMs } = KINDS_OF_ALERT[kind];
  if (repeatMs === null) return [];
  const ids = await stories.repeat(kind, instant(now - repeatMs), now);
  return ids.map((alertId) => ({ alertId, event: 'repeated', endedAt: null }));
};

/** Brings the stories of a kind in line with what was found, in one transaction: a run that is cut off has done nothing. */
export const createStoryTeller =
  (needs: { db: Connection; clock: () => Instant; onTold: OnTold }) =>
  ({ kind, findings, seenFrom, looksAt, mayUndo }: Found): Promise<readonly ToldStory[]> =>
    needs.db.transaction().execute(async (within) => {
      const repository = createStoriesRepository(within);
      await repository.holdRuns();
      const now = needs.clock();
      const recent = await repository.recent(kind, instant(now - LOOKED_BACK_MS));
      const stories = recent.filter(({ members }) => members.every(looksAt));
      const told: ToldStory[] = [];
      for (const step of nextSteps(stories, findings, KINDS_OF_ALERT[kind].stories, {
        now,
        seenFrom,
        mayUndo,
      })) {
        const event = await apply(within, kind, step, now);
        if (event !== null) told.push(event);
      }
      told.push(...(await repeated(repository, kind, now)));
      if (told.length > 0) await needs.onTold(told, within);
      return told;
    });
