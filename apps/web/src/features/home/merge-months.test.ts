import type { MonthSoFar } from '@nascente/contract/consumption';
import { describe, expect, it } from 'vitest';
import { mergeMonths } from './merge-months.ts';

const cycle = (given: Partial<MonthSoFar> = {}): MonthSoFar => ({
  date: '11/2026',
  start: '2026-11-05',
  end: '2026-12-04',
  total: 100,
  inPoint: 20,
  interPoint: 0,
  outPoint: 80,
  cost: 80,
  dailyAverage: 10,
  dailyAverageCost: 8,
  daysElapsed: 10,
  daysInPeriod: 30,
  highestDay: { date: '2026-11-06', total: 14, cost: 11 },
  highestDemand: { value: 9, at: '2026-11-06T12:00:00Z' },
  completeness: 1,
  forecast: {
    total: 300,
    cost: 240,
    low: 270,
    high: 340,
    lowCost: 216,
    highCost: 272,
    method: 'semana típica',
    pastError: 0.04,
    pastForecasts: 61,
    byDailyAverage: { total: 330, cost: 264 },
  },
  previous: { start: '2026-10-05', end: '2026-10-14', total: 110, cost: 88 },
  economy: 110,
  days: [
    {
      date: '2026-11-05',
      total: 9,
      inPoint: 2,
      interPoint: 0,
      outPoint: 7,
      cost: 7,
      completeness: 1,
      isForecast: false,
    },
    {
      date: '2026-11-06',
      total: 14,
      inPoint: 2,
      interPoint: 0,
      outPoint: 12,
      cost: 11,
      completeness: 1,
      isForecast: false,
    },
  ],
  ...given,
});

describe('the cycle of several meters', () => {
  it('is that of the only one', () => {
    const only = cycle();
    expect(mergeMonths([only])).toBe(only);
    expect(mergeMonths([])).toBeNull();
  });

  it('adds up, and its days with it', () => {
    const merged = mergeMonths([cycle(), cycle({ total: 50, cost: 40, completeness: 0.5 })]);
    expect(merged).toMatchObject({ total: 150, cost: 120, dailyAverage: 20, completeness: 0.75 });
    expect(merged?.days.map(({ total }) => total)).toEqual([18, 28]);
    expect(merged?.highestDay).toEqual({ date: '2026-11-06', total: 28, cost: 22 });
    expect(merged?.previous).toMatchObject({ total: 220, cost: 176 });
  });

  it('has a band as wide as independent meters spread, around the whole', () => {
    const { forecast } = mergeMonths([cycle(), cycle()]) ?? cycle();
    expect(forecast.total).toBe(600);
    expect(forecast.total - forecast.low).toBeCloseTo(Math.hypot(30, 30));
    expect((forecast.highCost ?? 0) - (forecast.cost ?? 0)).toBeCloseTo(Math.hypot(32, 32));
    expect(forecast.byDailyAverage).toEqual({ total: 660, cost: 528 });
    expect(forecast.pastError).toBeCloseTo(0.04);
  });

  it('knows no cost when one of them has none, and claims nothing that is no sum', () => {
    const merged = mergeMonths([cycle(), cycle({ cost: null, dailyAverageCost: null, previous: null })]);
    expect(merged).toMatchObject({ cost: null, previous: null, highestDemand: null, economy: null });
  });
});
