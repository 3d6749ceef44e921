import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, instant } from '../time/zone.ts';
import { addStays, expectedBetween } from './expected-quarters.ts';
import { type EnergySeries, emptySeries, seriesWith } from './series.ts';
import { sumSeries } from './sum-series.ts';

const START = Date.UTC(2026, 9, 1);

/** Slot by slot: which hour, mWh of phase A, quarter-hours with data. */
const series = (slots: readonly (readonly [hour: number, consumed: number, quarters: number])[]) => {
  const made = emptySeries(slots.length, 60);
  slots.forEach(([hour, consumed, quarters], slot) => {
    made.start[slot] = START + hour * HOUR_MS;
    made.consumedA[slot] = consumed;
    made.quarters[slot] = quarters;
  });
  return made;
};
const slotsOf = ({ start, consumedA, quarters, length }: EnergySeries) =>
  Array.from({ length }, (_, slot) => [
    ((start[slot] as number) - START) / HOUR_MS,
    consumedA[slot],
    quarters[slot],
  ]).filter(([, , count]) => count !== 0);

describe('the sum of series', () => {
  test('leaves out what a meter has none of', () => {
    const start = Float64Array.of(START, START + HOUR_MS);
    const water = seriesWith({ stepMinutes: 60, start, volume: Float64Array.of(3, 4) });
    const sum = sumSeries([water, water]);
    expect([...sum.volume]).toEqual([6, 8]);
    expect([...sum.consumedA]).toEqual([0, 0]);
  });

  test('adds slot to slot, also where one of them has none', () => {
    const sum = sumSeries([
      series([
        [0, 10, 4],
        [5, 1, 2],
      ]),
      series([]),
      series([
        [2, 7, 4],
        [5, 3, 4],
      ]),
    ]);
    expect(slotsOf(sum)).toEqual([
      [0, 10, 4],
      [2, 7, 4],
      [5, 4, 6],
    ]);
  });

  test('of one is that one, with its highest quarter-hours, and of none is empty', () => {
    const only = series([[0, 10, 4]]);
    expect(sumSeries([emptySeries(0, 60), only])).toBe(only);
    expect(sumSeries([])).toMatchObject({ length: 0, stepMinutes: 15 });
    expect(sumSeries([emptySeries(0, 60)])).toMatchObject({ length: 0, stepMinutes: 60 });
  });

  test('is the same in any order, and keeps everything', () => {
    const one = fc
      .uniqueArray(fc.tuple(fc.nat(50), fc.nat(1000), fc.integer({ min: 1, max: 4 })), {
        selector: ([hour]) => hour,
      })
      .map((slots) => series(slots.toSorted(([a], [b]) => a - b)));
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 5 }), (all) => {
        expect(slotsOf(sumSeries(all.toReversed()))).toEqual(slotsOf(sumSeries(all)));
        const total = (some: readonly EnergySeries[]) =>
          some.reduce((sum, { consumedA }) => sum + consumedA.reduce((a, b) => a + b, 0), 0);
        expect(total([sumSeries(all)])).toBe(total(all));
      }),
    );
  });
});

test('quarter-hours are expected of each meter while it was there', () => {
  const at = (hours: number) => instant(START + hours * HOUR_MS);
  const stays = addStays([
    { from: at(-1), to: at(9) },
    { from: at(0.6), to: at(0.8) },
    { from: at(0.5), to: at(0.9) },
  ]);
  expect(expectedBetween(at(0), at(1))).toBe(4);
  expect(expectedBetween(at(0), at(1), stays)).toBe(5);
  expect(expectedBetween(at(2), at(1), stays)).toBe(0);
});
