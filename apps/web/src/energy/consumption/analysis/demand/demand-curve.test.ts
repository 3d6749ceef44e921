import type { Demand } from '@nascente/contract/energy/analysis';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { aLightRule } from '../../../../testing/a-tou-rule.ts';
import { contractedRules, demandCurve, kilowattsText, partsOfPeak } from './demand-card.tsx';

const QUARTER = 15 * 60_000;
const from = Date.parse('2026-11-11T03:00:00Z');
const at = (quarter: number): string => new Date(from + quarter * QUARTER).toISOString();
const peak: Demand['peaks'][number] = {
  start: at(2),
  end: at(3),
  power: 9,
  phases: { phaseA: 4, phaseB: 3, phaseC: 2 },
  touPeriod: 'outPoint',
  loads: [{ mac: 'AA', name: 'Forno', power: 6 }],
  remainder: 3,
};
const demand = {
  curve: [0, 1, 2, 3, 8].map((quarter) => ({ date: at(quarter), power: quarter === 2 ? 9 : 1 })),
  peaks: [peak],
  touPeriods: [aLightRule()],
};
const day = { start: civilDate('2026-11-11'), end: civilDate('2026-11-11') };
const curve = demandCurve(demand, day, DEFAULT_ZONE, 720);

describe('the curve of demand', () => {
  it('marks the peaks of demand, and lifts the curve where quarter-hours are missing', () => {
    expect(curve.marks).toEqual([2]);
    const gaps = curve.points
      .slice(1)
      .map((point, index) => curve.isGap(curve.points[index] ?? point, point));
    expect(gaps).toEqual([false, false, false, true]);
  });

  it('lifts a thinned curve only where a complete interval is missing', () => {
    const year = { start: civilDate('2025-11-12'), end: civilDate('2026-11-11') };
    const thinned = demandCurve(demand, year, DEFAULT_ZONE, 720);
    const apart = (ms: number) => thinned.isGap({ x: 0, y: 0 }, { x: ms, y: 0 });
    expect([apart(48 * 3_600_000), apart(49 * 3_600_000)]).toEqual([false, true]);
  });

  it('names quarter-hours by the clock of the meter', () => {
    expect(curve.describe(2)).toEqual({
      title: 'qua, 11 nov, 00:30 às 00:45',
      rows: [
        { label: 'Demanda', value: kilowattsText(9) },
        { label: 'Posto', value: 'Fora ponta' },
      ],
    });
    expect(curve.table.rows).toHaveLength(5);
    expect(curve.ticks[0]).toMatchObject({ x: from, label: '11 nov' });
  });
});

it('shows the time-of-use period of a quarter-hour by the hours of the tariff', () => {
  const evening = [70, 81, 82].map((quarter) => ({ date: at(quarter), power: 1 }));
  const { describe: notify } = demandCurve({ ...demand, curve: evening }, day, DEFAULT_ZONE, 720);
  expect([0, 1, 2].map((index) => notify(index).rows[1]?.value)).toEqual(['Ponta', 'Ponta', 'Fora ponta']);
});

describe('the load behind a peak', () => {
  it('shows the other meters and the rest of the demand as parts of a peak', () => {
    expect(partsOfPeak(peak, true).map(({ name, power }) => [name, power])).toEqual([
      ['Forno', 6],
      ['Demais cargas', 3],
    ]);
    expect(partsOfPeak({ ...peak, remainder: 0 }, true)).toHaveLength(1);
  });

  it('shows the phases as parts of a peak without other meters, and none for a single-phase meter', () => {
    const alone = { ...peak, loads: [], remainder: null };
    expect(partsOfPeak(alone, true).map(({ power }) => power)).toEqual([4, 3, 2]);
    expect(partsOfPeak(alone, false)).toEqual([]);
  });
});

it('the contracted demand is one level, two by time-of-use period, or unknown', () => {
  expect(contractedRules(null)).toEqual([]);
  expect(contractedRules({ mode: 'single', demand: 40 }).map(({ value }) => value)).toEqual([40]);
  expect(contractedRules({ mode: 'by-post', inPoint: 10, outPoint: 40 }).map(({ value }) => value)).toEqual([
    10, 40,
  ]);
});
