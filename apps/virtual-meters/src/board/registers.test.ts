import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ElectricLoad } from '../profiles/load.ts';
import { meterElectricity, meterWater } from './virtual-board.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-20T03:00:00Z');

const steady =
  (watts: number): ElectricLoad =>
  (_, drawn) => {
    drawn.watts[0] = watts;
    drawn.vars[1] = watts / 2;
  };
const rising: ElectricLoad = (at, drawn) => {
  drawn.watts[2] = (at - START) / 1_000;
};

test('a steady load of 1 kW meters 1 kWh an hour, on its own phase', () => {
  const { energyWh, reactiveVarh } = meterElectricity(steady(1_000), START, START + HOUR_MS, 5_000);
  expect([...energyWh]).toEqual([expect.closeTo(1_000, 6), 0, 0]);
  expect([...reactiveVarh]).toEqual([0, expect.closeTo(500, 6), 0]);
});

test('energy is the integral of power', () => {
  const { energyWh } = meterElectricity(rising, START, START + HOUR_MS, 5_000);
  expect(energyWh[2]).toBeCloseTo(1_800, 6);
});

test('the parts of an interval add up to its total, however it is split into messages', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: HOUR_MS - 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(cuts, (offsets) => {
      const instants = [0, ...offsets, HOUR_MS].sort((a, b) => a - b).map((offset) => START + offset);
      const parts = instants
        .slice(1)
        .map((to, index) => meterElectricity(rising, instants[index] ?? START, to, 60_000).energyWh[2] ?? 0);
      const total = meterElectricity(rising, START, START + HOUR_MS, 60_000).energyWh[2];
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(total ?? Number.NaN, 6);
    }),
  );
});

test('a flow of six litres a minute meters six litres in a minute', () => {
  expect(meterWater(() => 6, START + 1_500, START + 61_500, 5_000)).toBeCloseTo(6, 9);
});
