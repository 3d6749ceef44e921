import type { ConsolidationOptions } from '@nascente/domain/consumption/consolidate';
import type { DayPostsOptions } from '@nascente/domain/consumption/day-posts';
import type { MeterStay } from '@nascente/domain/consumption/expected-quarters';
import { type EnergySeries, joinSeries, seriesFrom } from '@nascente/domain/consumption/series';
import { addDays, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import { earlierDay, laterDay, type SummedHours } from '../consumption/index.ts';

type Cut = ConsolidationOptions & Pick<DayPostsOptions, 'postsOn'> & { readonly stays: readonly MeterStay[] };

/** A series is cut for a screen or two; one without slots stands for any place. */
const CUTS_KEPT = 20;

/** By what else days that are over are cut: for them it makes no difference how long afterwards meters stayed. */
const keyOf = ({ zone, kind, first, last, since, stays }: Cut): string => {
  const end = endOfDay(last, zone);
  const before = stays.map(({ from, to, meters = 1 }) => `${from} ${Math.min(to, end)} ${meters}`);
  return [zone, kind, first, last, since, ...before].join();
};

/**
 * Cuts what was consumed into civil days; those that are over and closed once, while what was consumed on them is the same
 * object.
 *
 * @param cut - of which nothing but `options.kind` decides the posts
 */
export const cutClosedOnce = <D>(
  cut: (series: EnergySeries, options: Cut) => readonly D[],
): ((consumed: SummedHours, options: Cut) => D[]) => {
  const known = new WeakMap<EnergySeries, Map<string, readonly D[]>>();
  const cutOnce = (closed: EnergySeries, options: Cut): readonly D[] => {
    const key = keyOf(options);
    const cuts = known.get(closed) ?? new Map<string, readonly D[]>();
    const days = cuts.get(key) ?? cut(closed, options);
    if (cuts.size >= CUTS_KEPT) cuts.clear();
    known.set(closed, cuts.set(key, days));
    return days;
  };
  return ({ closed, open, openSince }, options) => {
    const { zone, first, last } = options;
    const openDay = laterDay(first, civilDateAt(openSince, zone));
    const lastClosed = earlierDay(last, addDays(openDay, -1));
    const over = first <= lastClosed ? cutOnce(closed, { ...options, last: lastClosed }) : [];
    if (openDay > last) return [...over];
    const rest = joinSeries(seriesFrom(closed, startOfDay(openDay, zone)), open);
    return [...over, ...cut(rest, { ...options, first: openDay })];
  };
};
