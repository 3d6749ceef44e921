import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { DAY_MS, instant } from '../../base/time/zone.ts';
import {
  type AddableRun,
  createQuarterSum,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
  type QuarterStay,
} from './quarter-days.ts';

const QUARTERS = 2 * QUARTERS_OF_DAY;
const LAST = QUARTERS * QUARTER_MS;

/** Two days of a meter with this consumption by quarter-hour, zero in the others. */
function daysOf(quarters: ReadonlyMap<number, number>): AddableRun[] {
  return [0, 1].map((day): AddableRun => {
    const indexes = [...Array(QUARTERS_OF_DAY).keys()].map((index) => day * QUARTERS_OF_DAY + index);
    const measured = indexes.map((index) => quarters.get(index) ?? 0);
    return {
      start: instant(day * DAY_MS),
      length: QUARTERS_OF_DAY,
      present: indexes.every((index) => quarters.has(index))
        ? null
        : indexes.map((index) => (quarters.has(index) ? '1' : '0')).join(''),
      addTo(column, quantity, at, from, to) {
        for (let index = from; index < to; index++)
          column[at + index] =
            (column[at + index] as number) + (measured[index] as number) * (quantity === 'volume' ? 2 : 1);
      },
    };
  });
}
const partOf = (quarters: ReadonlyMap<number, number>, from = 0, to: number = LAST) => ({
  days: daysOf(quarters),
  from: instant(from),
  to: instant(to),
});
const QUANTITIES: readonly QuarterQuantity[] = ['consumed', 'volume'];
const sumQuarterDays = (parts: readonly (QuarterStay & { readonly days: readonly AddableRun[] })[]) => {
  const sum = createQuarterSum(parts, QUANTITIES);
  for (const part of parts) for (const day of part.days) sum.add(part, day);
  return sum.series();
};
const every = (energy: number) => new Map([...Array(QUARTERS).keys()].map((quarter) => [quarter, energy]));
const sumOf = (column: Float64Array): number => column.reduce((a, b) => a + b, 0);

describe('the sum of several meters', () => {
  test('adds meters quarter by quarter', () => {
    const sum = sumQuarterDays([
      partOf(
        new Map([
          [0, 5],
          [1, 7],
        ]),
      ),
      partOf(
        new Map([
          [1, 11],
          [100, 13],
        ]),
      ),
    ]);
    expect(Array.from(sum.start)).toEqual([0, QUARTER_MS, 100 * QUARTER_MS]);
    expect(Array.from(sum.consumedA)).toEqual([5, 18, 13]);
    expect(Array.from(sum.volume)).toEqual([10, 36, 26]);
    expect(sum).toMatchObject({
      stepMinutes: 15,
      length: 3,
      peakQuarter: sum.consumedA,
      injectedA: sum.frames,
    });
  });

  test('marks a quarter-hour as measured only when all installed meters measured it', () => {
    const sum = sumQuarterDays([
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

  test('counts only quarter-hours that begin while a meter is installed', () => {
    const sum = sumQuarterDays([partOf(every(3), 10 * QUARTER_MS + 1, 100 * QUARTER_MS + 1)]);
    expect(sum.length).toBe(90);
    expect([sum.start[0], sum.start.at(-1)]).toEqual([11 * QUARTER_MS, 100 * QUARTER_MS]);
    expect([sumOf(sum.consumedA), sumOf(sum.quarters)]).toEqual([270, 90]);
  });

  test('includes sums that some meters have already added up', () => {
    const stays = [partOf(every(3)), partOf(every(4)), partOf(every(5))];
    const [first] = stays;
    const sum = createQuarterSum(stays, QUANTITIES);
    for (const day of first?.days ?? []) sum.add(stays[0] as QuarterStay, day);
    sum.addTotals(1, 2, [9, 0]);
    sum.addTotals(2, 1, [4, 8]);
    const series = sum.series();
    expect(Array.from(series.consumedA.subarray(0, 4))).toEqual([3, 12, 7, 3]);
    expect(Array.from(series.volume.subarray(0, 4))).toEqual([6, 6, 14, 6]);
    expect(Array.from(series.quarters.subarray(0, 4))).toEqual([0, 1, 0, 0]);
  });

  test('returns nothing without meters', () => {
    expect(sumQuarterDays([])).toMatchObject({ length: 0, stepMinutes: 15 });
  });

  test('preserves the total energy', () => {
    const meter = fc
      .uniqueArray(fc.tuple(fc.nat(QUARTERS - 1), fc.nat(1_000_000)), { selector: ([quarter]) => quarter })
      .map((quarters) => new Map(quarters));
    fc.assert(
      fc.property(fc.array(meter, { maxLength: 4 }), (meters) => {
        const sum = sumQuarterDays(meters.map((quarters) => partOf(quarters)));
        const all = meters.flatMap((quarters) => [...quarters.values()]);
        expect(sumOf(sum.consumedA)).toBe(all.reduce((a, b) => a + b, 0));
        const total = [...Array(QUARTERS).keys()].filter(
          (quarter) => meters.length > 0 && meters.every((quarters) => quarters.has(quarter)),
        );
        expect(sumOf(sum.quarters)).toBe(total.length);
      }),
    );
  });
});
