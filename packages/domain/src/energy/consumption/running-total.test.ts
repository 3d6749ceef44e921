import { expect, test } from 'vitest';
import { DEFAULT_ZONE, instant } from '../../base/time/zone.ts';
import { type RunningStep, runningTotal } from './running-total.ts';

const at = (text: string) => instant(Date.parse(text));
/** Quarter-hours of 1, 2 and 4. */
const quarters = {
  start: Float64Array.of(at('2026-11-10T03:00Z'), at('2026-11-10T04:45Z'), at('2026-11-11T03:00Z')),
  consumed: Float64Array.of(1, 2, 4),
};
const totals = (from: string, to: string, step: RunningStep) =>
  runningTotal(quarters, { from: at(from), to: at(to) }, step, DEFAULT_ZONE).map(({ at: end, total }) => [
    new Date(end).toISOString().slice(0, 16),
    total,
  ]);

test('grows hourly from the midnight of the first day', () => {
  expect(totals('2026-11-10T03:30Z', '2026-11-10T05:10Z', '1h')).toEqual([
    ['2026-11-10T04:00', 1],
    ['2026-11-10T05:00', 3],
    ['2026-11-10T05:10', 3],
  ]);
});

test('returns a point for each quarter-hour, with or without data', () => {
  expect(totals('2026-11-10T04:30Z', '2026-11-10T05:00Z', '15m')).toEqual([
    ['2026-11-10T04:45', 1],
    ['2026-11-10T05:00', 3],
  ]);
});

test('returns a point at the end of each civil day, the last one at the current time', () => {
  expect(totals('2026-11-10T03:00Z', '2026-11-11T15:00Z', '1d')).toEqual([
    ['2026-11-11T03:00', 3],
    ['2026-11-11T15:00', 7],
  ]);
});
