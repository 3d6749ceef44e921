import { type CivilDate, civilHourAt, daysFrom, endOfDay, startOfDay } from '../time/civil-day.ts';
import { QUARTER_MS } from '../time/quarter.ts';
import { DAY_MS, HOUR_MS, type Instant, offsetMsAt, type Zone } from '../time/zone.ts';
import type { ConsolidationOptions } from './consolidate.ts';
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

/**
 * Cuts a series into civil days as `consolidateDays` does, without their hours: totals of hundreds of meters are added
 * up in the time in which the hours of a few are made.
 *
 * @param series - ascending, its slots as `stepMinutesFor` says; what lies outside the days is left out
 */
export function dayPostsOf(series: EnergySeries, options: DayPostsOptions): DayPosts[] {
  const { zone, now, kind } = options;
  let slot = firstSlotFrom(series, startOfDay(options.first, zone));
  return daysFrom(options.first, options.last).map((date) => {
    const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
    const hourAt = hoursBetween(start, end, zone);
    const posts = options.posts(date);
    const sums = { inPoint: 0, interPoint: 0, outPoint: 0 };
    const limit = Math.min(end, now + 1);
    let quarters = 0;
    for (; slot < series.length && valueAt(series.start, slot) < limit; slot++) {
      const post = posts[hourAt(valueAt(series.start, slot) as Instant)] ?? 'outPoint';
      sums[post] += consumedIn(series, slot, kind);
      quarters += valueAt(series.quarters, slot);
    }
    const expectedQuarters = expectedBetween(start, end, options);
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

/** Which hour the clock shows; by plain arithmetic on a day on which no clock changes. */
function hoursBetween(start: Instant, end: Instant, zone: Zone): (at: Instant) => number {
  const isPlain = end - start === DAY_MS && offsetMsAt(start, zone) === offsetMsAt(end - 1, zone);
  return isPlain ? (at) => Math.floor((at - start) / HOUR_MS) : (at) => civilHourAt(at, zone);
}

function consumedIn(series: EnergySeries, slot: number, kind: Utility): number {
  if (kind === 'water') return valueAt(series.volume, slot);
  const { consumedA, consumedB, consumedC } = series;
  return valueAt(consumedA, slot) + valueAt(consumedB, slot) + valueAt(consumedC, slot);
}

/** Whole quarter-hours of a day in which the meter was there and that are over. */
function expectedBetween(start: Instant, end: Instant, { since, removed, now }: DayPostsOptions): number {
  const from = Math.max(start, since ?? start);
  const to = Math.min(end, now, removed ?? end);
  return Math.max(0, Math.floor(to / QUARTER_MS) - Math.ceil(from / QUARTER_MS));
}
