import { expect, it } from 'vitest';
import { courseOf } from './use-meter-now.ts';

it('fills a line with stored values, and counts no message twice', () => {
  const stored = [4, 3, 2, 1].map((at) => ({ at, value: at * 10 }));
  expect(courseOf(stored, []).slice(-5)).toEqual([null, 10, 20, 30, 40]);
  const received = [
    { at: 4, value: 40 },
    { at: 5, value: null },
    { at: 6, value: 60 },
  ];
  expect(courseOf(stored, received).slice(-7)).toEqual([null, 10, 20, 30, 40, null, 60]);
  expect(courseOf(stored, received)).toHaveLength(48);
});
