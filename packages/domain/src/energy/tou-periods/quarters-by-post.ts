import {
  type CivilDate,
  civilDateAt,
  clockWithin,
  daysFrom,
  endOfDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import type { PostWindows } from '../../sites/tariffs/tariff-rules.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import { alwaysOffPeak, type PostsOn, postsOfWindows } from '../../sites/tou-windows/posts-by-window.ts';
import { type EnergySeries, firstSlotFrom, instantAt, valueAt } from '../../telemetry/intervals/series.ts';
import type { ConsumedQuarters } from '../consumption/always-on.ts';
import { countDay, createPeaks, openStretch } from '../measured-cycle/cycle-tally.ts';
import type { PostSpan } from './posts-in-force.ts';

/** Thousandths of Wh and of varh. */
export interface PostEnergy {
  readonly active: number;
  /** Excess reactive energy (ERE, 'UFER' on the bill). */
  readonly excessReactive: number;
}

/**
 * What days come to by post, counted as a bill counts it: each quarter-hour by its start, reactive excess by the hour.
 *
 * @param series - of quarter-hours, ascending
 * @param now - nothing is counted that begins later
 */
export function measurePosts(
  series: EnergySeries,
  spans: readonly PostSpan<unknown>[],
  { zone, now }: { readonly zone: Zone; readonly now: Instant },
): Readonly<Record<Post, PostEnergy>> {
  const peaks = createPeaks();
  const stretches = spans.map(({ first, last, windows, limits }) => {
    const rules = { version: null, postsOf: postsOfWindows(windows), limits };
    const stretch = openStretch(first, peaks, rules);
    let start = startOfDay(first, zone);
    for (const date of daysFrom(first, last)) {
      const end = endOfDay(date, zone);
      const from = firstSlotFrom(series, start);
      const to = firstSlotFrom(series, Math.min(end, now + 1));
      countDay(series, from, to, { date, start, end, zone, stretch, peaks, isInHours: null });
      start = end;
    }
    stretch.reactive?.close();
    return stretch;
  });
  const sumOf = (name: 'consumed' | 'reactiveExcess', post: Post): number =>
    stretches.reduce((sum, stretch) => sum + valueAt(stretch[name], POSTS.indexOf(post)), 0);
  const energyOf = (post: Post): PostEnergy => ({
    active: sumOf('consumed', post),
    excessReactive: sumOf('reactiveExcess', post),
  });
  return {
    inPoint: energyOf('inPoint'),
    interPoint: energyOf('interPoint'),
    outPoint: energyOf('outPoint'),
  };
}

/** On which clock, and by which posts, quarter-hours are told apart. */
interface PostClock {
  readonly zone: Zone;
  readonly postsOn: PostsOn;
}

/** A civil day's quantities by post. */
interface DayByPost extends Readonly<Record<Post, number>> {
  readonly date: CivilDate;
}

/** A quarter-hour and what was consumed in it, mWh. */
export interface HighestQuarter {
  readonly start: Instant;
  readonly consumed: number;
}

/** The posts of days by spans of them, in order; of days before and after them by the nearest; off-peak without any. */
export function postsOfSpans(
  spans: readonly { readonly last: CivilDate; readonly windows: PostWindows }[],
): PostsOn {
  const postSpans = spans.map(({ last, windows }) => ({ last, postsOn: postsOfWindows(windows) }));
  return (date) => {
    const { postsOn } = postSpans.find(({ last }) => date <= last) ??
      postSpans.at(-1) ?? { postsOn: alwaysOffPeak };
    return postsOn(date);
  };
}

/** The post in which an instant lies. */
export function postAtInstant(at: Instant, { zone, postsOn }: PostClock): Post {
  const date = civilDateAt(at, zone);
  const clockMs = clockWithin(startOfDay(date, zone), endOfDay(date, zone), zone)(at);
  return POSTS[postsOn(date)[Math.floor(clockMs / QUARTER_MS)] as number] as Post;
}

type Visit = (index: number, post: Post, date: CivilDate) => void;

/** Goes through quarter-hours with their posts, in order; what a day needs is found once for it. */
function forEachQuarter(start: Float64Array, { zone, postsOn }: PostClock, visit: Visit): void {
  let dayEnd = Number.NEGATIVE_INFINITY;
  let date = '' as CivilDate;
  let posts = alwaysOffPeak(date);
  let clockAt: (at: number) => number = Number;
  for (let index = 0; index < start.length; index++) {
    const at = instantAt(start, index);
    if (at >= dayEnd) {
      date = civilDateAt(at, zone);
      const end = endOfDay(date, zone);
      clockAt = clockWithin(startOfDay(date, zone), end, zone);
      posts = postsOn(date);
      dayEnd = end;
    }
    visit(index, POSTS[posts[Math.floor(clockAt(at) / QUARTER_MS)] as number] as Post, date);
  }
}

/**
 * What days with quarter-hours come to by post.
 *
 * @param start - ascending
 */
export function sumsByPost(start: Float64Array, quantities: Float64Array, clock: PostClock): DayByPost[] {
  const days: { date: CivilDate; inPoint: number; interPoint: number; outPoint: number }[] = [];
  forEachQuarter(start, clock, (index, post, date) => {
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, inPoint: 0, interPoint: 0, outPoint: 0 };
      days.push(day);
    }
    day[post] += valueAt(quantities, index);
  });
  return days;
}

/** The highest quarter-hour of each post, the first of equals, as a bill finds it; null where nothing was consumed. */
export function highestByPost(
  { start, consumed }: ConsumedQuarters,
  clock: PostClock,
): Readonly<Record<Post, HighestQuarter | null>> {
  const highest: Record<Post, HighestQuarter | null> = { inPoint: null, interPoint: null, outPoint: null };
  forEachQuarter(start, clock, (index, post) => {
    const energy = valueAt(consumed, index);
    if (energy > (highest[post]?.consumed ?? 0)) {
      highest[post] = { start: instantAt(start, index), consumed: energy };
    }
  });
  return highest;
}
