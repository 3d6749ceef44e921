import { expect, it } from 'vitest';
import { HOUR_MS, instant } from '../../base/time/zone.ts';
import { qualityHours } from './quality-hours.ts';

const ORIGIN = instant(Date.parse('2026-11-24T03:00:00Z'));
const hour = (n: number) => instant(ORIGIN + n * HOUR_MS);
const EMPTY = Number.NaN;
const means = {
  powerFactor: Float64Array.of(0.91, EMPTY, 0.93, 0.94),
  voltsA: Float64Array.of(127, 126, EMPTY, 128),
  voltsB: Float64Array.of(EMPTY, 125, EMPTY, 128),
  voltsC: Float64Array.of(EMPTY, EMPTY, EMPTY, 129),
};

it('returns the power factor of the measured hours only', () => {
  const span = { from: ORIGIN, to: hour(4) };
  expect(qualityHours(means, { origin: ORIGIN, span, quality: 'PF' })).toEqual([
    { at: hour(0), a: 0.91, b: null, c: null },
    { at: hour(2), a: 0.93, b: null, c: null },
    { at: hour(3), a: 0.94, b: null, c: null },
  ]);
});

it('returns voltages by phase for hours that partly lie within the interval', () => {
  const span = { from: instant(hour(1) - 1), to: instant(hour(2) + 1) };
  expect(qualityHours(means, { origin: ORIGIN, span, quality: 'V' })).toEqual([
    { at: hour(0), a: 127, b: null, c: null },
    { at: hour(1), a: 126, b: 125, c: null },
  ]);
});
