import { expect, test } from 'vitest';
import { asOneReading, createAskTogether, createPerRequestCache } from './one-reading.ts';

/** Answers how often it was asked. */
const counted = () => {
  let times = 0;
  return async () => ++times;
};

test('answers a repeated request by its key once within one reading', async () => {
  const perRequest = createPerRequestCache<number>();
  const ask = counted();
  const answers = asOneReading(async () => [
    await perRequest('a', ask),
    ...(await Promise.all([perRequest('a', ask), perRequest('b', ask), perRequest('b', ask)])),
  ]);
  expect(await answers).toEqual([1, 1, 2, 2]);
});

test('shares no answer with another reading, nor outside a reading', async () => {
  const perRequest = createPerRequestCache<number>();
  const ask = counted();
  const read = () => asOneReading(() => perRequest('a', ask));
  expect([await read(), await read()]).toEqual([1, 2]);
  expect([await perRequest('a', ask), await perRequest('a', ask)]).toEqual([3, 4]);
});

test('two caches do not share answers under the same key', async () => {
  const ask = counted();
  const [one, other] = [createPerRequestCache<number>(), createPerRequestCache<number>()];
  expect(await asOneReading(async () => [await one('a', ask), await other('a', ask)])).toEqual([1, 2]);
});

/** Doubles numbers, and records the lists that it was given. */
const doubling = () => {
  const lists: (readonly number[])[] = [];
  const ask = createAskTogether(async (numbers: readonly number[]) => {
    lists.push(numbers);
    if (numbers.includes(0)) throw new Error('nothing to double');
    return numbers.map((one) => 2 * one);
  });
  return { lists, ask };
};

test('sends the lists of one turn of a reading as one list, and returns to each its own answers', async () => {
  const { lists, ask } = doubling();
  const answers = await asOneReading(async () => [
    ...(await Promise.all([ask([1, 2]), ask([]), ask([3])])),
    await ask([4]),
  ]);
  expect(answers).toEqual([[2, 4], [], [6], [8]]);
  expect(lists).toEqual([[], [1, 2, 3], [4]]);
});

test('sends the lists of two readings, or of none, each by itself', async () => {
  const { lists, ask } = doubling();
  await Promise.all([asOneReading(() => ask([1])), asOneReading(() => ask([2])), ask([3]), ask([4])]);
  expect(lists.toSorted((one, other) => Number(one[0]) - Number(other[0]))).toEqual([[1], [2], [3], [4]]);
});

test('fails every list sent together with a failing one', async () => {
  const { ask } = doubling();
  const settled = await asOneReading(() => Promise.allSettled([ask([1]), ask([0])]));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
