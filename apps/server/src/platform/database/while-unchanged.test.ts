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

test('removes the least recently used value first, by weight', async () => {
  const { read, find } = counting(10);
  for (const key of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'cccc']) await find(key);
  expect(read).toEqual(['aaaa', 'bbbb', 'cccc']);
  await find('bbbb');
  expect(read).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb']);
});

test('does not cache a value larger than the cache', async () => {
  const { read, find } = counting(3);
  for (const key of ['aaaa', 'aaaa', 'bbb', 'bbb']) await find(key);
  expect(read).toEqual(['aaaa', 'aaaa', 'bbb']);
});

test('caches an empty value with the weight one', async () => {
  const { read, find } = counting(2);
  for (const key of ['a', 'b', 'a', 'b', 'c', 'c', 'a']) await find(key, '');
  expect(read).toEqual(['a', 'b', 'c', 'a']);
});

test('reads a value again after a day', async () => {
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

test('does not cache the value of a running reading as newer than a change', async () => {
  let [version, name] = [1, 'Padaria'];
  const find = createWhileUnchanged<readonly string[]>(
    { ask: async () => undefined, structure: () => version },
    10,
  );
  const read = () => find('name', async () => [name]);
  await asOneReading(async () => {
    expect(await read()).toEqual(['Padaria']);
    [version, name] = [2, 'Forno'];
    // One answer shows one moment, even when another process reports a change meanwhile.
    expect(await read()).toEqual(['Padaria']);
  });
  expect(await asOneReading(read)).toEqual(['Forno']);
});
