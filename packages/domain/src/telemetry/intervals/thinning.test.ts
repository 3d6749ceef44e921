import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { thin } from './thinning.ts';

const column = (...values: number[]) => Float64Array.from(values);

describe('the thinning of points', () => {
  test('returns all points when they fit', () => {
    expect(thin(column(1, 2, 3, 4), [column(5, 6, 7, 8)], 4)).toEqual([0, 1, 2, 3]);
    expect(thin(column(), [column()], 4)).toEqual([]);
  });

  test('returns the first, last, minimum and maximum point of each bucket', () => {
    const at = column(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15);
    const power = column(5, 9, 5, 1, 5, 5, 7, 7, 8, 7, 2, 7);
    expect(thin(at, [power], 8)).toEqual([0, 1, 3, 5, 6, 8, 10, 11]);
  });

  test('leaves empty intervals empty', () => {
    const at = column(0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000_000);
    const stored = thin(at, [], 6);
    expect(stored).toEqual([0, 8, 9]);
  });

  test('ignores unmeasured values', () => {
    const at = column(0, 1, 2, 3, 4, 5);
    expect(thin(at, [column(Number.NaN, Number.NaN, 3, Number.NaN, 4, Number.NaN)], 5)).toEqual([0, 2, 4, 5]);
    expect(thin(at, [at.map(() => Number.NaN)], 5)).toEqual([0, 5]);
  });

  test('refuses a limit of points too small for one bucket', () => {
    expect(() => thin(column(1), [column(1)], 3)).toThrow(
      new RangeError('3 points have no room for 1 measures'),
    );
    expect(() => thin(column(1), [], Number.NaN)).toThrow(RangeError);
  });
});

const series = fc
  .uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 300 })
  .chain((instants) =>
    fc.record({
      at: fc.constant(Float64Array.from([...instants].sort((a, b) => a - b))),
      measures: fc.array(
        fc
          .array(fc.option(fc.integer({ min: -50, max: 50 }), { nil: Number.NaN }), {
            minLength: instants.length,
            maxLength: instants.length,
          })
          .map((values) => Float64Array.from(values)),
        { maxLength: 3 },
      ),
      room: fc.integer({ min: 0, max: 60 }),
    }),
  );

test('invents no point, returns both ends and every extreme, and is short enough', () => {
  fc.assert(
    fc.property(series, ({ at, measures, room }) => {
      const maximum = 2 + 2 * measures.length + room;
      const stored = thin(at, measures, maximum);
      expect(stored.length).toBeLessThanOrEqual(maximum);
      expect(stored).toEqual([...new Set(stored)].sort((a, b) => a - b));
      expect(stored.every((index) => index >= 0 && index < at.length)).toBe(true);
      expect([stored[0], stored.at(-1)]).toEqual([0, at.length - 1]);
      for (const measure of measures) {
        const presentValues = (values: ArrayLike<number>) =>
          Array.from(values).filter((value) => !Number.isNaN(value));
        const all = presentValues(measure);
        const left = presentValues(stored.map((index) => measure[index] as number));
        expect(left.length > 0).toBe(all.length > 0);
        expect([Math.min(...left), Math.max(...left)]).toEqual([Math.min(...all), Math.max(...all)]);
      }
    }),
  );
});
