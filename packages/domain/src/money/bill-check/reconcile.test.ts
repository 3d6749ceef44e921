import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { withQuantity } from '../../energy/measured-cycle/replace-quantities.ts';
import type { WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import {
  CONTRACT_A,
  CONTRACT_B,
  flagMonths,
  measuredFacts,
  price,
  reais,
  single,
  taxes,
} from '../testing/bill-facts.ts';
import { CONVENCIONAL, VERDE } from '../testing/rules-facts.ts';
import { reconcile, type UtilityBill } from './reconcile.ts';

const KWH = 1_000_000;
const FLAGS = flagMonths({ '2026-06': 'verde' });
const TERMS_B = { contract: { ...CONTRACT_B, taxes: [taxes('0.2')] }, flags: FLAGS };
const TERMS_A = { contract: { ...CONTRACT_A, demand: single(100) }, flags: FLAGS };
const EMPTY = { period: 0, missingData: 0, consumption: 0, demand: 0, tariff: 0, taxes: 0, rest: 0 };

const consuming = (kwh: number, completeness = 1): MeasuredCycle => ({
  ...measuredFacts({ rules: CONVENCIONAL, consumed: { outPoint: kwh } }),
  completeness,
});
const billOf = (total: number, kwh: number, more: Partial<UtilityBill> = {}): UtilityBill => ({
  total: reais(total),
  consumed: { outPoint: kwh * KWH },
  ...more,
});

describe('the difference between the billed and the expected', () => {
  test('is zero when both agree', () => {
    const ours = consuming(800);
    const result = reconcile({ billed: billOf(1000, 800), ours, samePeriod: ours, terms: TERMS_B });
    expect(result).toMatchObject({ difference: 0, parts: EMPTY });
  });

  test('is assigned to the period when the days differ', () => {
    const result = reconcile({
      billed: billOf(1000, 800),
      ours: consuming(720),
      samePeriod: consuming(800),
      terms: TERMS_B,
    });
    expect(result).toMatchObject({ difference: 10_000, parts: { ...EMPTY, period: 10_000 } });
  });

  test('is assigned to missing data up to the gaps, then to consumption', () => {
    const gaps = consuming(720, 0.9);
    const agreed = reconcile({ billed: billOf(1000, 800), ours: gaps, samePeriod: gaps, terms: TERMS_B });
    expect(agreed.parts).toEqual({ ...EMPTY, missingData: 10_000 });
    const more = reconcile({ billed: billOf(1050, 840), ours: gaps, samePeriod: gaps, terms: TERMS_B });
    expect(more.parts).toEqual({ ...EMPTY, missingData: 10_000, consumption: 5000 });
    const less = reconcile({ billed: billOf(850, 680), ours: gaps, samePeriod: gaps, terms: TERMS_B });
    expect(less.parts).toEqual({ ...EMPTY, consumption: -5000 });
    const empty = reconcile({
      billed: billOf(1000, 800),
      ours: consuming(0, 0),
      samePeriod: consuming(0, 0),
      terms: TERMS_B,
    });
    expect(empty.parts).toMatchObject({ missingData: 100_000 - 12_500, consumption: 0 });
  });

  test('is assigned to demand when the utility measured another demand', () => {
    const ours = measuredFacts({
      rules: VERDE,
      consumed: { outPoint: 100 },
      demand: { inPoint: 101, outPoint: 90 },
    });
    const request = { ours, samePeriod: ours, terms: TERMS_A };
    const billed = { total: reais(40 + 2400 + 800), consumed: {}, demand: { outPoint: 120 * KWH } };
    expect(reconcile({ ...request, billed }).parts).toEqual({ ...EMPTY, demand: 118_000 });
    const both = { ...billed, demand: { inPoint: 120 * KWH, outPoint: 90 * KWH } };
    expect(reconcile({ ...request, billed: both }).parts).toEqual({ ...EMPTY, demand: 118_000 });
    const peakOnly = { ...billed, demand: { inPoint: 120 * KWH } };
    expect(reconcile({ ...request, billed: peakOnly }).parts).toEqual({ ...EMPTY, demand: 118_000 });
  });

  test('is assigned to taxes and tariff as the bill states them, and otherwise to the rest', () => {
    const ours = consuming(800);
    const request = { ours, samePeriod: ours, terms: TERMS_B };
    const billed = billOf(1140, 800, {
      taxes: reais(250),
      others: reais(40),
    });
    expect(reconcile({ ...request, billed }).parts).toEqual({
      ...EMPTY,
      taxes: 5000,
      tariff: 5000,
      rest: 4000,
    });
    const { others, taxes: itsTaxes, ...total } = billed;
    const ofTaxes = { ...total, taxes: reais(250) };
    expect([others, itsTaxes]).toEqual([reais(40), reais(250)]);
    expect(reconcile({ ...request, billed: ofTaxes }).parts).toEqual({ ...EMPTY, taxes: 5000, rest: 9000 });
    // A bill that states no taxes does not show if the price or a tax differs.
    const ofOthers = { ...total, others: reais(40) };
    expect(reconcile({ ...request, billed: ofOthers }).parts).toEqual({ ...EMPTY, rest: 14_000 });
  });

  test('is assigned to the volume of water', () => {
    const rules: WaterRules = {
      modality: 'water',
      category: 'comercial',
      water: { fixedFee: reais(0), minimum: 0, tiers: [{ upTo: null, price: price('10'), flat: false }] },
      sewage: { mode: 'none' },
      otherFees: [],
      rounding: 'truncate',
      integerM3: false,
    };
    const ours = measuredFacts({ rules, m3: 20 });
    const billed = { total: reais(250), consumed: {}, volume: 25 * 1e6 };
    const result = reconcile({
      billed,
      ours,
      samePeriod: ours,
      terms: { contract: CONTRACT_B, flags: FLAGS },
    });
    expect(result.parts).toEqual({ ...EMPTY, consumption: 5000 });
  });

  test('has parts that always add up', () => {
    const kwh = fc.integer({ min: 0, max: 2000 });
    const amount = fc.integer({ min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(
        kwh,
        kwh,
        kwh,
        amount,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(amount),
        (own, same, theirTotal, total, completeness, tax) => {
          const billed: UtilityBill = {
            total: cents(total),
            consumed: { outPoint: theirTotal * KWH },
            ...(tax === null ? {} : { taxes: cents(tax), others: cents(total - 2 * tax) }),
          };
          const { difference, parts } = reconcile({
            billed,
            ours: consuming(own),
            samePeriod: consuming(same, completeness),
            terms: TERMS_B,
          });
          expect(Object.values(parts).reduce((sum: number, part) => sum + part, 0)).toBe(difference);
        },
      ),
    );
  });
});

test('distributes replaced consumption by the interval shares, or by days without consumption', () => {
  const measured = consuming(90);
  const [interval] = measured.intervals;
  if (interval === undefined) throw new Error('no stretch');
  const split = (a: number, b: number) => ({
    ...measured,
    intervals: [
      { ...interval, days: 10, consumed: { ...interval.consumed, outPoint: a } },
      { ...interval, days: 20, consumed: { ...interval.consumed, outPoint: b } },
    ],
  });
  const of = (cycle: MeasuredCycle) => cycle.intervals.map(({ consumed }) => consumed.outPoint);
  expect(of(withQuantity(split(1, 2), 'consumed', { outPoint: 100 }))).toEqual([33, 67]);
  expect(of(withQuantity(split(0, 0), 'consumed', { outPoint: 99 }))).toEqual([33, 66]);
  expect(of(withQuantity(split(5, 6), 'consumed', { inPoint: 99 }))).toEqual([5, 6]);
});
