import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Zone } from '../../base/time/zone.ts';
import { bandLength, bandsOf, sumLength, sumsOf } from './curve-bands.ts';

const SAO_PAULO = 'America/Sao_Paulo' as Zone;
const points = (...pairs: readonly (readonly [number, number])[]) =>
  [Float64Array.from(pairs, ([at]) => at), Float64Array.from(pairs, ([, value]) => value)] as const;

describe('the bands of a curve', () => {
  it('uses the shortest round length that gives few enough bands', () => {
    expect(bandLength(HOUR_MS, 400)).toBe(10_000);
    expect(bandLength(365 * DAY_MS, 400)).toBe(DAY_MS);
    expect(bandLength(DAY_MS, 400, 15 * MINUTE_MS)).toBe(15 * MINUTE_MS);
    expect(bandLength(10_000 * DAY_MS, 10)).toBe(36 * 28 * DAY_MS);
  });

  it('returns the minimum, maximum and mean, starting at a multiple of its length', () => {
    const [at, measured] = points([1000, 5], [1500, 9], [1900, 1], [3999, 7], [4000, 2]);
    expect(bandsOf(at, measured, 1000)).toEqual({
      at: Float64Array.of(1000, 3000, 4000),
      low: Float64Array.of(1, 7, 2),
      high: Float64Array.of(9, 7, 2),
      mean: Float64Array.of(5, 7, 2),
    });
  });

  it('returns single points without thinning, and omits unmeasured points', () => {
    const [at, measured] = points([1, 5], [2, Number.NaN], [3, 6]);
    const { at: stored, mean } = bandsOf(at, measured, 0);
    expect([...stored]).toEqual([1, 3]);
    expect([...mean]).toEqual([5, 6]);
    expect(bandsOf(at.slice(1, 2), measured.slice(1, 2), 1000).at).toHaveLength(0);
  });

  it('never loses an extreme, and has its mean between the extremes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: -99, max: 99 })), {
          minLength: 1,
        }),
        fc.integer({ min: 1, max: 20_000 }),
        (pairs, length) => {
          const [at, measured] = points(...pairs.toSorted(([one], [other]) => one - other));
          const { low, high, mean } = bandsOf(at, measured, length);
          expect(Math.min(...low)).toBe(Math.min(...measured));
          expect(Math.max(...high)).toBe(Math.max(...measured));
          for (const [index, value] of mean.entries()) {
            expect(value).toBeGreaterThanOrEqual((low[index] as number) - 1e-9);
            expect(value).toBeLessThanOrEqual((high[index] as number) + 1e-9);
          }
        },
      ),
    );
  });
});

describe('the sums of a curve', () => {
  it('sums by quarter-hours, hours or days, depending on the available space', () => {
    expect(sumLength(DAY_MS, 100)).toBe('quarter');
    expect(sumLength(7 * DAY_MS, 200)).toBe('hour');
    expect(sumLength(365 * DAY_MS, 400)).toBe('day');
    expect(sumLength(3650 * DAY_MS, 400)).toBe('day');
  });

  it('splits by local hours and days, including a day of 25 hours', () => {
    const from = Date.parse('2018-02-17T02:00:00Z');
    const quarters = Array.from(
      { length: 25 * 4 + 4 },
      (_, index) => [from + index * 15 * MINUTE_MS, 1] as const,
    );
    const [at, counted] = points(...quarters);
    const byDay = sumsOf(at, counted, 'day', SAO_PAULO);
    expect([...byDay.total]).toEqual([100, 4]);
    expect(new Date(byDay.at[1] as number).toISOString()).toBe('2018-02-18T03:00:00.000Z');
    expect([...sumsOf(at, counted, 'hour', 'Asia/Kolkata' as Zone).total].slice(0, 3)).toEqual([2, 4, 4]);
    expect(sumsOf(at, counted, 'quarter', SAO_PAULO).total).toHaveLength(104);
    expect(sumsOf(at.slice(0, 0), counted, 'hour', SAO_PAULO).at).toHaveLength(0);
  });
});
