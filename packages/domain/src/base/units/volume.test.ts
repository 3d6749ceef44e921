import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cubicMetres, fromLitres, litres, millilitres } from './volume.ts';

test('converts volume from litres and to litres and m³', () => {
  expect(fromLitres(0.1234)).toBe(123);
  expect(litres(millilitres(123))).toBe(0.123);
  expect(cubicMetres(millilitres(1_250_000))).toBe(1.25);
  expect(() => millilitres(1.5)).toThrow(RangeError);
});

test('reads a volume in litres back as the same volume', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (ml) => {
      expect(fromLitres(litres(millilitres(ml)))).toBe(ml);
    }),
  );
});
