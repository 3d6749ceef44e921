import { describe, expect, it } from 'vitest';
import { civilDateAt } from '../../base/time/civil-day.ts';
import { CIVIL_MONTHS } from '../../base/time/reading-cycles.ts';
import { DEFAULT_ZONE, type Instant, instant } from '../../base/time/zone.ts';
import { cents } from '../../base/units/money.ts';
import { sumBy } from '../../telemetry/intervals/totals.ts';
import { daysOfEvenUse } from '../consumption/testing/days-of-even-use.ts';
import { type CycleForecast, forecastCycle, mergeForecasts } from './cycle-forecast.ts';
import { cycleAround, cycleSoFar } from './cycle-so-far.ts';

const forecast = (overrides: Partial<CycleForecast> = {}): CycleForecast => ({
  total: 300,
  cost: cents(240),
  low: 270,
  high: 340,
  lowCost: cents(216),
  highCost: cents(272),
  method: 'semana típica',
  pastError: 0.04,
  pastForecasts: 61,
  byDailyAverage: { total: 330, cost: cents(264) },
  byTypicalWeek: { total: 330, cost: cents(264) },
  ...overrides,
});

describe('the merged forecast of several shares', () => {
  it('returns the only forecast unchanged', () => {
    const only = forecast();
    expect(mergeForecasts([only], 100)).toBe(only);
  });

  it('merges the bands as independent meters around the total', () => {
    const merged = mergeForecasts([forecast(), forecast({ pastForecasts: 30 })], 200);
    expect(merged.total).toBe(600);
    expect(merged.total - merged.low).toBe(Math.round(Math.hypot(30, 30)));
    expect((merged.highCost ?? 0) - (merged.cost ?? 0)).toBe(Math.round(Math.hypot(32, 32)));
    expect((merged.cost ?? 0) - (merged.lowCost ?? 0)).toBe(Math.round(Math.hypot(24, 24)));
    expect(merged).toMatchObject({ byDailyAverage: { total: 660, cost: cents(528) }, pastForecasts: 30 });
    expect(merged.pastError).toBeCloseTo(0.04);
  });

  it('adds the exact total of a removed meter without uncertainty', () => {
    const gone = forecast({
      total: 50,
      cost: cents(40),
      low: 50,
      high: 50,
      lowCost: cents(40),
      highCost: cents(40),
      method: 'média diária',
    });
    expect(mergeForecasts([gone, forecast()], 150)).toMatchObject({
      total: 350,
      cost: cents(280),
      low: 320,
      high: 390,
      method: 'semana típica',
    });
  });

  it('is never below the consumption, and has no cost when one share has no cost', () => {
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

const NOW = instant(Date.parse('2026-11-20T15:00Z'));
const ofMeter = (since: Instant, perHour: number) => {
  const around = cycleAround(civilDateAt(NOW, DEFAULT_ZONE), CIVIL_MONTHS);
  const counted = { zone: DEFAULT_ZONE, now: NOW, since };
  const read = daysOfEvenUse({ ...counted, first: around.countedFrom, last: around.today, perHour });
  return cycleSoFar(around, { ...counted, until: null, read, older: [] });
};
const JANUARY = instant(Date.parse('2026-01-01T03:00Z'));

describe('the forecast of a cycle', () => {
  it('equals the consumption plus the remaining days, in energy and in money', () => {
    const soFar = ofMeter(JANUARY, 1_000_000);
    const { forecast: complete, days } = forecastCycle([{ soFar, cost: cents(19_501) }]);
    expect(complete.total).toBe(30 * 24_000_000);
    expect(days[0]?.date).toBe('2026-11-20');
    expect(days).toHaveLength(11);
    expect(soFar.consumed.total + sumBy(days, ({ total }) => total)).toBe(complete.total);
    expect(19_501 + sumBy(days, ({ cost }) => cost as number)).toBe(complete.cost);
    for (const { total, inPoint, interPoint, outPoint } of days)
      expect(inPoint + interPoint + outPoint).toBe(total);
    // Friday is a holiday; after the weekend come peak hours.
    expect(days.map(({ inPoint }) => inPoint > 0).slice(0, 4)).toEqual([false, false, false, true]);
  });

  it('sums the forecasts of its shares', () => {
    const shares = [1_000_000, 2_000_000].map((perHour) => ({
      soFar: ofMeter(JANUARY, perHour),
      cost: cents(perHour / 100),
    }));
    const { forecast: complete, days } = forecastCycle(shares);
    expect(complete.total).toBe(30 * 72_000_000);
    expect(days[1]).toMatchObject({ date: '2026-11-21', total: 72_000_000 });
    expect(30_000 + sumBy(days, ({ cost }) => cost as number)).toBe(complete.cost);
  });

  it('returns no cost without prices, and no higher cost when nothing was consumed', () => {
    const soFar = ofMeter(JANUARY, 1_000_000);
    const unpriced = forecastCycle([{ soFar, cost: null }]);
    expect(unpriced.forecast).toMatchObject({ cost: null, lowCost: null, highCost: null });
    expect(unpriced.days.every(({ cost }) => cost === null)).toBe(true);
    const idle = forecastCycle([{ soFar: ofMeter(JANUARY, 0), cost: cents(0) }]);
    expect(idle.forecast).toMatchObject({ total: 0, cost: 0, lowCost: null });
    expect(idle.days.every(({ total, cost }) => total === 0 && cost === 0)).toBe(true);
  });

  it('returns no typical week for a newly installed meter', () => {
    const young = ofMeter(instant(Date.parse('2026-11-19T03:00Z')), 1_000_000);
    const old = ofMeter(JANUARY, 1_000_000);
    expect(forecastCycle([{ soFar: young, cost: null }]).forecast.byTypicalWeek).toBeNull();
    const both = forecastCycle([young, young].map((soFar) => ({ soFar, cost: null })));
    expect(both.forecast.byTypicalWeek).toBeNull();
    const mixed = forecastCycle([young, old].map((soFar) => ({ soFar, cost: null })));
    expect(mixed.forecast.byTypicalWeek?.total).toBeGreaterThan(30 * 24_000_000);
  });
});
