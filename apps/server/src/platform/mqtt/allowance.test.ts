import { expect, test } from 'vitest';
import { createAllowances } from './allowance.ts';

const RATE = { messagesPerSecond: 10, bytesPerSecond: 1_000, burstSeconds: 100 };

const setUp = () => {
  let now = 0;
  const pass = (ms: number): void => {
    now += ms;
  };
  const allowances = createAllowances(RATE, () => now);
  const send = (name: string, messages: number, bytes: number): void => {
    for (let n = 0; n < messages; n++) allowances.of(name).spend(bytes);
  };
  return { allowances, send, pass };
};

test('accepts a burst at once, then messages at the allowed rate', () => {
  const { allowances, send, pass } = setUp();
  send('a', 999, 1);
  expect(allowances.of('a').waitMs()).toBe(0);
  send('a', 21, 1);
  expect(allowances.of('a').waitMs()).toBeCloseTo(2_000);
  pass(2_001);
  expect(allowances.of('a').waitMs()).toBe(0);
});

test('counts bytes as well as messages, for each board separately', () => {
  const { allowances, send } = setUp();
  send('a', 1, 101_000);
  expect(allowances.of('a').waitMs()).toBeCloseTo(1_000);
  expect(allowances.of('b').waitMs()).toBe(0);
});

test('a day of a board with one message a second is within the default burst', () => {
  const usual = createAllowances(
    { messagesPerSecond: 100, bytesPerSecond: 100_000, burstSeconds: 1_000 },
    () => 0,
  );
  const ofBoard = usual.of('a');
  for (let second = 0; second < 86_400; second++) ofBoard.spend(160);
  expect(ofBoard.waitMs()).toBe(0);
});

test('a silent time restores at most one burst', () => {
  const { allowances, send, pass } = setUp();
  send('a', 500, 1);
  allowances.of('a').waitMs();
  pass(10_000_000);
  allowances.of('a').waitMs();
  send('a', 1_010, 1);
  expect(allowances.of('a').waitMs()).toBeCloseTo(1_000);
});

test('reconnecting does not reset the allowance, and a long silence removes it', () => {
  const { allowances, send, pass } = setUp();
  send('a', 1_010, 1);
  allowances.sweep();
  expect(allowances.of('a').waitMs()).toBeGreaterThan(0);
  pass(200_000);
  const before = allowances.of('a');
  allowances.sweep();
  expect(allowances.of('a')).not.toBe(before);
});

test('no board waits without a limit', () => {
  const allowances = createAllowances({
    messagesPerSecond: Number.POSITIVE_INFINITY,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    burstSeconds: 1,
  });
  for (let n = 0; n < 1_000; n++) allowances.of('a').spend(1_000_000);
  expect(allowances.of('a').waitMs()).toBe(0);
});

test('a shared connection waits for each of its boards by that board’s own allowance', () => {
  const { allowances, send } = setUp();
  const [one, another] = [allowances.share(), allowances.share()];
  send('a', 1_000, 1);
  one.spend(1, 'b');
  expect([one.waitMs(), another.waitMs()]).toEqual([0, 0]);
  for (let n = 0; n < 10; n++) another.spend(1, 'a');
  expect(another.waitMs()).toBeCloseTo(1_000);
  expect([...another.waits()].map(([device]) => device)).toEqual(['a']);
  expect(one.waitMs()).toBe(0);
});

test('counts data without a known device for its connection', () => {
  const { allowances, pass } = setUp();
  const [one, another] = [allowances.share(), allowances.share()];
  for (let n = 0; n < 1_010; n++) one.spend(1, null);
  expect(one.waitMs()).toBeCloseTo(1_000);
  expect(another.waitMs()).toBe(0);
  expect([...one.waits()]).toEqual([]);
  pass(1_001);
  expect(one.waitMs()).toBe(0);
});
