import { expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { parsePrice, priceToText } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { TariffRules, WaterRules, WaterTier } from '../../sites/tariffs/tariff-rules.ts';
import { USUAL_WINDOWS } from '../../sites/tou-windows/windows-of-tou-period.ts';
import { indicativePrices } from './billed-energy.ts';

const energy = (tusd: string, te: string) => ({ tusd: parsePrice(tusd), te: parsePrice(te) });
const BASE = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: true,
  integerKw: false,
  tusdTe: 'separate',
  fioB: null,
  gd3: null,
  windows: USUAL_WINDOWS,
  reactive: null,
} as const;
const water = (
  tiers: readonly WaterTier[],
  sewage: WaterRules['sewage'] = { mode: 'none' },
): TariffRules => ({
  modality: 'water',
  category: 'comercial',
  water: { fixedFee: cents(2100), minimum: 10, tiers },
  sewage,
  otherFees: [],
  rounding: 'truncate',
  integerM3: true,
});
const tier = (upTo: number | null, price: string, flat = false): WaterTier => ({
  upTo,
  price: parsePrice(price),
  flat,
});
const [peak, mid, off] = [energy('1', '0.5'), energy('0.7', '0.3'), energy('0.4', '0.2')];
const two = { inPoint: peak, outPoint: off };
const price = parsePrice('1');

test.each<[string, TariffRules, readonly [string, string, string]]>([
  [
    'simple',
    { modality: 'simple', inPoint: parsePrice('0.7941717'), interPoint: price, outPoint: parsePrice('0.5') },
    ['0.7941717', '1', '0.5'],
  ],
  ['convencional', { ...BASE, modality: 'convencional', energy: { outPoint: off } }, ['0.6', '0.6', '0.6']],
  ['branca', { ...BASE, modality: 'branca', energy: { ...two, interPoint: mid } }, ['1.5', '1', '0.6']],
  ['verde', { ...BASE, modality: 'verde', energy: two, demand: { outPoint: price } }, ['1.5', '0.6', '0.6']],
  ['azul', { ...BASE, modality: 'azul', energy: two, demand: demands() }, ['1.5', '0.6', '0.6']],
  ['water by m³', water([tier(10, '6.919'), tier(null, '8.302')]), ['6.919', '6.919', '6.919']],
  ['water, flat', water([tier(10, '96.39', true), tier(null, '11.56')]), ['9.639', '9.639', '9.639']],
  [
    'water with sewage',
    water([tier(null, '10')], { mode: 'percent', share: parseRate('0.8') }),
    ['18', '18', '18'],
  ],
  ['water without end', water([tier(null, '50', true)]), ['50', '50', '50']],
  ['water without tiers', water([]), ['0', '0', '0']],
])('computes indicative prices: %s', (_, rules, [inPoint, interPoint, outPoint]) => {
  const prices = indicativePrices(rules);
  expect([prices.inPoint, prices.interPoint, prices.outPoint].map(priceToText)).toEqual([
    inPoint,
    interPoint,
    outPoint,
  ]);
});

function demands() {
  return { inPoint: parsePrice('80'), outPoint: parsePrice('30') };
}
