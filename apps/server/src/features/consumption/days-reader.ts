import {
  type DayPosts,
  dayPostsOf,
  type PostsDay,
  postCuts,
  postsDays,
} from '@nascente/domain/consumption/day-posts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { type PostsOfDay, simplePosts, singlePost } from '@nascente/domain/tariff/posts';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { type MeteredPlace, spanOf, utilityOf } from './consumption-reader.ts';
import type { SpansReader } from './spans-reader.ts';

/** A meter, in use or removed, and the civil days that are asked of it, both included. */
export interface DaysOfMeter {
  readonly meter: MeteredPlace & { readonly removedAt: Instant | null };
  readonly first: CivilDate;
  readonly last: CivilDate;
}

export interface DaysReader {
  /** Days by post, of many meters at once; in the order in which they are asked for. */
  ofMany(asked: readonly DaysOfMeter[], now: Instant): Promise<readonly (readonly DayPosts[])[]>;
}

interface Calendar {
  readonly days: readonly PostsDay[];
  readonly cuts: readonly Instant[];
}

const postsOf = ({ kind }: MeteredPlace): PostsOfDay => (kind === 'water' ? singlePost : simplePosts);

/** One calendar for all meters that are cut alike. */
const calendarsOf = (asked: readonly DaysOfMeter[]): readonly Calendar[] => {
  const known = new Map<string, Calendar>();
  return asked.map(({ meter, first, last }) => {
    const { zone } = meter;
    const key = `${zone} ${utilityOf(meter.kind)} ${first} ${last}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    const days = postsDays({ first, last, zone, posts: postsOf(meter) });
    const calendar = { days, cuts: postCuts(days) };
    known.set(key, calendar);
    return calendar;
  });
};

export const createDaysReader = (spans: SpansReader): DaysReader => ({
  async ofMany(asked, now) {
    const calendars = calendarsOf(asked);
    const measured = await spans.read(
      asked.map(({ meter, first, last }, index) => ({
        ...spanOf(meter, { first, last, now }),
        zone: meter.zone,
        cuts: calendars[index]?.cuts,
      })),
    );
    return asked.map(({ meter, first, last }, index) => {
      const options = {
        first,
        last,
        now,
        zone: meter.zone,
        kind: utilityOf(meter.kind),
        posts: postsOf(meter),
        since: meter.installedAt,
        removed: meter.removedAt,
      };
      return dayPostsOf(measured[index] as EnergySeries, options, calendars[index]?.days);
    });
  },
});
