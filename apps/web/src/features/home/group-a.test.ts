import type { ConsolidatedDay } from '@nascente/contract/consumption';
import { expect, it } from 'vitest';
import { groupAEnergy } from './group-a.ts';
import { billedEnergy } from './group-a-figures.tsx';

const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const day = (
  hours: readonly (readonly [number, 'inPoint' | 'outPoint', number, number])[],
): ConsolidatedDay => ({
  date: '2026-11-19',
  total: 0,
  totalPhaseA: 0,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: 0,
  injected: 0,
  cost: null,
  completeness: 1,
  hours: hours.map(([hour, post, total, reactive]) => ({
    hour,
    post,
    total,
    consumptionActivePower: none,
    consumptionReactivePower: { ...none, phaseB: reactive },
    consumptioninjectedPower: none,
    demand: { avgValue: 0, period: { startDate: '', endDate: '' } },
    completeness: 1,
  })),
});

it('bills reactive energy beyond 0.92, hour by hour and post by post', () => {
  // The example of the regulation's reading: 500 kWh at 0.85 give 41.2.
  const reactive = 500 * Math.tan(Math.acos(0.85));
  const { peak, offPeak } = groupAEnergy([
    [
      day([
        [12, 'outPoint', 500, reactive],
        [18, 'inPoint', 100, 10],
      ]),
    ],
  ]);
  expect(offPeak.active).toBe(500);
  expect(offPeak.excessReactive).toBeCloseTo(41.2, 1);
  expect(peak).toEqual({ active: 100, excessReactive: 0 });
});

it('judges the hour of all meters together', () => {
  const poor = day([[12, 'outPoint', 100, 100]]);
  const good = day([[12, 'outPoint', 900, 0]]);
  expect(groupAEnergy([[poor], [good]]).offPeak).toEqual({ active: 1000, excessReactive: 0 });
});

it('takes what the bill counts, where there is one', () => {
  const consumed = { total: 10_186.6, inPoint: 833.8, interPoint: 0, outPoint: 9352.8 };
  const reactive = { total: 39, inPoint: 1.3, interPoint: 0, outPoint: 37.7 };
  expect(billedEnergy({ consumed, reactive })).toEqual({
    peak: { active: 833.8, excessReactive: 1.3 },
    offPeak: { active: 9352.8, excessReactive: 37.7 },
  });
});
