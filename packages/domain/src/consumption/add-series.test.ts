import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUARTER_MS } from '../time/quarter.ts';
import { instant } from '../time/zone.ts';
import { addSeries } from './add-series.ts';
import { type EnergySeries, emptySeries } from './series.ts';

const LAST = instant(100 * QUARTER_MS);

/** A meter that consumed so much in each of these quarters. */
function seriesOf(quarters: ReadonlyMap<number, number>): EnergySeries {
  const series = emptySeries(quarters.size, 15);
  [...quarters]
    .sort(([a], [b]) => a - b)
    .forEach(([quarter, energy], slot) => {
      series.start[slot] = quarter * QUARTER_MS;
      series.consumedA[slot] = energy;
      series.volume[slot] = 2 * energy;
      series.quarters[slot] = 1;
    });
  return series;
}
const partOf = (quarters: ReadonlyMap<number, number>, from = 0, to: number = LAST) => ({
  series: seriesOf(quarters),
  from: instant(from),
  to: instant(to),
});

describe('meters together', () => {
  test('add up quarter by quarter', () => {
    const sum = addSeries([
      partOf(
        new Map([
          [0, 5],
          [1, 7],
        ]),
      ),
      partOf(
        new Map([
          [1, 11],
          [2, 13],
        ]),
      ),
    ]);
    expect(Array.from(sum.start)).toEqual([0, QUARTER_MS, 2 * QUARTER_MS]);
    expect(Array.from(sum.consumedA)).toEqual([5, 18, 13]);
    expect(Array.from(sum.volume)).toEqual([10, 36, 26]);
  });

  test('have measured a quarter only where all that were there did', () => {
    const sum = addSeries([
      partOf(
        new Map([
          [0, 5],
          [1, 7],
          [2, 1],
        ]),
      ),
      partOf(new Map([[1, 11]]), 0, 2 * QUARTER_MS),
    ]);
    expect(Array.from(sum.quarters)).toEqual([0, 1, 1]);
  });

  test('of none are nothing', () => {
    expect(addSeries([])).toMatchObject({ length: 0, stepMinutes: 15 });
  });

  test('lose nothing and add nothing', () => {
    const meter = fc
      .uniqueArray(fc.tuple(fc.nat(99), fc.nat(1_000_000)), { selector: ([quarter]) => quarter })
      .map((quarters) => new Map(quarters));
    fc.assert(
      fc.property(fc.array(meter, { maxLength: 4 }), (meters) => {
        const sum = addSeries(meters.map((quarters) => partOf(quarters)));
        const all = meters.flatMap((quarters) => [...quarters.values()]);
        expect(sum.consumedA.reduce((a, b) => a + b, 0)).toBe(all.reduce((a, b) => a + b, 0));
        const whole = [...Array(100).keys()].filter(
          (quarter) => meters.length > 0 && meters.every((quarters) => quarters.has(quarter)),
        );
        expect(sum.quarters.reduce((a, b) => a + b, 0)).toBe(whole.length);
      }),
    );
  });
});
