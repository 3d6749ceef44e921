import { describe, expect, test } from 'vitest';
import { civilDate } from '../../time/civil-day.ts';
import { postAt, simplePosts, singlePost } from './posts.ts';

const WEDNESDAY = civilDate('2026-11-18');
const SATURDAY = civilDate('2026-11-21');
const CHRISTMAS = civilDate('2026-12-25');
const CARNIVAL_MONDAY = civilDate('2026-02-16');
const BLACK_AWARENESS = civilDate('2026-11-20');

describe('the simple rule of posts', () => {
  test('has its peak from 18 to 20 inclusive on weekdays', () => {
    const peak = [...simplePosts(WEDNESDAY).entries()].filter(([, post]) => post === 'inPoint');
    expect(peak.map(([hour]) => hour)).toEqual([18, 19, 20]);
    expect(simplePosts(CARNIVAL_MONDAY)).toEqual(simplePosts(WEDNESDAY));
  });

  test.each([
    ['a Saturday', SATURDAY],
    ['a national holiday', CHRISTMAS],
    ['20 November', BLACK_AWARENESS],
  ])('has none on %s', (_, date) => {
    expect(new Set(simplePosts(date))).toEqual(new Set(['outPoint']));
  });

  test('takes the choice about 20 November', () => {
    expect(simplePosts(BLACK_AWARENESS, { blackAwarenessFrom: null })).toEqual(simplePosts(WEDNESDAY));
  });

  test.each([[WEDNESDAY], [SATURDAY], [CHRISTMAS]])('says the same of single hours (%s)', (date) => {
    expect(Array.from({ length: 24 }, (_, hour) => postAt(date, hour))).toEqual(simplePosts(date));
  });
});

test('a single post has no peak', () => {
  expect(new Set(singlePost(WEDNESDAY))).toEqual(new Set(['outPoint']));
});
