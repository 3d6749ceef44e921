import { expect, test } from 'vitest';
import { accessKeyOf } from '../testing/electronic-bills.ts';
import { accessKeyIn, isAccessKey, modelOf } from './access-key.ts';

/** The example of the NF-e manual, and changed copies of it. */
test.each([
  ['35080599999090910270550010000000015180051273', true],
  ['35080599999090910270550010000000015180051274', false],
  ['3508059999909091027055001000000001518005127', false],
  ['', false],
])('the access key %s has the right check digit: %s', (key, isRight) => {
  expect(isAccessKey(key)).toBe(isRight);
});

test('accepts a company number with letters, and no letter elsewhere', () => {
  const key = accessKeyOf(7);
  expect(isAccessKey(key)).toBe(true);
  expect(isAccessKey(`A${key.slice(1)}`)).toBe(false);
  const withLetters = `352608${'12ABC34501DE35'}66${key.slice(22, -1)}`;
  const digits = Array.from({ length: 10 }, (_, digit) => `${withLetters}${digit}`).filter(isAccessKey);
  expect(digits).toHaveLength(1);
});

test('detects any single wrong digit', () => {
  const key = accessKeyOf(7);
  for (let at = 6; at < key.length; at += 1) {
    const other = (Number(key[at]) + 1) % 10;
    expect(isAccessKey(key.slice(0, at) + String(other) + key.slice(at + 1)), String(at)).toBe(false);
  }
});

test('finds the key in an Id, and the model in the key', () => {
  const key = accessKeyOf(7, '62');
  expect(accessKeyIn(`NFCom${key}`)).toBe(key);
  expect(accessKeyIn('NF3e12')).toBeNull();
  expect(modelOf(key)).toBe('62');
});
