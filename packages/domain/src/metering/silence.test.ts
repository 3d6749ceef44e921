import { expect, it } from 'vitest';
import { silentAfter, toldSilentAfter } from './silence.ts';

it.each([
  ['every second', 900, 120],
  ['every 40 seconds, whose three intervals are the shortest time', 22.5, 120],
  ['every minute', 15, 180],
  ['every five minutes', 3, 900],
  ['every quarter-hour', 1, 2_700],
  ['every half hour, seen once in two quarter-hours', 0.5, 3_600],
  ['unknown', 0, 120],
])('a meter that sends %s (%d a quarter-hour) is silent after %d s', (_, frames, seconds) => {
  expect(silentAfter(frames)).toBe(seconds * 1_000);
});

it('is told by itself when it has stayed silent for a quarter-hour, or for longer where the meter sends seldom', () => {
  expect(toldSilentAfter(silentAfter(900))).toBe(900_000);
  expect(toldSilentAfter(silentAfter(1))).toBe(2_700_000);
});
