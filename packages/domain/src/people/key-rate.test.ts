import { expect, test } from 'vitest';
import { burstOf, USUAL_KEY_RATE } from './key-scopes.ts';

test.each([
  [1, 1],
  [6, 6],
  [30, 10],
  [61, 11],
  [USUAL_KEY_RATE, 100],
  [60_000, 10_000],
])('for %i requests per minute, allows a burst of %i', (perMinute, burst) => {
  expect(burstOf(perMinute)).toBe(burst);
});
