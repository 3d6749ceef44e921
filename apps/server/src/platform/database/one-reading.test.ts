import { expect, test } from 'vitest';
import { asOneReading, createOncePerReading } from './one-reading.ts';

/** Answers how often it was asked. */
const counted = () => {
  let times = 0;
  return async () => ++times;
};

test('within one reading a question is answered once, by its key', async () => {
  const oncePerReading = createOncePerReading<number>();
  const ask = counted();
  const answers = asOneReading(async () => [
    await oncePerReading('a', ask),
    ...(await Promise.all([oncePerReading('a', ask), oncePerReading('b', ask), oncePerReading('b', ask)])),
  ]);
  expect(await answers).toEqual([1, 1, 2, 2]);
});

test('what one reading was answered no other is told, nor what is none', async () => {
  const oncePerReading = createOncePerReading<number>();
  const ask = counted();
  const read = () => asOneReading(() => oncePerReading('a', ask));
  expect([await read(), await read()]).toEqual([1, 2]);
  expect([await oncePerReading('a', ask), await oncePerReading('a', ask)]).toEqual([3, 4]);
});

test('two who keep answers under the same key do not share them', async () => {
  const ask = counted();
  const [one, other] = [createOncePerReading<number>(), createOncePerReading<number>()];
  expect(await asOneReading(async () => [await one('a', ask), await other('a', ask)])).toEqual([1, 2]);
});
