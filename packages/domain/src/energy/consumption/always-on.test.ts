import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alwaysOn } from './always-on.ts';

const quarters = (...consumed: number[]) => ({
  start: Float64Array.from(consumed.keys(), (index) => index * 900_000),
  consumed: Float64Array.from(consumed),
});

describe('the always-on load', () => {
  test('returns null without data', () => {
    expect(alwaysOn(quarters())).toBeNull();
  });

  test('counts a steady load completely as always on', () => {
    expect(alwaysOn(quarters(40, 40, 40))).toMatchObject({ perQuarter: 40, energy: 120, share: 1 });
  });

  test('uses the load that 19 of 20 quarter-hours reach', () => {
    const twenty = [9, 1, ...Array.from({ length: 18 }, (_, index) => 100 + index)];
    expect(alwaysOn(quarters(...twenty))).toMatchObject({ perQuarter: 1, energy: 20 });
    expect(alwaysOn(quarters(...twenty, 200))).toMatchObject({ perQuarter: 9, energy: 1 + 20 * 9 });
  });

  test('returns zero when nothing was consumed', () => {
    expect(alwaysOn(quarters(0, 0))).toMatchObject({ perQuarter: 0, energy: 0, share: 0 });
  });
});

test('limits its parts to the consumption, with few quarter-hours below it', () => {
  const energies = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(energies, (consumed) => {
      const base = alwaysOn(quarters(...consumed));
      if (base === null) throw new Error('there is data');
      expect(base.parts.every((part, index) => part <= (consumed[index] as number))).toBe(true);
      expect(base.energy).toBe(base.parts.reduce((sum, part) => sum + part, 0));
      expect(base.share).toBeGreaterThanOrEqual(0);
      expect(base.share).toBeLessThanOrEqual(1);
      expect(consumed).toContain(base.perQuarter);
      const below = consumed.filter((energy) => energy < base.perQuarter).length;
      expect(below / consumed.length).toBeLessThan(0.05);
    }),
  );
});
