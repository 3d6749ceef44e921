import type { MonthSoFar } from '@nascente/contract/consumption';
import { describe, expect, it } from 'vitest';
import { mergeForecasts } from './merge-forecasts.ts';

const forecast = (overrides: Partial<MonthSoFar['forecast']> = {}): MonthSoFar['forecast'] => ({
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
  byTypicalWeek: { total: 330, cost: 264 },
  assumedFlag: null,
  ...overrides,
});

describe('the forecast of several shares', () => {
  it('is that of the only one', () => {
    const only = forecast();
    expect(mergeForecasts([only], 100)).toBe(only);
  });

  it('has a band as wide as independent meters spread, around the whole', () => {
    const merged = mergeForecasts([forecast(), forecast({ pastForecasts: 30 })], 200);
    expect(merged.total).toBe(600);
    expect(merged.total - merged.low).toBeCloseTo(Math.hypot(30, 30));
    expect((merged.highCost ?? 0) - (merged.cost ?? 0)).toBeCloseTo(Math.hypot(32, 32));
    expect((merged.cost ?? 0) - (merged.lowCost ?? 0)).toBeCloseTo(Math.hypot(24, 24));
    expect(merged).toMatchObject({ byDailyAverage: { total: 660, cost: 528 }, pastForecasts: 30 });
    expect(merged.pastError).toBeCloseTo(0.04);
  });

  it('adds what measures no more as it is: nothing of it is uncertain', () => {
    const gone = forecast({
      total: 50,
      cost: 40,
      low: 50,
      high: 50,
      lowCost: 40,
      highCost: 40,
      method: 'média diária',
    });
    expect(mergeForecasts([gone, forecast()], 150)).toMatchObject({
      total: 350,
      cost: 280,
      low: 320,
      high: 390,
      method: 'semana típica',
    });
  });

  it('is never below what was consumed, and knows no cost when one of them has none', () => {
    const unpriced = forecast({ cost: null, lowCost: null, highCost: null, pastError: null });
    expect(mergeForecasts([forecast(), unpriced], 580)).toMatchObject({
      low: 580,
      cost: null,
      lowCost: null,
      highCost: null,
      pastError: null,
    });
  });
});
