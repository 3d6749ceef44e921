import { expect, it } from 'vitest';
import { HOUR_MS } from '../../base/time/zone.ts';
import { qualityOf } from './hourly-quality.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');

it('computes the mean of frames per hour, and the mean of measured phases per frame', () => {
  const at = Float64Array.of(MIDNIGHT, MIDNIGHT + 1, MIDNIGHT + HOUR_MS * 2);
  const columns = {
    pfa: Float64Array.of(-0.8, 1, Number.NaN),
    pfb: Float64Array.of(0.4, Number.NaN, Number.NaN),
    va: Float64Array.of(220, 222, 219),
  };
  const quality = qualityOf({ at, columns }, MIDNIGHT, 24);
  expect([...quality.powerFactor.subarray(0, 3)]).toEqual([
    (0.6000000000000001 + 1) / 2,
    Number.NaN,
    Number.NaN,
  ]);
  expect([...quality.voltsA.subarray(0, 3)]).toEqual([221, Number.NaN, 219]);
  expect(quality.voltsB.every(Number.isNaN)).toBe(true);
});
