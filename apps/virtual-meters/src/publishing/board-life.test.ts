import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { parseLine } from '@nascente/domain/telemetry/frames/frame';
import { isRefusal } from '@nascente/domain/telemetry/frames/refusal';
import { expect, test } from 'vitest';
import { createVirtualBoard } from '../board/virtual-board.ts';
import { createNoise } from '../profiles/noise.ts';
import { createBoardLife, createDeviceClock } from './run-boards.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function life(sentUntil: number) {
  const mac = normalizeMac('02:4E:41:00:00:02');
  if (mac === null) throw new Error('not a MAC');
  const board = createVirtualBoard({
    mac,
    profile: 'bakery',
    zone: DEFAULT_ZONE,
    seed: 's',
    leakingFrom: null,
  });
  const deliver = (lines: readonly string[]) => ({ connected: true, payloads: lines });
  const boardLife = createBoardLife({
    board,
    deviceClock: (now) => now,
    intervalMs: 5_000,
    sentUntil,
    deliver,
  });
  const frames = (now: number) =>
    boardLife.tick(now, true).payloads.map((line) => {
      const frame = parseLine(line, mac);
      if (isRefusal(frame)) throw new Error(frame.refused);
      return frame;
    });
  return { board, frames };
}

test('increments continue from the last sent message', () => {
  const { board, frames } = life(NOW - 60_000);
  const sent = frames(NOW);
  expect(sent.map((frame) => frame.at)).toEqual(
    Array.from({ length: 12 }, (_, k) => NOW - 55_000 + k * 5_000),
  );
  const total = board.frame(NOW - 60_000, NOW, 5_000).energyA ?? 0;
  expect(Math.abs(sent.reduce((sum, frame) => sum + (frame.energyA ?? 0), 0) - total)).toBeLessThan(12);
  expect(frames(NOW + 4_999)).toEqual([]);
  expect(frames(NOW + 5_000)).toHaveLength(1);
});

test('after a long absence the backlog has a line every five minutes', () => {
  const { frames } = life(NOW - 7_200_000);
  const sent = frames(NOW);
  expect(sent).toHaveLength(24);
  expect(sent.at(-1)?.at).toBe(NOW);
});

test('a device clock is slightly wrong, never far off, and reaches the present', () => {
  const from = NOW - 3_600_000;
  const clock = createDeviceClock(createNoise('clock'), { from, startedAt: NOW, speed: 60 });
  expect(Math.abs(clock(NOW) - from)).toBeLessThan(5_000);
  expect(clock(NOW)).not.toBe(from);
  const later = NOW + 120_000;
  expect(Math.abs(clock(later) - later)).toBeLessThan(5_000);
});
