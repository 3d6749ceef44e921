import { expect, test } from 'vitest';
import { peakAndOffPeak } from './excess-reactive.ts';
import type { DayConsumption } from './totals.ts';

const NONE = { a: 0, b: 0, c: 0 };
const day = (
  hours: readonly (readonly [
    hour: number,
    post: string,
    total: number,
    inductive: number,
    capacitive?: number,
  ])[],
) =>
  ({
    date: '2026-11-19',
    hours: hours.map(([hour, post, total, inductive, capacitive = 0]) => ({
      hour,
      post,
      total,
      inductive: { ...NONE, b: inductive },
      capacitive: { ...NONE, c: capacitive },
    })),
  }) as unknown as DayConsumption;

test('bills reactive energy beyond 0.92, hour by hour and post by post', () => {
  // The example of the regulation's reading: 500 kWh at 0.85 give 41.2.
  const reactive = 500 * Math.tan(Math.acos(0.85));
  const { peak, offPeak } = peakAndOffPeak([
    [
      day([
        [12, 'outPoint', 500, reactive + 7, 7],
        [13, 'outPoint', 0, 10],
        [18, 'inPoint', 100, 10],
      ]),
    ],
  ]);
  expect(offPeak.active).toBe(500);
  expect(offPeak.excessReactive).toBeCloseTo(41.2, 1);
  expect(peak).toEqual({ active: 100, excessReactive: 0 });
});

test('counts capacitive energy from 0 to 6 h only, and inductive energy in the other hours only', () => {
  const excess = (hour: number, inductive: number, capacitive = 0) =>
    peakAndOffPeak([[day([[hour, 'outPoint', 60, inductive, capacitive]])]]).offPeak.excessReactive;
  // 60 kWh and 80 kvarh: a factor of 0.6, so 60 × (0.92 / 0.6 − 1) = 32.
  for (const found of [excess(5, 0, 80), excess(6, 80), excess(23, 80)]) expect(found).toBeCloseTo(32, 9);
  expect([excess(5, 80), excess(6, 0, 80), excess(12, 0, 80)]).toEqual([0, 0, 0]);
});

test('judges the hour of all meters together', () => {
  const poor = day([[12, 'outPoint', 100, 100]]);
  const good = day([[12, 'outPoint', 900, 0]]);
  expect(peakAndOffPeak([[poor], [good]]).offPeak).toEqual({ active: 1000, excessReactive: 0 });
});
