import { dayPostsOfRuns, stretchedDays } from '@nascente/domain/consumption/day-posts-of-runs';
import { utilityOf } from './consumption-reader.ts';
import type { DaysReader } from './days-reader.ts';
import { createCalendars } from './meter-calendars.ts';
import type { RecentQuarters } from './recent-quarters.ts';

/** Reads days of which the first quarter-hour is a recent one (`recentSince`). */
export const createRecentDaysReader = (recentQuarters: RecentQuarters): DaysReader => {
  const calendarsOf = createCalendars(stretchedDays);
  return {
    async ofMany(asked, now) {
      const calendars = calendarsOf(asked);
      const runs = await recentQuarters.read(asked.map(({ meter }) => meter.installationId));
      return asked.map(({ meter }, index) => {
        const { zone, kind, installedAt: since, removedAt: removed } = meter;
        const options = { now, zone, kind: utilityOf(kind), since, removed };
        return dayPostsOfRuns(runs[index] ?? [], options, calendars[index] ?? []);
      });
    },
  };
};
