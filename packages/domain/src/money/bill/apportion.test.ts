import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { apportion } from './share-bill.ts';

describe('the apportionment of a bill', () => {
  test('follows consumption, and assigns remaining cents to the largest fractions', () => {
    expect(apportion(cents(10_000), [1, 1, 1])).toEqual({
      shares: [3334, 3333, 3333],
      rounded: 1,
      unshared: 0,
    });
    expect(apportion(cents(10_001), [1, 2, 4])).toEqual({
      shares: [1429, 2857, 5715],
      rounded: 2,
      unshared: 0,
    });
    expect(apportion(cents(-100), [1, 2])).toEqual({ shares: [-33, -67], rounded: -1, unshared: 0 });
  });

  test('returns zero shares without consumption, and the unshared bill', () => {
    expect(apportion(cents(500), [0, 0])).toEqual({ shares: [0, 0], rounded: 0, unshared: 500 });
    expect(apportion(cents(500), [])).toEqual({ shares: [], rounded: 0, unshared: 500 });
  });

  test('adds up to the bill, with each share within a cent of its exact part', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), weights, (total, sample) => {
        const { shares, unshared } = apportion(cents(total), sample);
        expect(shares.reduce((sum: number, share) => sum + share, unshared)).toBe(total);
        const all = sample.reduce((sum, weight) => sum + weight, 0);
        for (const [index, share] of shares.entries()) {
          const exact = all === 0 ? 0 : (total * (sample[index] ?? 0)) / all;
          expect(Math.abs(share - exact)).toBeLessThan(1.001);
        }
      }),
    );
  });
});
