import type { Post } from '../tariff/posts.ts';
import { type CivilDate, clockWithin, daysFrom, endOfDay, startOfDay } from '../time/civil-day.ts';
import { HOUR_MS, type Instant } from '../time/zone.ts';
import type { ConsolidationOptions } from './consolidate.ts';
import { expectedBetween } from './expected-quarters.ts';
import { type EnergySeries, firstSlotFrom, valueAt } from './series.ts';
import type { PostTotals, Quantity, Utility } from './totals.ts';

/** What a civil day comes to: its total by post, and how complete it is. */
export interface DayPosts extends PostTotals {
  readonly date: CivilDate;
  readonly total: Quantity;
  readonly presentQuarters: number;
  readonly expectedQuarters: number;
}

export interface DayPostsOptions extends ConsolidationOptions {
  /** When the installation ended: nothing is expected from then on; null while it is in use. */
  readonly removed: Instant | null;
}

/** What a civil day is cut by. */
export interface PostsDay {
  readonly date: CivilDate;
  readonly start: Instant;
  readonly end: Instant;
  readonly postAt: (at: Instant) => Post;
}

/** The days that meters of one zone are cut into: made once for all of them. */
export function postsDays({
  first,
  last,
  zone,
  posts,
}: Pick<DayPostsOptions, 'first' | 'last' | 'zone' | 'posts'>): readonly PostsDay[] {
  return daysFrom(first, last).map((date) => {
    const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
    const clockAt = clockWithin(start, end, zone);
    const ofDay = posts(date);
    return { date, start, end, postAt: (at) => ofDay[Math.floor(clockAt(at) / HOUR_MS)] ?? 'outPoint' };
  });
}

/**
 * Cuts a series into civil days as `consolidateDays` does, without their hours: totals of hundreds of meters are added
 * up in the time in which the hours of a few are made.
 *
 * @param series - ascending, its slots as `stepMinutesFor` says; what lies outside the days is left out
 */
export function dayPostsOf(
  series: EnergySeries,
  options: DayPostsOptions,
  days: readonly PostsDay[] = postsDays(options),
): DayPosts[] {
  const { now, kind } = options;
  let slot = firstSlotFrom(series, days[0]?.start ?? now);
  return days.map(({ date, start, end, postAt }) => {
    const sums = { inPoint: 0, interPoint: 0, outPoint: 0 };
    const limit = Math.min(end, now + 1);
    let quarters = 0;
    for (; slot < series.length && valueAt(series.start, slot) < limit; slot++) {
      sums[postAt(valueAt(series.start, slot) as Instant)] += consumedIn(series, slot, kind);
      quarters += valueAt(series.quarters, slot);
    }
    const from = Math.max(start, options.since ?? start);
    const to = Math.min(end, now, options.removed ?? end);
    const expectedQuarters = expectedBetween(from, to, options.stays);
    return {
      date,
      total: (sums.inPoint + sums.interPoint + sums.outPoint) as Quantity,
      inPoint: sums.inPoint as Quantity,
      interPoint: sums.interPoint as Quantity,
      outPoint: sums.outPoint as Quantity,
      presentQuarters: Math.min(quarters, expectedQuarters),
      expectedQuarters,
    };
  });
}

function consumedIn(series: EnergySeries, slot: number, kind: Utility): number {
  if (kind === 'water') return valueAt(series.volume, slot);
  const { consumedA, consumedB, consumedC } = series;
  return valueAt(consumedA, slot) + valueAt(consumedB, slot) + valueAt(consumedC, slot);
}
