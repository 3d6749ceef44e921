import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaleAround, scaleFor } from './scale.ts';

it('draws three or four lines at round numbers that contain every value', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-2, max: 1e9, noNaN: true }), (highest) => {
      const { min, max, lines } = scaleFor(highest);
      expect(min).toBe(0);
      expect(max).toBeGreaterThanOrEqual(highest * (1 - 1e-6));
      expect([3, 4]).toContain(lines.length);
    }),
  );
});

it('uses as many decimals as needed to distinguish the lines', () => {
  expect(scaleFor(18).lines).toEqual([0, 10, 20]);
  expect(scaleFor(0.6)).toMatchObject({ lines: [0, 0.2, 0.4, 0.6], decimals: 1 });
  expect(scaleFor(0)).toMatchObject({ min: 0, max: 1 });
});

it('extends below zero by complete steps for values below the axis', () => {
  const { lines, min } = scaleFor(0.6, 0.1);
  expect(lines).toContain(0);
  expect(min).toBeLessThanOrEqual(-0.1);
});

it('covers the variation of values far from zero', () => {
  const { min, max } = scaleAround(219, 228);
  expect(min).toBeGreaterThan(200);
  expect(min).toBeLessThanOrEqual(219);
  expect(max).toBeGreaterThanOrEqual(228);
  expect(scaleAround(220, 220).min).toBeLessThan(220);
});
