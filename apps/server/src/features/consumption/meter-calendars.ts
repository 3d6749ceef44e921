import { type PostsDay, postsDays } from '@nascente/domain/consumption/day-posts';
import { type PostsOfDay, simplePosts, singlePost } from '@nascente/domain/tariff/posts';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
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

/** Makes something of days once for all meters of a question that are cut alike. */
export const createCalendars =
  <C extends object>(make: (days: readonly PostsDay[]) => C): Calendars<C> =>
  (asked) => {
    const known = new Map<string, C>();
    return asked.map(({ meter, first, last }) => {
      const { zone } = meter;
      const key = `${zone} ${utilityOf(meter.kind)} ${first} ${last}`;
      const calendar = known.get(key) ?? make(postsDays({ first, last, zone, posts: postsOf(meter) }));
      known.set(key, calendar);
      return calendar;
    });
  };
