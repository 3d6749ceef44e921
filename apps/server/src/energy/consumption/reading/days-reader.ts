import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import {
  type DayPosts,
  dayPostsOf,
  postsDays,
  stepOfPosts,
} from '@nascente/domain/energy/consumption/day-posts';
import type { PostsOn } from '@nascente/domain/sites/tou-windows/posts-by-window';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { type MeteredEstablishment, postsOf, spanOf, utilityOf } from './consumption-reader.ts';

/** A meter, in use or removed, and the civil days that are asked of it, both included. */
interface DaysOfMeter {
  readonly meter: MeteredEstablishment & { readonly removedAt: Instant | null };
  readonly first: CivilDate;
  readonly last: CivilDate;
  /** By which posts they are cut; without them, those of the simple tariff. */
  readonly postsOn?: PostsOn | undefined;
}

export type DaysReader = ReturnType<typeof createDaysReader>;

const calendarOf = ({ meter: { kind, zone }, first, last, postsOn }: DaysOfMeter) => {
  const asked = { first, last, zone, postsOn: postsOf(kind, postsOn) };
  return { days: postsDays(asked), stepMinutes: stepOfPosts(asked) };
};

/** What the days of each are cut by: made once for all that are cut alike. */
const calendarsOf = (asked: readonly DaysOfMeter[]) => {
  const calendars = new Map<PostsOn, Map<string, ReturnType<typeof calendarOf>>>();
  return asked.map((one) => {
    const { meter, first, last } = one;
    const postsOn = postsOf(meter.kind, one.postsOn);
    const ofPosts = calendars.get(postsOn) ?? new Map<string, ReturnType<typeof calendarOf>>();
    calendars.set(postsOn, ofPosts);
    const key = `${meter.zone} ${first} ${last}`;
    const calendar = ofPosts.get(key) ?? calendarOf(one);
    ofPosts.set(key, calendar);
    return { ...one, postsOn, calendar };
  });
};

export const createDaysReader = ({ readEach }: Pick<MeterDays, 'readEach'>) => ({
  /** Days by post, of many meters at once; in the order in which they are asked for. */
  async ofMany(asked: readonly DaysOfMeter[], now: Instant): Promise<readonly (readonly DayPosts[])[]> {
    const cut = calendarsOf(asked);
    const measured = await readEach(
      cut.map(({ meter, first, last, calendar: { stepMinutes } }) => ({
        ...spanOf(meter, { first, last, now }),
        stepMinutes,
      })),
    );
    return cut.map(({ meter, first, last, postsOn, calendar }, index) => {
      const { zone, installedAt: since, removedAt: removed } = meter;
      const options = { first, last, now, zone, kind: utilityOf(meter.kind), postsOn, since, removed };
      return dayPostsOf(measured[index] as EnergySeries, options, calendar.days);
    });
  },
});
