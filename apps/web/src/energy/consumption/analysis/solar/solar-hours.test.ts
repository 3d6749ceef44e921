import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';
import { solarBalance } from '@nascente/domain/energy/subjects/solar';
import { describe, expect, it } from 'vitest';
import { generatedHours, solarChart, solarHours } from './solar-chart.ts';

const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
type Flow = readonly [hour: number, consumed: number, injected: number, completeness?: number];
const day = (date: string, flows: readonly Flow[]): ConsolidatedDay => ({
  date,
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
  hours: flows.map(([hour, total, injected, completeness = 1]) => ({
    hour,
    total,
    touPeriod: 'outPoint',
    consumptionActivePower: none,
    consumptionReactivePower: none,
    consumptioninjectedPower: { phaseA: injected / 2, phaseB: injected / 2, phaseC: 0 },
    demand: { avgValue: 0, period: { startDate: '', endDate: '' } },
    completeness,
  })),
});
const grid = [
  day('2026-11-10', [
    [11, 0.5, 3],
    [12, 0, 4],
    [19, 6, 0],
  ]),
  day('2026-11-11', [
    [11, 1, 1],
    [12, 0, 0, 0],
  ]),
];
const inverter = [
  day('2026-11-10', [
    [11, 0, 5],
    [12, 0, 7],
    [19, 0.1, 0],
  ]),
  day('2026-11-11', [[11, 0, 2, 0]]),
];

describe('a meter at the grid', () => {
  it('a meter at the grid alone has injection and no self-consumption', () => {
    const { injected, imported, generation } = solarBalance(solarHours(grid, []));
    expect([injected, imported, generation]).toEqual([8, 7.5, null]);
    const { series, bars } = solarChart(solarHours(grid, []), 'day', 'grid');
    expect(series.map(({ label }) => label)).toEqual(['Injetada']);
    expect(bars.map(({ values }) => values)).toEqual([[7], [1]]);
  });

  it('assigns injection to its time-of-use periods, also when one begins within an hour', () => {
    const [first] = grid;
    const split = {
      ...first,
      hours: first?.hours.map((hour) =>
        hour.hour === 12
          ? { ...hour, injectedTouPeriods: { inPoint: 1.5, interPoint: 0, outPoint: 2.5 } }
          : hour,
      ),
    } as ConsolidatedDay;
    expect(solarBalance(solarHours([split], [])).injectedByTouPeriod).toEqual({
      inPoint: 1.5,
      interPoint: 0,
      outPoint: 3 + 2.5,
    });
  });

  it('computes self-consumption beside an inverter over the hours that both measured', () => {
    const hours = solarHours(grid, [inverter]);
    expect(solarBalance(hours).generation).toEqual({
      hours: 3,
      generated: 12,
      selfConsumed: 5,
      exportedShare: 7 / 12,
      suppliedShare: 5 / 11.5,
    });
    expect(solarChart(hours, 'day', 'grid').bars.map(({ values }) => values)).toEqual([
      [5, 7],
      [0, 1],
    ]);
  });
});

it('shows an hour of the day as the mean of the days that measured it', () => {
  const { bars, table, describe: notify } = solarChart(solarHours(grid, []), 'hour', 'grid');
  expect(bars).toHaveLength(24);
  expect([bars[11]?.values, bars[12]?.values, bars[3]?.values]).toEqual([[2], [4], null]);
  expect(notify(3).note).toBe('sem dados');
  expect(table.rows[12]).toEqual(['12h às 13h', '4,00\u00a0kWh']);
});

it('shows the generation of an inverter meter in either clamp direction', () => {
  const turned = [
    day('2026-11-10', [
      [11, 5, 0],
      [12, 7, 0],
      [19, 0, 0.1],
    ]),
  ];
  for (const days of [inverter.slice(0, 1), turned]) {
    const hours = generatedHours(days);
    expect(solarBalance(hours)).toMatchObject({ injected: 12, imported: 0 });
    expect(solarChart(hours, 'day', 'inverter').series[0]?.label).toBe('Gerada');
  }
});
