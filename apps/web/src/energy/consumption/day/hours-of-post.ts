import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { PostWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { POSTS, type Post } from '@nascente/domain/sites/tou-windows/posts';
import { postsOfWindows } from '@nascente/domain/sites/tou-windows/posts-by-window';
import { clockText } from '../../../shared/consumption/post-words.ts';

/** A day, and by which hours its posts are told apart; null of water. */
export interface PostDay {
  readonly date: CivilDate;
  readonly windows: PostWindows | null;
}

const QUARTERS = 96;
const MINUTES_A_QUARTER = 15;
const MINUTES_AN_HOUR = 60;

/** '18h às 20h', the last hour included (spec, section 9); '17:30 às 20:30' where a post begins within an hour. */
const stretchText = (first: number, end: number): string => {
  const minutes = [first, end].map((quarter) => quarter * MINUTES_A_QUARTER) as [number, number];
  if (minutes.some((minute) => minute % MINUTES_AN_HOUR !== 0)) return minutes.map(clockText).join(' às ');
  const [begins, ends] = minutes.map((minute) => minute / MINUTES_AN_HOUR) as [number, number];
  return `${begins}h às ${(ends + 23) % 24}h`;
};

/** The hours of a post in words: '21h às 17h'. */
export const hoursOfPost = (post: Post, { date, windows }: PostDay): string => {
  const posts = windows === null ? [] : [...postsOfWindows(windows)(date)];
  const isOf = (quarter: number): boolean => posts[quarter % QUARTERS] === POSTS.indexOf(post);
  const begins = posts.flatMap((_, quarter) =>
    isOf(quarter) && !isOf(quarter + QUARTERS - 1) ? [quarter] : [],
  );
  const stretches = begins.map((first) => {
    let end = first;
    while (isOf(end)) end++;
    return stretchText(first, end % QUARTERS);
  });
  return stretches.length === 0 ? 'o dia todo' : stretches.join(' e ');
};
