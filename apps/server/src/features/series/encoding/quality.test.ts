import { expect, it } from 'vitest';
import { decodeQuality, encodeQuality, qualityOf } from './quality.ts';

const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const HOUR_MS = 3_600_000;

it('an hour is the mean of its frames, and a frame the mean of the phases that it measured', () => {
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

it('is the same when it is opened, and takes nothing where nothing was measured', () => {
  const quality = qualityOf(
    { at: Float64Array.of(MIDNIGHT + HOUR_MS), columns: { vc: Float64Array.of(127.3) } },
    MIDNIGHT,
    24,
  );
  expect(decodeQuality(encodeQuality(quality) ?? Buffer.of())).toEqual(quality);
  expect(encodeQuality(qualityOf({ at: new Float64Array(), columns: {} }, MIDNIGHT, 24))).toBeNull();
});
