import { DAY_MS } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { asOneReading } from './one-reading.ts';
import { createWhileUnchanged } from './while-unchanged.ts';

/** Counts what is read, while nothing changes. */
const counting = (room: number, now?: () => number) => {
  const read: string[] = [];
  const changes = { ask: async () => undefined, structure: () => 1 };
  const find = createWhileUnchanged<readonly string[]>(changes, room, (texts) => texts.join('').length, now);
  return {
    read,
    async find(key: string, text = key) {
      const found = await find(key, async () => {
        read.push(key);
        return [text];
      });
      expect(found).toEqual([text]);
    },
  };
};

test('what was asked for longest ago gives room first, by what each weighs', async () => {
  const { read, find } = counting(10);
  for (const key of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'cccc']) await find(key);
  expect(read).toEqual(['aaaa', 'bbbb', 'cccc']);
  await find('bbbb');
  expect(read).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb']);
});

test('what is larger than the room is not kept', async () => {
  const { read, find } = counting(3);
  for (const key of ['aaaa', 'aaaa', 'bbb', 'bbb']) await find(key);
  expect(read).toEqual(['aaaa', 'aaaa', 'bbb']);
});

test('what is empty is kept, and weighs one', async () => {
  const { read, find } = counting(2);
  for (const key of ['a', 'b', 'a', 'b', 'c', 'c', 'a']) await find(key, '');
  expect(read).toEqual(['a', 'b', 'c', 'a']);
});

test('after a day it is read again', async () => {
  let now = 1;
  const { read, find } = counting(3, () => now);
  await find('a');
  now += DAY_MS;
  await find('a');
  expect(read).toEqual(['a']);
  now += 1;
  await find('a');
  expect(read).toEqual(['a', 'a']);
});

test('what one reading goes on to answer by is not kept as if it were read after a change', async () => {
  let [version, name] = [1, 'Padaria'];
  const find = createWhileUnchanged<readonly string[]>(
    { ask: async () => undefined, structure: () => version },
    10,
  );
  const read = () => find('name', async () => [name]);
  await asOneReading(async () => {
    expect(await read()).toEqual(['Padaria']);
    [version, name] = [2, 'Forno'];
    // One answer is of one time, whatever others hear of meanwhile.
    expect(await read()).toEqual(['Padaria']);
  });
  expect(await asOneReading(read)).toEqual(['Forno']);
});
