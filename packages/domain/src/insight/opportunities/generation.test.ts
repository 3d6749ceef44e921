import { describe, expect, it } from 'vitest';
import { civilMonth, firstDayOf, lastDayOf } from '../../base/time/civil-month.ts';
import { DEFAULT_ZONE } from '../../base/time/zone.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { CONTRACT_B, flagMonths, measuredFacts } from '../../money/testing/bill-facts.ts';
import { CONVENCIONAL } from '../../money/testing/rules-facts.ts';
import type { CreditLot } from '../../sites/tariffs/billing-contract.ts';
import { type EnergySeries, seriesWith } from '../../telemetry/intervals/totals.ts';
import { localQuarters } from './changed-series.ts';
import { compensatedYear, expiringCredits } from './expiring-credits.ts';
import { fittingFactor, generatedIn, generationBalance, withGeneration } from './larger-generation.ts';

const KWH = 1e6;
const CONTRACT = {
  ...CONTRACT_B,
  supply: null,
  generation: {
    class: 'I' as const,
    credits: [],
    ownTaxes: { icms: true, pisCofins: true },
    otherTaxes: { icms: true, pisCofins: true },
  },
};
const FLAGS = flagMonths({});
const monthAt = (index: number): string => `2026-${String(index + 1).padStart(2, '0')}`;
/** Each month of 2026. */
const yearOf = (consumed: (month: number) => number, injected: (month: number) => number): MeasuredCycle[] =>
  Array.from({ length: 12 }, (_, index) => {
    const month = civilMonth(monthAt(index));
    return measuredFacts({
      cycle: { first: firstDayOf(month), last: lastDayOf(month) },
      rules: CONVENCIONAL,
      consumed: { outPoint: consumed(index) },
      injected: { outPoint: injected(index) },
    });
  });
const lotOf = (month: string, kwh: number): CreditLot => ({
  generatedIn: civilMonth(month),
  touPeriod: 'outPoint',
  class: 'I',
  origin: 'own',
  energy: fromKilowattHours(kwh),
});

/** The rule itself: a surplus is stored, the oldest is used first, and it expires after 60 months. */
function expiredByHand(balances: readonly number[], lots: readonly [age: number, kwh: number][]): number[] {
  let waiting = lots.map(([age, kwh]) => ({ age, kwh }));
  return Array.from({ length: 84 }, (_, ahead) => {
    waiting = waiting.map(({ age, kwh }) => ({ age: age + 1, kwh }));
    const expired = waiting.filter(({ age }) => age > 60).reduce((sum, { kwh }) => sum + kwh, 0);
    waiting = waiting.filter(({ age }) => age <= 60);
    let balance = balances[ahead % 12] ?? 0;
    if (balance > 0) waiting.push({ age: 0, kwh: balance });
    for (const lot of waiting) {
      if (balance >= 0) break;
      const used = Math.min(lot.kwh, -balance);
      lot.kwh -= used;
      balance += used;
    }
    return expired;
  });
}

describe('expiring credits', () => {
  it('returns the unused credits of the first year with a loss', () => {
    const measured = yearOf(
      () => 100,
      () => 150,
    );
    const found = expiringCredits({ measured, contract: CONTRACT, flags: FLAGS, lots: [] });
    // Credits of January 2027 last until January 2032.
    expect(found).toEqual({ first: '2032-02', energy: 12 * 50 * KWH });
    const more = expiringCredits({ measured, contract: CONTRACT, flags: FLAGS, lots: [] }, 1.1);
    expect(more?.energy).toBeCloseTo(12 * 40 * KWH, -1);
  });

  it('returns the same expired credits as a manual calculation with seasons and old credits', () => {
    const consumed = (month: number) => 100 + 12 * month;
    const injected = (month: number) => (month < 6 ? 260 : 90);
    const lots: [number, number][] = [
      [58, 400],
      [20, 900],
    ];
    const measured = yearOf(consumed, injected);
    const found = expiringCredits({
      measured,
      contract: CONTRACT,
      flags: FLAGS,
      lots: [lotOf('2022-02', 400), lotOf('2025-04', 900)],
    });
    const byHand = expiredByHand(
      measured.map((_, month) => injected(month) - consumed(month)),
      lots,
    );
    const first = byHand.findIndex((expired) => expired > 0);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(found?.first).toBe('2027-03');
    expect(first).toBe(2);
    expect(found?.energy).toBeCloseTo(
      byHand.slice(first, first + 12).reduce((sum, one) => sum + one, 0) * KWH,
      0,
    );
  });

  it('returns null when all credits are used, with less than a year, or without a tariff', () => {
    const used = yearOf(
      () => 100,
      () => 90,
    );
    const year = { measured: used, contract: CONTRACT, flags: FLAGS, lots: [] };
    expect(expiringCredits(year)).toBeNull();
    expect(expiringCredits({ ...year, measured: used.slice(1) })).toBeNull();
    expect(expiringCredits({ ...year, measured: [] })).toBeNull();
    const unpriced = used.map((cycle) => ({
      ...cycle,
      intervals: cycle.intervals.map((interval) => ({ ...interval, version: null })),
    }));
    expect(expiringCredits({ ...year, measured: unpriced })).toBeNull();
    expect(compensatedYear({ ...year, measured: unpriced }).worth).toBeNull();
  });
});

