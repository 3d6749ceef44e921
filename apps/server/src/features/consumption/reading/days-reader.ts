import { areHoursEnough, type DayPosts, dayPostsOf, postCuts } from '@nascente/domain/consumption/day-posts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import type { Instant } from '@nascente/domain/time/zone';
import { postsOf, spanOf, utilityOf } from './consumption-reader.ts';
import { createCalendars, type DaysOfMeter } from './meter-calendars.ts';
import type { SpansReader } from './spans-reader.ts';

const calendarsOf = createCalendars((days) => {
  return { days, byQuarters: !areHoursEnough(postCuts(days)) };
});

export interface DaysReader {
  /** Days by post, of many meters at once; in the order in which they are asked for. */
  ofMany(asked: readonly DaysOfMeter[], now: Instant): Promise<readonly (readonly DayPosts[])[]>;
}

export const createDaysReader = (spans: SpansReader): DaysReader => ({
  async ofMany(asked, now) {
    const calendars = calendarsOf(asked);
    const measured = await spans.read(
      asked.map(({ meter, first, last }, index) => ({
        ...spanOf(meter, { first, last, now }),
        zone: meter.zone,
        byQuarters: calendars[index]?.byQuarters,
      })),
    );
    return asked.map((one, index) => {
      const { meter, first, last } = one;
      const options = {
        first,
        last,
        now,
        zone: meter.zone,
        kind: utilityOf(meter.kind),
        postsOn: postsOf(meter.kind, one.postsOn),
        since: meter.installedAt,
        removed: meter.removedAt,
      };
      return dayPostsOf(measured[index] as EnergySeries, options, calendars[index]?.days);
    });
  },
});
