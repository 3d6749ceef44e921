import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import { type BillingContract, USUAL_PRINTING } from '../../sites/tariffs/billing-contract.ts';
import { AZUL, VERDE } from '../testing/rules-facts.ts';
import { portionsOf } from './benefit-portions.ts';
import { energyItems } from './energy-charges.ts';

const byTouPeriod = (inPoint: number, outPoint: number) => ({ inPoint, interPoint: 0, outPoint });
const [CONSUMED = []] = portionsOf(
  [{ consumed: byTouPeriod(1_000_000_000, 5_000_000_000), inHours: byTouPeriod(0, 0) }],
  [],
);
type Terms = Pick<BillingContract, 'market' | 'printing'>;
const freeWith = (discount: string): Terms => ({
  market: { mode: 'livre', demandDiscount: parseRate(discount), supplierPrice: null },
});
const energyOf = (inPoint: string, outPoint: string) => ({
  inPoint: { tusd: parsePrice(inPoint), te: parsePrice('0.5') },
  outPoint: { tusd: parsePrice(outPoint), te: parsePrice('0.3') },
});
const verde = { ...VERDE, energy: energyOf('1.2', '0.1') };

/** R$/kWh by time-of-use period. */
const pricesOf = (...requested: Parameters<typeof energyItems>) =>
  energyItems(...requested).map(({ touPeriod, price }) => [
    touPeriod,
    Number(price.over) / Number(price.under) / 1e10,
  ]);

describe('the energy price with an incentivised source', () => {
  test.each([
    ['0', 1.2],
    ['0.5', 1.2 - 0.5 * (1.2 - 0.1)],
    ['0.8', 1.2 - 0.8 * (1.2 - 0.1)],
    ['1', 0.1],
  ])(
    'with %s of the TUSD discounted, costs %d at the peak of Verde, unchanged off-peak',
    (discount, peak) => {
      expect(pricesOf(verde, CONSUMED, freeWith(discount))).toEqual([
        ['inPoint', expect.closeTo(peak, 9)],
        ['outPoint', expect.closeTo(0.1, 9)],
      ]);
    },
  );

  test('leaves the price of Azul unchanged, whose peak demand is billed', () => {
    const azul = { ...AZUL, energy: verde.energy };
    expect(pricesOf(azul, CONSUMED, freeWith('0.5'))).toEqual(pricesOf(azul, CONSUMED, freeWith('0')));
  });

  test('discounts at the peak the amount that a real bill printed as a separate credit', () => {
    // Energisa Rondônia, 07/2026: 4,314.13 kWh at the untaxed 2.5299 and 0.15417, 'Credito TUSD kWh Ponta-APCEI'.
    const energisa = { ...VERDE, energy: energyOf('2.5299', '0.15417') };
    const peakAt = (discount: string) => pricesOf(energisa, CONSUMED, freeWith(discount))[0]?.[1] as number;
    expect(4314.13 * (peakAt('0') - peakAt('0.5'))).toBeCloseTo(5124.6, 2);
  });

  test('retains the price when the discount is a credit, at the peak of Verde only', () => {
    const asCredit = { ...freeWith('0.5'), printing: { ...USUAL_PRINTING, discount: 'credit' as const } };
    const items = energyItems(verde, CONSUMED, asCredit);
    expect(items.map(({ label, quantity }) => [label, quantity / 1e6])).toEqual([
      ['Consumo TUSD ponta', 1000],
      ['Crédito APCEI – Consumo TUSD ponta', -1000],
      ['Consumo TUSD fora ponta', 5000],
    ]);
    expect(items[1]?.carried).toEqual({ icms: false, pisCofins: false });
    expect(pricesOf(verde, CONSUMED, asCredit)).toEqual([
      ['inPoint', expect.closeTo(1.2, 9)],
      ['inPoint', expect.closeTo(0.55, 9)],
      ['outPoint', expect.closeTo(0.1, 9)],
    ]);
  });

  test('charges a captive customer the complete TUSD and TE', () => {
    expect(pricesOf(verde, CONSUMED, { market: { mode: 'cativo' } })).toEqual([
      ['inPoint', expect.closeTo(1.7, 9)],
      ['outPoint', expect.closeTo(0.4, 9)],
    ]);
  });
});
