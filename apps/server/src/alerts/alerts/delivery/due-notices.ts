import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { AlertPreference } from '@nascente/contract/alerts/alert-notices';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { doubtOf, type Severity, tellableAt } from '@nascente/domain/alerts/notices';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { StoryChange } from '../stories/story-changes.ts';

/** What is to be told. Of an end it says which, and so of a repetition: what a newer one has overtaken is told no more. */
export type Notice = StoryChange;

/** An alert as somebody sees it, and when it was told again last. */
export interface SeenStory {
  readonly alert: Alert;
  readonly repeatedAt: string | null;
}

/** Whether there is still something to say: what began is over, or what was over has come back. */
export const isDue = ({ alert, repeatedAt }: SeenStory, notice: Notice): boolean => {
  const { endedAt, undoneAt, acknowledged } = alert;
  if (notice.event === 'undone') return undoneAt !== null;
  if (undoneAt !== null) return false;
  if (notice.event === 'repeated' || notice.event === 'returned')
    return endedAt === null && acknowledged === null && repeatedAt === notice.repeatedAt;
  if (notice.event === 'closed') return endedAt === notice.endedAt;
  // What late data told when it was over already has no end of its own to be told.
  return endedAt === null || notice.endedAt !== null;
};

/** The hours in which somebody is not told of what matters so much; null: none. */
const quietFor = ({ quiet, throughQuiet, zone }: AlertPreference, severity: Severity) =>
  quiet === null || throughQuiet.includes(severity) ? null : { ...quiet, zone: zone as Zone };

/**
 * When somebody is told: not before the quiet hours are over, and of an end not before it has lasted. Null where they have
 * not heard yet that it began: that waits, and tells how it goes on when it is told; what was undone by then is not told. Nor
 * is it told that it came back to whom its end has not been told.
 */
export const dueAt = (
  preference: AlertPreference,
  { kind, severity, toldAt }: Alert,
  { event, closedAt }: Pick<Notice, 'event' | 'closedAt'>,
  now: Instant,
): Instant | null => {
  const hours = quietFor(preference, severity);
  const isUnheard = tellableAt(instant(Date.parse(toldAt)), hours) > now;
  if (isUnheard && (event === 'repeated' || event === 'undone')) return null;
  const endToldAt = (at: number): Instant =>
    tellableAt(instant(at + doubtOf(KINDS_OF_ALERT[kind].stories)), hours);
  if (event === 'closed') return endToldAt(now);
  if (event === 'returned' && (closedAt === null || endToldAt(Date.parse(closedAt)) > now)) return null;
  return tellableAt(now, hours);
};
