import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Watts, watts } from '../../base/units/power.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import { CONTRACT_A, FREE_MARKET, flagMonths, measuredFacts, single, taxes } from '../testing/bill-facts.ts';
import { AZUL, CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { contractedDemandCost, type DemandSearch, optimalDemand } from './optimal-demand.ts';

const CONTRACT = { ...CONTRACT_A, taxes: [taxes('0.2', '0.01', '0.04')] };
const FLAGS = flagMonths({ '2026-06': 'verde' });
const cycleOf = (
  kw: number,
  reactiveKw = 0,
  rules: Parameters<typeof measuredFacts>[0]['rules'] = VERDE,
): MeasuredCycle => ({
  ...measuredFacts({ rules, demand: { outPoint: kw, inPoint: kw / 2 } }),
  reactiveDemand: { inPoint: 0, interPoint: 0, outPoint: Math.round(reactiveKw * 1e6) },
});

/** The sum of the demand lines of real bills, rounded to cents. */
function billed(
  measured: readonly MeasuredCycle[],
  kw: number,
  contract: DemandSearch['contract'] = CONTRACT,
): number {
  return measured.reduce((sum, cycle) => {
    const bill = priceCycle(cycle, { contract: { ...contract, demand: single(kw) }, flags: FLAGS });
    return sum + bill.total;
  }, 0);
}

describe('the optimal contracted demand', () => {
  test('returns the minimum without overrun for equal months', () => {
    const measured = [105, 105, 105].map((kw) => cycleOf(kw));
    const found = optimalDemand({ measured, contract: CONTRACT, touPeriod: null });
    expect(found?.best.contracted).toBe(100_000);
    // Bills truncate each line to cents; the optimum compares exact costs.
    expect(Math.abs((found?.best.cost ?? 0) - billed(measured, 100))).toBeLessThanOrEqual(measured.length);
  });

  test('accepts an occasional overrun when the rest of the year is low', () => {
    const measured = [...Array.from({ length: 11 }, () => cycleOf(50)), cycleOf(100)];
    const best = optimalDemand({ measured, contract: CONTRACT, touPeriod: null })?.best.contracted ?? 0;
    expect(best).toBeLessThan(60_000);
    for (const kw of [40, 48, 50, 60, 80, 95, 100]) {
      expect(billed(measured, best / 1000)).toBeLessThanOrEqual(billed(measured, kw) + measured.length);
    }
  });

  test('has a curve that falls where an overrun ends', () => {
    const measured = [cycleOf(105)];
    const curve = optimalDemand({ measured, contract: CONTRACT, touPeriod: null })?.curve ?? [];
    const at = (kw: number) => curve.find(({ contracted }) => contracted === kw * 1000)?.cost ?? Number.NaN;
    expect(at(99) - at(100)).toBeGreaterThan(20_000);
    expect(at(100)).toBe(at(105));
    expect(curve.map(({ contracted }) => contracted)).toEqual(
      curve.map(({ contracted }) => contracted).toSorted((a, b) => a - b),
    );
    expect(curve[0]?.contracted).toBe(30_000);
    expect(curve.at(-1)?.contracted).toBe(132_000);
  });

  test('optimises Azul by time-of-use period, and returns null without demand', () => {
    const measured = [cycleOf(200, 0, AZUL)];
    const of = (touPeriod: DemandSearch['touPeriod']) =>
      optimalDemand({ measured, contract: CONTRACT, touPeriod })?.best.contracted;
    expect([of('inPoint'), of('outPoint')]).toEqual([96_000, 191_000]);
    expect(
      optimalDemand({ measured: [cycleOf(1, 0, CONVENCIONAL)], contract: CONTRACT, touPeriod: null }),
    ).toBeNull();
    expect(optimalDemand({ measured: [], contract: CONTRACT, touPeriod: null })).toBeNull();
  });

  test('works without taxes and for free customers', () => {
    const search = { measured: [cycleOf(105)], touPeriod: null } as const;
    expect(optimalDemand({ ...search, contract: { ...CONTRACT, taxes: [] } })?.best.cost).toBe(210_000);
    expect(
      optimalDemand({ ...search, contract: { ...CONTRACT, market: FREE_MARKET } })?.best.contracted,
    ).toBe(100_000);
    const noReactive = [cycleOf(105, 300, { ...VERDE, reactive: null })];
    expect(optimalDemand({ ...search, measured: noReactive, contract: CONTRACT })?.best.contracted).toBe(
      100_000,
    );
    const azulNoReactive = [cycleOf(105, 300, AZUL)];
    expect(
      optimalDemand({ measured: azulNoReactive, contract: CONTRACT, touPeriod: 'inPoint' }),
    ).not.toBeNull();
  });

  test('is exact: no other step of any size is cheaper', () => {
    const months = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 80_000 })),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(months, fc.constantFrom<Watts>(watts(1000), watts(500), watts(730)), (sample, step) => {
        const measured = sample.map(([power, reactivePower]) => cycleOf(power / 1000, reactivePower / 1000));
        const search = { measured, contract: CONTRACT, touPeriod: null, step, min: watts(0) };
        const found = optimalDemand(search);
        const cheapest = found?.best.cost ?? 0;
        for (let power = 0; power <= 101_000; power += step) {
          const nowhere = optimalDemand({ ...search, min: watts(power) })?.curve[0];
          expect(nowhere?.contracted).toBe(power);
          expect(nowhere?.cost).toBeGreaterThanOrEqual(cheapest);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the cost of the contracted demand', () => {
  const measured = [80, 120].map((kw) => cycleOf(kw));
  const costOf = (kw: number) =>
    contractedDemandCost({ measured, contract: { ...CONTRACT, demand: single(kw) }, touPeriod: null });

  test('equals the cost of its point on the curve', () => {
    const found = optimalDemand({ measured, contract: CONTRACT, touPeriod: null });
    for (const point of found?.curve ?? []) expect(costOf(point.contracted / 1000)).toEqual(point);
    expect(found?.curve.length).toBeGreaterThan(2);
  });

  test('returns null for an unknown demand, or when no demand is billed', () => {
    const unknown = { ...CONTRACT, demand: null };
    expect(contractedDemandCost({ measured, contract: unknown, touPeriod: null })).toBeNull();
    const groupB = [cycleOf(80, 0, CONVENCIONAL)];
    const contract = { ...CONTRACT, demand: single(80) };
    expect(contractedDemandCost({ measured: groupB, contract, touPeriod: null })).toBeNull();
  });
});
