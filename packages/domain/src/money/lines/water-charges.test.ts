import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { WaterRules, WaterTier } from '../../sites/tariffs/tariff-rules.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import { CONTRACT_B, measuredFacts, price, reais } from '../testing/bill-facts.ts';

const tier = (upTo: number | null, text: string, flat = false): WaterTier => ({
  upTo,
  price: price(text),
  flat,
});

/** Rondônia, commercial: a minimum of 10 m³ as a fixed amount, then three tiers. */
const CAERD: WaterRules = {
  modality: 'water',
  category: 'comercial',
  water: {
    fixedFee: reais(0),
    minimum: 0,
    tiers: [tier(10, '96.39', true), tier(20, '11.56'), tier(30, '16'), tier(null, '18.18')],
  },
  sewage: { mode: 'percent', share: parseRate('0.7') },
  otherFees: [],
  rounding: 'truncate',
  integerM3: true,
};

function billOf(rules: WaterRules, m3: number, economias = 1) {
  const contract = { ...CONTRACT_B, modality: 'water' as const, economias, category: rules.category };
  return priceCycle(measuredFacts({ rules, m3 }), { contract, flags: new Map() });
}
const summary = (bill: ReturnType<typeof billOf>) =>
  bill.lines.map(({ label, amount }) => [label, amount / 100]);

describe('a water bill', () => {
  test.each([[0], [9]])('charges for %i m³ the fixed first tier, and sewage on it', (m3) => {
    expect(summary(billOf(CAERD, m3))).toEqual([
      ['Água até 10 m³', 96.39],
      ['Esgoto', 67.47],
    ]);
    expect(billOf(CAERD, m3).lines[1]?.note).toBe('70% da água');
  });

  test('charges each tier in turn', () => {
    expect(summary(billOf(CAERD, 35.9))).toEqual([
      ['Água até 10 m³', 96.39],
      ['Água de 10 a 20 m³', 115.6],
      ['Água de 20 a 30 m³', 160],
      ['Água acima de 30 m³', 90.9],
      ['Esgoto', 324.02],
    ]);
  });

  test('counts fractions of m³ when the tariff does', () => {
    expect(summary(billOf({ ...CAERD, integerM3: false, sewage: { mode: 'none' } }, 10.5))).toEqual([
      ['Água até 10 m³', 96.39],
      ['Água de 10 a 20 m³', 5.78],
    ]);
  });

  test('divides the volume among units, so that tiers extend by their number', () => {
    expect(summary(billOf(CAERD, 60, 3)).slice(0, -1)).toEqual([
      ['Água até 10 m³', 289.17],
      ['Água de 10 a 20 m³', 346.8],
    ]);
  });

  test('bills the minimum of 15 m³ for industry, by the tiers', () => {
    const industrial = { ...CAERD, water: { fixedFee: reais(21), minimum: 15, tiers: [tier(null, '2')] } };
    expect(summary(billOf(industrial, 3, 2))).toEqual([
      ['Tarifa fixa de água', 42],
      ['Água consumo', 60],
      ['Esgoto', 71.4],
    ]);
  });

  test('charges sewage by its own table, and other fees', () => {
    const caesb: WaterRules = {
      ...CAERD,
      water: { fixedFee: reais(21), minimum: 0, tiers: [tier(7, '3.5'), tier(null, '5')] },
      sewage: {
        mode: 'table',
        table: { fixedFee: reais(21), minimum: 0, tiers: [tier(7, '3'), tier(null, '4')] },
      },
      otherFees: [{ label: 'Taxa de regulação', amount: reais(1.2) }],
    };
    expect(summary(billOf(caesb, 10))).toEqual([
      ['Tarifa fixa de água', 21],
      ['Água até 7 m³', 24.5],
      ['Água acima de 7 m³', 15],
      ['Tarifa fixa de esgoto', 21],
      ['Esgoto até 7 m³', 21],
      ['Esgoto acima de 7 m³', 12],
      ['Taxa de regulação', 1.2],
    ]);
  });

  test('weighs by days when prices change within the cycle (Casan, December 2025)', () => {
    const casan = (fee: number, first: string, rest: string): WaterRules => ({
      ...CAERD,
      category: 'publica',
      sewage: { mode: 'none' },
      water: { fixedFee: reais(fee), minimum: 0, tiers: [tier(10, first), tier(null, rest)] },
    });
    const measured = measuredFacts({ rules: casan(45.72, '6.72', '18.88'), m3: 30 });
    const [interval] = measured.intervals;
    const changing = {
      ...measured,
      intervals: interval
        ? [
            { ...interval, days: 12, volume: 10e6 },
            {
              ...interval,
              days: 18,
              volume: 20e6,
              version: { validFrom: civilDate('2026-06-13'), rules: casan(43.8, '6.44', '18.09') },
            },
          ]
        : [],
    };
    const bill = priceCycle(changing, { contract: { ...CONTRACT_B, modality: 'water' }, flags: new Map() });
    expect(summary(bill)).toEqual([
      ['Tarifa fixa de água', 18.28],
      ['Água até 10 m³', 26.88],
      ['Água acima de 10 m³', 151.04],
      ['Tarifa fixa de água', 26.28],
      ['Água até 10 m³', 38.64],
      ['Água acima de 10 m³', 217.08],
    ]);
    expect(bill.lines[1]?.note).toBe('12 de 30 dias');
  });

  test('never costs less for more volume, and costs the same per unit for equal volumes', () => {
    const volumes = fc.integer({ min: 0, max: 200_000 });
    const rules = { ...CAERD, integerM3: false };
    fc.assert(
      fc.property(volumes, volumes, fc.integer({ min: 1, max: 9 }), (litres, more, economias) => {
        const m3 = litres / 1000;
        expect(billOf(rules, m3 + more / 1000).total).toBeGreaterThanOrEqual(billOf(rules, m3).total);
        const many = billOf({ ...rules, sewage: { mode: 'none' } }, m3 * economias, economias);
        const one = billOf({ ...rules, sewage: { mode: 'none' } }, m3);
        expect(Math.abs(many.total - economias * one.total)).toBeLessThanOrEqual(
          economias * one.lines.length,
        );
      }),
    );
  });
});
