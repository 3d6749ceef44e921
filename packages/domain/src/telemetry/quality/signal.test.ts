import { expect, test } from 'vitest';
import { signalLevel } from './signal.ts';

test.each([
  [0, 'best'],
  [-30, 'best'],
  [-31, 'good'],
  [-67, 'good'],
  [-68, 'weak'],
  [-80, 'weak'],
  [-81, 'worst'],
  [30, 'best'],
  [81, 'worst'],
])('rates a signal of %i dBm as %s', (rssi, level) => {
  expect(signalLevel(rssi)).toBe(level);
});
