import { type DayPosts, dayPostsOf, type PostsDay, postsDays } from '@nascente/domain/consumption/day-posts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { simplePosts, singlePost } from '@nascente/domain/tariff/posts';
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

export const createDaysReader = (spans: SpansReader): DaysReader => ({
  async ofMany(asked, now) {
    const measured = await spans.read(
      asked.map(({ meter, first, last }) => ({ ...spanOf(meter, { first, last, now }), zone: meter.zone })),
    );
    const calendars = new Map<string, readonly PostsDay[]>();
    return asked.map(({ meter, first, last }, index) => {
      const posts = meter.kind === 'water' ? singlePost : simplePosts;
      const key = `${meter.zone} ${utilityOf(meter.kind)} ${first} ${last}`;
      const calendar = calendars.get(key) ?? postsDays({ first, last, zone: meter.zone, posts });
      calendars.set(key, calendar);
      const options = {
        first,
        last,
        now,
        zone: meter.zone,
        kind: utilityOf(meter.kind),
        posts,
        since: meter.installedAt,
        removed: meter.removedAt,
      };
      return dayPostsOf(measured[index] as EnergySeries, options, calendar);
    });
  },
});
