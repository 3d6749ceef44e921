import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demandPeaks } from './demand-peaks.ts';

const QUARTER = 900_000;
const quarters = (...consumed: number[]) => ({
  start: Float64Array.from(consumed.keys(), (index) => index * QUARTER),
  consumed: Float64Array.from(consumed),
});

describe('the peaks of demand', () => {
  test('returns the highest peaks first, with a minimum distance of one hour', () => {
    expect(demandPeaks(quarters(1, 2, 9, 8, 7, 6, 5, 0, 0, 0, 9), 3)).toEqual([2, 10, 6]);
  });

  test('returns the requested number of peaks, or fewer when there are fewer', () => {
    expect(demandPeaks(quarters(4, 0, 0, 0, 3, 0, 0, 0, 2), 2)).toEqual([0, 4]);
    expect(demandPeaks(quarters(0, 0), 2)).toEqual([]);
    expect(demandPeaks(quarters(), 2)).toEqual([]);
  });
});

test('omits no quarter-hour above the lowest peak, unless a higher peak is within an hour', () => {
  const energies = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
  fc.assert(
    fc.property(energies, fc.integer({ min: 1, max: 10 }), (consumed, maximum) => {
      const peaks = demandPeaks(quarters(...consumed), maximum);
      expect(peaks.length).toBeLessThanOrEqual(maximum);
      const heightOf = (index: number) => consumed[index] as number;
      const lowest = Math.min(...peaks.map(heightOf));
      for (const [index, energy] of consumed.entries()) {
        if (peaks.includes(index) || energy <= lowest || energy === 0) continue;
        expect(peaks.some((peak) => Math.abs(peak - index) < 4 && heightOf(peak) >= energy)).toBe(true);
      }
    }),
  );
});
