import { POSTS } from '../tariff/posts.ts';
import { QUARTER_MS, quarterStart } from '../time/quarter.ts';
import { HOUR_MS, type Instant } from '../time/zone.ts';
import { type DayPosts, type DayPostsOptions, type PostsDay, toDayPosts } from './day-posts.ts';
import type { QuarterRun } from './quarter-days.ts';
import { valueAt } from './series.ts';

/** A stretch of a civil day in one post. */
export interface PostStretch {
  readonly start: Instant;
  readonly end: Instant;
  /** Its place in `POSTS`. */
  readonly post: number;
}

/** A civil day and the stretches that make it up, in order. */
export interface StretchedDay extends PostsDay {
  readonly stretches: readonly PostStretch[];
}

/** Days with the stretches of their posts, by quarter-hours: made once for all meters that are cut alike. */
export function stretchedDays(days: readonly PostsDay[]): readonly StretchedDay[] {
  return days.map((day) => ({ ...day, stretches: stretchesOf(day) }));
}

function stretchesOf({ start, end, clockAt, posts }: PostsDay): PostStretch[] {
  const stretches: PostStretch[] = [];
  let from: number = start;
  let current: number | undefined;
  for (let at = Math.ceil(start / QUARTER_MS) * QUARTER_MS; at < end; at += QUARTER_MS) {
    const post = posts[Math.floor(clockAt(at as Instant) / HOUR_MS)] as number;
    if (current !== undefined && post !== current) {
      stretches.push({ start: from as Instant, end: at as Instant, post: current });
      from = at;
    }
    current = post;
  }
  if (current !== undefined) stretches.push({ start: from as Instant, end, post: current });
  return stretches;
}

/**
 * Cuts quarter-hours into civil days as `dayPostsOf` does, as they lie in runs: no series is made of them.
 *
 * @param runs - of one meter, no quarter-hour in two of them; what lies outside the days is left out
 */
export function dayPostsOfRuns(
  runs: readonly QuarterRun[],
  options: Omit<DayPostsOptions, 'first' | 'last' | 'posts'>,
  days: readonly StretchedDay[],
): DayPosts[] {
  const quantity = options.kind === 'water' ? 'volume' : 'consumed';
  const since = options.since === null ? Number.NEGATIVE_INFINITY : quarterStart(options.since);
  const byPost = new Float64Array(POSTS.length);
  return days.map((day) => {
    byPost.fill(0);
    let quarters = 0;
    for (const { start, end, post } of day.stretches) {
      const [earliest, limit] = [Math.max(start, since), Math.min(end, options.now + 1)];
      for (const run of runs) {
        const from = Math.max(0, Math.ceil((earliest - run.start) / QUARTER_MS));
        const to = Math.min(run.length, Math.ceil((limit - run.start) / QUARTER_MS));
        quarters += presentBetween(run, from, to);
        byPost[post] = valueAt(byPost, post) + sumBetween(run[quantity], from, to);
      }
    }
    return toDayPosts(day, byPost, quarters, options);
  });
}

function sumBetween(column: Float64Array | null, from: number, to: number): number {
  let sum = 0;
  if (column !== null) for (let place = from; place < to; place++) sum += valueAt(column, place);
  return sum;
}

function presentBetween({ present }: QuarterRun, from: number, to: number): number {
  if (present === null) return Math.max(0, to - from);
  let count = 0;
  for (let place = from; place < to; place++) if (present[place] === '1') count++;
  return count;
}
