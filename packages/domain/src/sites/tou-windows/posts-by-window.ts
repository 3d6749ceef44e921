import type { CivilDate } from '../../base/time/civil-day.ts';
import { isPeakExempt, isWeekend } from '../../base/time/holidays.ts';
import {
  hasIntermediatePrice,
  type PostWindows,
  type RulesVersion,
  rulesOn,
  type TariffRules,
  type TimeWindow,
} from '../tariffs/tariff-rules.ts';
import { POSTS, type Post } from './posts.ts';

/** The index in `POSTS` of the tariff period of each quarter-hour of the local clock, 0 to 95. */
export type QuarterPosts = Uint8Array;

const QUARTER_MINUTES = 15;
const QUARTERS_OF_DAY = 96;

const PEAK = POSTS.indexOf('inPoint');
const INTERMEDIATE = POSTS.indexOf('interPoint');
const OFF_PEAK = POSTS.indexOf('outPoint');

export type PostsOn = (date: CivilDate) => QuarterPosts;

const ALL_OFF_PEAK: QuarterPosts = new Uint8Array(QUARTERS_OF_DAY).fill(OFF_PEAK);

export const alwaysOffPeak: PostsOn = () => ALL_OFF_PEAK;

const QUARTERS_AN_HOUR = 4;

/** @param quarter - of the local clock, 0 to 96; an instant within one belongs to it */
export function postOfQuarter(posts: QuarterPosts, quarter: number): Post {
  return POSTS[posts[Math.floor(quarter)] as number] as Post;
}

/** Whether no other post begins within an hour of the local clock. */
export function isOfOnePost(posts: QuarterPosts, hour: number): boolean {
  const first = hour * QUARTERS_AN_HOUR;
  for (let quarter = first + 1; quarter < first + QUARTERS_AN_HOUR; quarter++)
    if (posts[quarter] !== posts[first]) return false;
  return true;
}

/** The post of most of an hour of the local clock; of equals, the earlier one. */
export function postOfHour(posts: QuarterPosts, hour: number): Post {
  const first = hour * QUARTERS_AN_HOUR;
  if (isOfOnePost(posts, hour)) return postOfQuarter(posts, first);
  const quarters = [0, 1, 2, 3].map((quarter) => postOfQuarter(posts, first + quarter));
  const lengthOf = (post: Post): number => quarters.filter((one) => one === post).length;
  return quarters.reduce((longest, post) => (lengthOf(post) > lengthOf(longest) ? post : longest));
}

/** Hours of the simple tariff: 18:00 to 21:00 on weekdays, national holidays included (spec, section 9). */
export const SIMPLE_WINDOWS: PostWindows = {
  peak: { start: 1080, end: 1260 },
  intermediate: [],
  blackAwarenessFrom: 2024,
  hasPeakOnHolidays: true,
};

/** Whether a minute of the local clock lies in a window; one that ends before it starts crosses midnight. */
export function isInWindow({ start, end }: TimeWindow, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

function weekdayPeriods({ peak, intermediate }: PostWindows): QuarterPosts {
  return ALL_OFF_PEAK.map((_, quarter) => {
    const minute = quarter * QUARTER_MINUTES;
    if (isInWindow(peak, minute)) return PEAK;
    return intermediate.some((window) => isInWindow(window, minute)) ? INTERMEDIATE : OFF_PEAK;
  });
}

/** The windows of a tariff's prices; null if all hours cost the same. Intermediate hours without a price of their own are off-peak. */
export function postWindowsOf(rules: TariffRules): PostWindows | null {
  if (rules.modality === 'simple') return SIMPLE_WINDOWS;
  if (!('windows' in rules)) return null;
  return hasIntermediatePrice(rules.modality) ? rules.windows : { ...rules.windows, intermediate: [] };
}

/** The posts of any day by windows: peak and intermediate hours on weekdays, on national holidays only if the windows say so. */
export function postsOfWindows(windows: PostWindows): PostsOn {
  const weekday = weekdayPeriods(windows);
  const { blackAwarenessFrom, hasPeakOnHolidays = false } = windows;
  const isExempt = hasPeakOnHolidays
    ? isWeekend
    : (date: CivilDate) => isPeakExempt(date, { blackAwarenessFrom });
  return (date) => (isExempt(date) ? ALL_OFF_PEAK : weekday);
}

export const simplePostsOn: PostsOn = postsOfWindows(SIMPLE_WINDOWS);

/** The posts of any day by the versions of a tariff, in any order; off-peak before the first of them. */
export function postsOfVersions(versions: readonly RulesVersion[]): PostsOn {
  const periodsByVersion = new Map(versions.map((version) => [version, postsByWindow(version.rules)]));
  return (date) => {
    const version = rulesOn(versions, date);
    return (version === null ? alwaysOffPeak : (periodsByVersion.get(version) as PostsOn))(date);
  };
}

export function postsByWindow(rules: TariffRules): PostsOn {
  const windows = postWindowsOf(rules);
  return windows === null ? alwaysOffPeak : postsOfWindows(windows);
}

/** The name of a post, in Portuguese, as bills print it. */
export const POST_LABELS: Readonly<Record<Post, string>> = {
  inPoint: 'ponta',
  interPoint: 'intermediário',
  outPoint: 'fora ponta',
};