describe('a year of bills with carried credits', () => {
  it('uses credits of one month in later months, and returns the worth of a kWh', () => {
    const measured = yearOf(
      () => 100,
      (month) => (month === 0 ? 350 : 0),
    );
    const { totals, worth } = compensatedYear({ measured, contract: CONTRACT, flags: FLAGS });
    // At R$ 1 per kWh, 350 kWh pay for three and a half months.
    expect(totals).toEqual([0, 0, 0, 5000, ...Array.from({ length: 8 }, () => 10_000)]);
    expect((worth ?? 0) * KWH).toBeCloseTo(100, 6);
  });
});

describe('a larger generation', () => {
  const QUARTER = 900_000;
  const FROM = Date.parse('2026-06-01T03:00:00Z');
  const seriesOf = (
    columns: Partial<Record<'consumedA' | 'consumedB' | 'injectedA' | 'injectedC', readonly number[]>>,
  ): EnergySeries => {
    const { length } = Object.values(columns)[0] ?? [];
    return seriesWith({
      stepMinutes: 15,
      start: Float64Array.from({ length }, (_, slot) => FROM + slot * QUARTER),
      ...Object.fromEntries(
        Object.entries(columns).map(([name, kwh]) => [name, Float64Array.from(kwh, (one) => one * KWH)]),
      ),
    });
  };
  /** Four quarter-hours, kWh: the grid provides 1, 1, 0 and 1, and receives 1 in the third. */
  const grid = seriesOf({ consumedB: [1, 1, 0, 1], injectedC: [0, 0, 1, 0] });
  const made = [0, 2, 4, 2];

  it('measures generation in either direction, and returns zero for unmeasured quarter-hours', () => {
    expect([...generatedIn(grid, seriesOf({ injectedA: made }))]).toEqual(made.map((kwh) => kwh * KWH));
    expect([...generatedIn(grid, seriesOf({ consumedA: made }))]).toEqual(made.map((kwh) => kwh * KWH));
    expect([...generatedIn(grid, seriesOf({ consumedA: [5] }))]).toEqual([5 * KWH, 0, 0, 0]);
  });

  it('returns the used energy, and limits the factor to three times the generation', () => {
    const generated = generatedIn(grid, seriesOf({ injectedA: made }));
    const balance = generationBalance(grid, generated, localQuarters(grid, DEFAULT_ZONE));
    expect(balance).toMatchObject({ used: 10 * KWH, generated: 8 * KWH, highest: 16_000 });
    expect(balance.hours[0]).toEqual({ used: 10_000, generated: 8_000 });
    expect(balance.hours[5]).toEqual({ used: 0, generated: 0 });
    expect(fittingFactor(balance)).toBe(1.25);
    expect(fittingFactor({ used: 100, generated: 20 })).toBe(3);
    expect(fittingFactor({ used: 109, generated: 100 })).toBeNull();
    expect(fittingFactor({ used: 10, generated: 0 })).toBeNull();
  });

  it('first covers the simultaneous use, and sends the rest to the grid', () => {
    const generated = generatedIn(grid, seriesOf({ injectedA: made }));
    const larger = withGeneration(grid, generated, 1.5);
    expect([...larger.consumedA]).toEqual([1, 0, 0, 0].map((kwh) => kwh * KWH));
    expect([...larger.injectedA]).toEqual([0, 0, 3, 0].map((kwh) => kwh * KWH));
    // The use stays equal: more generation reduces the energy from the grid, or increases the energy to it.
    const quarters = localQuarters(grid, DEFAULT_ZONE);
    const after = generationBalance(
      larger,
      generated.map((energy) => energy * 1.5),
      quarters,
    );
    expect(after.used).toBe(10 * KWH);
  });
});
