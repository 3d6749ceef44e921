import type { CivilDate } from '../../time/civil-day.ts';
import { type HolidayOptions, isPeakExempt } from '../../time/holidays.ts';

/** Time-of-use post: peak, intermediate, off-peak. */
export type Post = 'inPoint' | 'interPoint' | 'outPoint';

export const POSTS: readonly Post[] = ['inPoint', 'interPoint', 'outPoint'];

/** The posts of the 24 civil hours of a day. */
export type PostsOfDay = (date: CivilDate) => readonly Post[];

/** Peak hours of the simple tariff: 18 to 20 inclusive, so from 18:00 to 21:00 (spec, section 9). */
const PEAK_HOURS: ReadonlySet<number> = new Set([18, 19, 20]);

const DAY_WITHOUT_PEAK: readonly Post[] = Array.from({ length: 24 }, () => 'outPoint');
const DAY_WITH_PEAK: readonly Post[] = DAY_WITHOUT_PEAK.map((post, hour) =>
  PEAK_HOURS.has(hour) ? 'inPoint' : post,
);

/** The simple rule: peak on weekdays that are not national holidays, else off-peak; nothing is intermediate. */
export function simplePosts(date: CivilDate, options?: HolidayOptions): readonly Post[] {
  return isPeakExempt(date, options) ? DAY_WITHOUT_PEAK : DAY_WITH_PEAK;
}

/** Everything off-peak: water, and tariffs with one price. */
export function singlePost(_date: CivilDate): readonly Post[] {
  return DAY_WITHOUT_PEAK;
}

/** The post of one civil hour by the simple rule. @param hour 0 to 23. */
export function postAt(date: CivilDate, hour: number): Post {
  return PEAK_HOURS.has(hour) && !isPeakExempt(date) ? 'inPoint' : 'outPoint';
}
