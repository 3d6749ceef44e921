import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import {
  dayPostsOfRuns,
  type StretchedDay,
  stretchedDays,
} from '@nascente/domain/consumption/day-posts-of-runs';
import type { QuarterRun } from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { Instant } from '@nascente/domain/time/zone';
import { utilityOf } from './consumption-reader.ts';
import type { DaysReader } from './days-reader.ts';
import { createCalendars, type DaysOfMeter } from './meter-calendars.ts';
import type { RecentQuarters } from './recent-quarters.ts';

/** Days, and by what they were cut out of runs. */
interface CutDays {
  readonly meter: DaysOfMeter['meter'];
  readonly calendar: readonly StretchedDay[];
  /** What came within it counts, whenever within it it is asked. */
  readonly quarter: number;
  readonly days: readonly DayPosts[];
}

const isSame = ({ meter, calendar, quarter }: CutDays, other: Omit<CutDays, 'days'>): boolean =>
  calendar === other.calendar &&
  quarter === other.quarter &&
  meter.kind === other.meter.kind &&
  meter.installedAt === other.meter.installedAt &&
  meter.removedAt === other.meter.removedAt;

/**
 * Reads days of which the first quarter-hour is a recent one (`recentSince`). Of runs that are told again (`latest-runs.ts`)
 * the days are the same object.
 */
export const createRecentDaysReader = (recentQuarters: RecentQuarters): DaysReader => {
  const calendarsOf = createCalendars(stretchedDays);
  const known = new WeakMap<readonly QuarterRun[], CutDays>();

  const daysOf = (runs: readonly QuarterRun[], cut: Omit<CutDays, 'days'>, now: Instant) => {
    const before = known.get(runs);
    if (before !== undefined && isSame(before, cut)) return before.days;
    const { zone, kind, installedAt: since, removedAt: removed } = cut.meter;
    const options = { now, zone, kind: utilityOf(kind), since, removed };
    const days = dayPostsOfRuns(runs, options, cut.calendar);
    known.set(runs, { ...cut, days });
    return days;
  };

  return {
    async ofMany(asked, now) {
      const calendars = calendarsOf(asked);
      const runs = await recentQuarters.read(asked.map(({ meter }) => meter.installationId));
      const quarter = Math.floor(now / QUARTER_MS);
      return asked.map(({ meter }, index) => {
        const cut = { meter, calendar: calendars[index] ?? [], quarter };
        return daysOf(runs[index] ?? [], cut, now);
      });
    },
  };
};
