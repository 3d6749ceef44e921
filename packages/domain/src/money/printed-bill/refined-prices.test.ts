import { describe, expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { withTaxLines } from './find-contract.ts';
import { exactCents, refined, type Trial, type TriedLine, UNTAXED } from './found-prices.ts';
import { meaningOf } from './line-meaning.ts';

const TRIAL: Trial = { ...UNTAXED, rounding: 'truncate', lineCents: 'whole', unusedBearsIcms: false };

const tried = (label: string, quantity: number, price: number, amount: number): TriedLine => {
  const explained = { ...UNTAXED, untaxed: price, quantity };
  const line = { label, quantity, price, amount: cents(amount) };
  return {
    line,
    meaning: meaningOf(label),
    price,
    quantity,
    explained,
    computed: exactCents(explained, TRIAL),
  };
};
const amountsOf = (lines: readonly TriedLine[]) => lines.map(({ computed }) => computed);
const pricesOf = (lines: readonly TriedLine[]) => lines.map(({ price }) => price);

/** 12,345 kWh at 0.48296 are 5,962.14; at 0.4829632 they are 5,962.18. */
const ENERGY = tried('Consumo', 12_345, 0.48296, 596_218);

describe('the exact price behind a printed price', () => {
  test('returns the roundest price that reproduces the amount', () => {
    const lines = refined([ENERGY], 'printed', TRIAL);
    expect([pricesOf(lines), amountsOf(lines)]).toEqual([[0.4829632], [596_218]]);
  });

  test('returns one price for all lines that print it, including unused demand', () => {
    const demand = [
      tried('Demanda', 1000, 20.123, 2_012_349),
      tried('Demanda não utilizada', 100, 20.123, 201_234),
    ];
    expect(pricesOf(refined(demand, 'printed', TRIAL))).toEqual([20.12349, 20.12349]);
  });

  test('returns no new price when lines contradict each other, or when the amount differs too much', () => {
    const contradictory = [ENERGY, tried('Consumo', 12_345, 0.48296, 596_214)];
    expect(refined(contradictory, 'printed', TRIAL)).toEqual(contradictory);
    const far = [tried('Consumo', 1000, 0.482, 48_500)];
    expect(refined(far, 'printed', TRIAL)).toEqual(far);
  });

  test('differs from a published price by half a step at most', () => {
    expect(pricesOf(refined([ENERGY], 'published', TRIAL))).toEqual([0.4829632]);
    const cut = tried('Consumo', 12_345, 0.48296, 596_225);
    expect(pricesOf(refined([cut], 'printed', TRIAL))).toEqual([0.482969]);
    expect(pricesOf(refined([cut], 'published', TRIAL))).toEqual([0.48296]);
  });

  test('refines no price of a tariff, of lines with separate tax cents, or of zero quantity', () => {
    const empty = tried('Consumo', 0, 0.48296, 100);
    const { explained: _, ...own } = tried('Doação', 1, 5, 600);
    expect(refined([ENERGY], 'tariff', TRIAL)).toEqual([ENERGY]);
    expect(refined([ENERGY], 'printed', { ...TRIAL, lineCents: 'parts' })).toEqual([ENERGY]);
    expect(refined([empty, own], 'printed', TRIAL)).toEqual([empty, own]);
  });

  test('rounds like its bill', () => {
    const half = { ...TRIAL, rounding: 'half-up' } as const;
    const lines = refined([tried('Consumo', 12_345, 0.48296, 596_219)], 'printed', half);
    expect([pricesOf(lines), amountsOf(lines)]).toEqual([[0.482964], [596_219]]);
  });
});

describe('taxes beside the price', () => {
  const tax = (label: string, amount: number): TriedLine => ({
    line: { label, quantity: null, price: null, amount: cents(amount) },
    meaning: meaningOf(label),
    computed: null,
    price: null,
    quantity: null,
  });
  const rates = (...lines: readonly TriedLine[]) =>
    withTaxLines([tried('Consumo', 1000, 10, 1_000_000), ...lines]).map(({ rate }) => rate);

  test('uses the named rates when they reproduce the amounts', () => {
    // The line of 10,000 is 90 % of the total with taxes.
    expect(rates(tax('PIS 2,00%', 22_222), tax('COFINS 8,00%', 88_888))).toEqual([undefined, 0.02, 0.08]);
  });

  test('uses the roundest matching rates otherwise, or the named rates without a match', () => {
    expect(rates(tax('PIS 2,00%', 22_210), tax('COFINS 8,00%', 88_888))).toEqual([
      undefined,
      0.0199893,
      0.0800002,
    ]);
    expect(rates(tax('PIS 2,00%', 30_000), tax('COFINS 8,00%', 88_888))).toEqual([undefined, 0.02, 0.08]);
  });
});
