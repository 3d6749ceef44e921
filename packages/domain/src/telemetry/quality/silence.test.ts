import { expect, it } from 'vitest';
import { notifiedSilentAfter, silentAfter, usualSpacing } from './silence.ts';

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

it('notifies about a silent meter after a quarter-hour, or later for rare messages', () => {
  expect(notifiedSilentAfter(silentAfter(900))).toBe(900_000);
  expect(notifiedSilentAfter(silentAfter(1))).toBe(2_700_000);
});

it.each([
  ['every five seconds, with a silence of ten minutes', [0, 5, 10, 15, 615, 620, 625], 5],
  ['every five minutes', [0, 300, 600, 900], 300],
  ['every five minutes, and every five seconds since', [0, 300, 600, 605, 610, 615], 300],
  ['now every second, now every three', [0, 1, 4, 5, 8, 9], 3],
  ['every half hour', [0, 1_800, 3_600], 1_800],
  ['every two hours, which is never usual', [0, 7_200, 14_400], 0],
  ['twice', [0, 300], 0],
  ['once', [0], 0],
  ['never', [], 0],
])('for frames that come %s at %j s, returns a usual spacing of %d s', (_, seconds, usual) => {
  expect(usualSpacing(Float64Array.from(seconds, (second) => second * 1_000))).toBe(usual * 1_000);
});
