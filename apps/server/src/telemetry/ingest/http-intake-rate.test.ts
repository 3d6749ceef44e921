import type { Mac } from '@nascente/domain/sites/boards/mac';
import { boardTopics } from '@nascente/domain/telemetry/frames/topic';
import { expect, test } from 'vitest';
import { createIntakeRate } from './http-intake.service.ts';
import type { Sender } from './intake.ts';

const BY_DEFAULT = { messagesPerSecond: 100, bytesPerSecond: 100_000, burstSeconds: 1_000 };
const SMALL = { messagesPerSecond: 1, bytesPerSecond: 1_000, burstSeconds: 10 };
const GATEWAY: Sender = { kind: 'gateway', id: 'g' };
const macOf = (n: number): Mac =>
  n.toString(16).padStart(12, '0').match(/../g)?.join(':').toUpperCase() as Mac;
const boardOf = (mac: Mac): Sender => ({
  kind: 'board',
  mac,
  topics: boardTopics(mac),
  keyHash: Buffer.alloc(32),
});
const linesOf = (mac: Mac, count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, mac, line: 'x'.repeat(300) }));

const rateOf = (rate: typeof SMALL, isBoard: (mac: Mac) => boolean = () => true) => {
  let at = 0;
  const limit = createIntakeRate({ rate, isBoard, now: () => at });
  return {
    limit,
    pass(seconds: number) {
      at += seconds * 1_000;
    },
  };
};

test('a board beyond its burst waits as long as its rate takes', () => {
  const { limit, pass } = rateOf(SMALL);
  const board = boardOf(macOf(1));
  expect(limit.waitSeconds(board)).toBe(0);
  expect(limit.admit(board, linesOf(macOf(1), 15)).within).toHaveLength(15);
  expect(limit.waitSeconds(board)).toBe(5);
  pass(5.001);
  expect(limit.waitSeconds(board)).toBe(0);
});

test('remembers the spent allowance of a board while other boards call', () => {
  const { limit } = rateOf(SMALL);
  limit.waitSeconds(boardOf(macOf(1)));
  limit.admit(boardOf(macOf(1)), linesOf(macOf(1), 20));
  for (let n = 2; n < 50; n++) limit.waitSeconds(boardOf(macOf(n)));
  expect(limit.waitSeconds(boardOf(macOf(1)))).toBe(10);
});

test('a gateway has the rate of each of its boards, and one above its rate holds up no other', () => {
  const { limit } = rateOf(SMALL);
  limit.admit(GATEWAY, linesOf(macOf(1), 14));
  const { within, waitSeconds } = limit.admit(GATEWAY, [...linesOf(macOf(1), 3), ...linesOf(macOf(2), 2)]);
  expect(within.map(({ mac }) => mac)).toEqual([macOf(2), macOf(2)]);
  expect(waitSeconds).toBe(4);
  expect(limit.waitSeconds(GATEWAY)).toBe(0);
});

test('limits the total of a gateway, also for lines of no board', () => {
  const { limit } = rateOf(SMALL, () => false);
  const { within, waitSeconds } = limit.admit(GATEWAY, linesOf(macOf(1), 150));
  expect([within.length, waitSeconds]).toEqual([150, 0]);
  expect(limit.waitSeconds(GATEWAY)).toBe(5);
});

test('a gateway of 1,000 boards with a line each five seconds never waits', () => {
  const { limit, pass } = rateOf({ ...BY_DEFAULT, burstSeconds: 1 });
  for (let second = 0; second < 60; second += 5) {
    for (let n = 0; n < 1_000; n++) {
      expect(limit.admit(GATEWAY, linesOf(macOf(n), 1)).within).toHaveLength(1);
      pass(5 / 1_000);
      expect(limit.waitSeconds(GATEWAY)).toBe(0);
    }
  }
});
