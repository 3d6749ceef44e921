import { expect, test } from 'vitest';
import { inHalves } from '../interval-queries.repository.ts';

const numbers = (count: number) => [...Array(count).keys()];

test.each([
  [0, []],
  [1, [1]],
  [59, [59]],
  [60, [30, 30]],
  [61, [31, 30]],
])('splits %i items into these simultaneous requests: %j', async (count, parts) => {
  const answers = await inHalves(numbers(count), async (some) => some);
  expect(answers.map(({ length }) => length)).toEqual(parts);
  expect(answers.flat()).toEqual(numbers(count));
});

test('runs both halves at the same time', async () => {
  let started = 0;
  await inHalves(numbers(100), async () => {
    started++;
    await new Promise(setImmediate);
    expect(started).toBe(2);
  });
});
