import { POSTS } from '../tariff/posts/posts.ts';
import { QUARTER_MS, quarterStart } from '../time/quarter.ts';
import type { Instant } from '../time/zone.ts';
import { type DayPosts, type DayPostsOptions, type PostsDay, toDayPosts } from './day-posts.ts';
import type { QuarterRun } from './quarter-days.ts';
import { valueAt } from './series.ts';

/** A stretch of a civil day in one post. */
interface PostStretch {
  readonly start: Instant;
  readonly end: Instant;
  /** Its place in `POSTS`. */
  readonly post: number;
}

/** A civil day and the stretches that make it up, in order. */
interface StretchedDay extends PostsDay {
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
    const post = posts[Math.floor(clockAt(at as Instant) / QUARTER_MS)] as number;
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
  options: Omit<DayPostsOptions, 'first' | 'last' | 'postsOn'>,
  days: readonly StretchedDay[],
): DayPosts[] {
  const quantity = options.kind === 'water' ? 'volume' : 'consumed';
  const since = options.since === null ? Number.NEGATIVE_INFINITY : quarterStart(options.since);
  const byPost = new Float64Array(POSTS.length);
  const sums = runs.map((run) => ({ run, ...sumsOf(run, quantity) }));
  return days.map((day) => {
    byPost.fill(0);
    let quarters = 0;
    for (const { start, end, post } of day.stretches) {
      const [earliest, limit] = [Math.max(start, since), Math.min(end, options.now + 1)];
      for (const { run, total, present } of sums) {
        const from = Math.max(0, Math.ceil((earliest - run.start) / QUARTER_MS));
        const to = Math.min(run.length, Math.ceil((limit - run.start) / QUARTER_MS));
        if (from >= to) continue;
        quarters += valueAt(present, to) - valueAt(present, from);
        byPost[post] = valueAt(byPost, post) + valueAt(total, to) - valueAt(total, from);
      }
    }
    return toDayPosts(day, byPost, quarters, options);
  });
}

/** Of a run what was measured, and how many quarter-hours have data, before each of them, and in all. */
interface RunSums {
  readonly total: Float64Array;
  readonly present: Float64Array;
}

/** A run is looked at many times, and never changed. */
const known = { consumed: new WeakMap<QuarterRun, RunSums>(), volume: new WeakMap<QuarterRun, RunSums>() };

function sumsOf(run: QuarterRun, quantity: 'consumed' | 'volume'): RunSums {
  const before = known[quantity].get(run);
  if (before !== undefined) return before;
  const { length, present } = run;
  const column = run[quantity];
  const sums = { total: new Float64Array(length + 1), present: new Float64Array(length + 1) };
  for (let place = 0; place < length; place++) {
    const isPresent = present === null || present[place] === '1';
    sums.present[place + 1] = valueAt(sums.present, place) + (isPresent ? 1 : 0);
    sums.total[place + 1] = valueAt(sums.total, place) + (column === null ? 0 : valueAt(column, place));
  }
  known[quantity].set(run, sums);
  return sums;
}
