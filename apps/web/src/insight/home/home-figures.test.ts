import { civilMonth } from '@nascente/domain/base/time/civil-month';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { progressShape } from './cycle/cycle-card.tsx';
import { inListOrder, sourcesOf } from './cycle/energy-sources.ts';
import { hasHistory, monthChart, monthRows } from './cycle/months-card.tsx';

describe('the source of the figures of an establishment', () => {
  const general = aBoard({ name: 'Geral', isGeral: true });
  const cold = aBoard({ name: 'Câmara fria' });
  const water = aBoard({ name: 'Água', type: 'water' });

  it('uses the general meter, or else the sum of the electric meters, with water separate', () => {
    expect(sourcesOf([cold, general, water])).toEqual({ electric: [general], water: [water], parts: [cold] });
    expect(sourcesOf([cold, water])).toEqual({ electric: [cold], water: [water], parts: [] });
  });

  it('lists the general meter first, then by name in Portuguese order', () => {
    const oven = aBoard({ name: 'Forno 10' });
    const second = aBoard({ name: 'Forno 2' });
    expect(inListOrder([oven, water, cold, second, general]).map(({ name }) => name)).toEqual([
      'Geral',
      'Água',
      'Câmara fria',
      'Forno 2',
      'Forno 10',
    ]);
  });
});

describe('the progress of the cycle', () => {
  it('puts every value inside the bar', () => {
    const { soFar, forecast } = progressShape({ soFar: 50, forecast: { total: 100, low: 90, high: 120 } });
    expect(soFar).toBeCloseTo(50 / 124.8);
    expect(forecast?.low).toBeLessThan(forecast?.at ?? 0);
    expect(forecast?.high).toBeLessThan(1);
  });

  it('the progress of the cycle has no forecast after the end, and accepts a cycle without consumption', () => {
    expect(progressShape({ soFar: 0, forecast: null })).toEqual({ soFar: 0, forecast: null });
  });
});

describe('the last six months', () => {
  const entry = (date: string, total: number, completeness: number) => ({
    date,
    value: { total, inPoint: 0, interPoint: 0, outPoint: total, cost: total, completeness },
  });

  it('the last six months show a gap before the first message, and no history without any message', () => {
    const rows = monthRows([entry('10/2026', 0, 0), entry('11/2026', 4, 1)]);
    const chart = monthChart({
      rows,
      kind: 'eletric',
      unit: 'energy',
      current: civilMonth('2026-11'),
      prices: null,
    });
    expect(chart.bars.map(({ values }) => values)).toEqual([null, [4]]);
    expect(chart.describe(1).title).toBe('novembro de 2026, até agora');
    expect(hasHistory(rows)).toBe(true);
    expect(hasHistory(monthRows([entry('10/2026', 0, 0)]))).toBe(false);
  });
});
