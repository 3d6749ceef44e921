import { daysFrom, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import { postsOfWindows } from '../../sites/tou-windows/posts-by-window.ts';
import { type EnergySeries, firstSlotFrom, valueAt } from '../../telemetry/intervals/series.ts';
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
      const to = firstSlotFrom(series, Math.min(end, now + 1) as Instant);
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
