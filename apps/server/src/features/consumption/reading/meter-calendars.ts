import { type PostsDay, postsDays } from '@nascente/domain/consumption/day-posts';
import type { PostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { type MeteredEstablishment, postsOf } from './consumption-reader.ts';

/** A meter, in use or removed, and the civil days that are asked of it, both included. */
export interface DaysOfMeter {
  readonly meter: MeteredEstablishment & { readonly removedAt: Instant | null };
  readonly first: CivilDate;
  readonly last: CivilDate;
  /** By which posts they are cut; without them, those of the simple tariff. */
  readonly postsOn?: PostsOn | undefined;
}

/** What is made of the days of each, in their order. */
type Calendars<C> = (asked: readonly DaysOfMeter[]) => readonly C[];

/** Makes something of days once for all meters of a question that are cut alike. */
export const createCalendars =
  <C extends object>(make: (days: readonly PostsDay[]) => C): Calendars<C> =>
  (asked) => {
    const known = new Map<PostsOn, Map<string, C>>();
    return asked.map((one) => {
      const { meter, first, last } = one;
      const postsOn = postsOf(meter.kind, one.postsOn);
      const ofPosts = known.get(postsOn) ?? new Map<string, C>();
      known.set(postsOn, ofPosts);
      const key = `${meter.zone} ${first} ${last}`;
      const calendar = ofPosts.get(key) ?? make(postsDays({ first, last, zone: meter.zone, postsOn }));
      ofPosts.set(key, calendar);
      return calendar;
    });
  };
