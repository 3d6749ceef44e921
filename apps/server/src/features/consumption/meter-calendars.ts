import { type PostsDay, postsDays } from '@nascente/domain/consumption/day-posts';
import { type PostsOfDay, simplePosts, singlePost } from '@nascente/domain/tariff/posts';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { createRemembered } from '../../platform/memory/remembered.ts';
import { type MeteredPlace, utilityOf } from './consumption-reader.ts';

/** A meter, in use or removed, and the civil days that are asked of it, both included. */
export interface DaysOfMeter {
  readonly meter: MeteredPlace & { readonly removedAt: Instant | null };
  readonly first: CivilDate;
  readonly last: CivilDate;
}

export const postsOf = ({ kind }: Pick<MeteredPlace, 'kind'>): PostsOfDay =>
  kind === 'water' ? singlePost : simplePosts;

/** What is made of the days of each, in their order. */
export type Calendars<C> = (asked: readonly DaysOfMeter[]) => readonly C[];

/** A year of days each. */
const CALENDARS_KEPT = 50;

/** Makes something of days once for all meters that are cut alike: while it is kept, or the same list is asked, the same object. */
export const createCalendars = <C extends object>(make: (days: readonly PostsDay[]) => C): Calendars<C> => {
  const kept = createRemembered<C>(CALENDARS_KEPT);
  const find = (asked: readonly DaysOfMeter[]): readonly C[] => {
    const known = new Map<string, C>();
    return asked.map(({ meter, first, last }) => {
      const { zone } = meter;
      const key = `${zone} ${utilityOf(meter.kind)} ${first} ${last}`;
      const same = known.get(key);
      if (same !== undefined) return same;
      const calendar = kept.recall(key, 0) ?? make(postsDays({ first, last, zone, posts: postsOf(meter) }));
      kept.keep(key, 0, calendar);
      known.set(key, calendar);
      return calendar;
    });
  };
  const lists = new WeakMap<readonly DaysOfMeter[], readonly C[]>();
  return (asked) => {
    const calendars = lists.get(asked) ?? find(asked);
    lists.set(asked, calendars);
    return calendars;
  };
};
