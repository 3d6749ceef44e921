import { DAY_MS } from '@nascente/domain/time/zone';
import { expect, test } from 'vitest';
import { createRemembered } from './remembered.ts';

test('what was kept is recalled as long as it is made from the same', () => {
  const sums = createRemembered<number>(10);
  expect(sums.recall('october', '1 2')).toBeNull();
  sums.keep('october', '1 2', 42);
  expect(sums.recall('october', '1 2')).toBe(42);
  expect(sums.recall('october', '1 2 3')).toBeNull();
  expect(sums.recall('november', '1 2')).toBeNull();
  sums.keep('october', '1 2 3', 43);
  expect(sums.recall('october', '1 2')).toBeNull();
  expect(sums.recall('october', '1 2 3')).toBe(43);
});

test('what was asked for longest ago gives room first, by what each weighs', () => {
  const texts = createRemembered<string>(10, (text) => text.length);
  texts.keep('a', '', 'aaaa');
  texts.keep('b', '', 'bbbb');
  texts.recall('a', '');
  texts.keep('c', '', 'cccc');
  expect(['a', 'b', 'c'].map((key) => texts.recall(key, ''))).toEqual(['aaaa', null, 'cccc']);
  texts.keep('c', '', 'cccccccccc');
  expect(['a', 'b', 'c'].map((key) => texts.recall(key, ''))).toEqual([null, null, 'cccccccccc']);
});

test('what is larger than the room is not kept, nor what was there before under its key', () => {
  const texts = createRemembered<string>(3, (text) => text.length);
  texts.keep('a', '', 'aa');
  texts.keep('a', '', 'aaaa');
  expect(texts.recall('a', '')).toBeNull();
  texts.keep('b', '', 'bbb');
  expect(texts.recall('b', '')).toBe('bbb');
});

test('what is empty is kept, and weighs one', () => {
  const texts = createRemembered<string>(2, (text) => text.length);
  texts.keep('a', '', '');
  texts.keep('b', '', '');
  expect(['a', 'b'].map((key) => texts.recall(key, ''))).toEqual(['', '']);
  texts.keep('c', '', '');
  expect(['a', 'b', 'c'].map((key) => texts.recall(key, ''))).toEqual([null, '', '']);
});

test('after a day it is made again', () => {
  let now = 1;
  const sums = createRemembered<number>(1, undefined, () => now);
  sums.keep('a', '', 1);
  now += DAY_MS;
  expect(sums.recall('a', '')).toBe(1);
  now += 1;
  expect(sums.recall('a', '')).toBeNull();
});

test('what is forgotten is not recalled, and gives its room', () => {
  const texts = createRemembered<string>(4, (text) => text.length);
  texts.keep('a', '', 'aa');
  texts.keep('b', '', 'bb');
  texts.forget('a');
  texts.forget('none');
  texts.keep('c', '', 'cc');
  expect(['a', 'b', 'c'].map((key) => texts.recall(key, ''))).toEqual([null, 'bb', 'cc']);
});
