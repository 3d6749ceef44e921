import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { parsePrice } from '../../base/units/price.ts';
import { parseRate, rateToNumber } from '../../base/units/rate.ts';
import type { BillingContract, EnergySupply } from '../../sites/tariffs/billing-contract.ts';
import { supplyLines } from '../lines/supply-charges.ts';
import { CONTRACT_A } from '../testing/bill-facts.ts';
import { linesOf, type Printed } from '../testing/printed-bill.ts';
import { findContract } from './find-contract.ts';
import { contractOf } from './found-terms.ts';

const DAY = civilDate('2026-07-31');
const WIRES: Printed[] = [
  ['Consumo Ponta (TUSD)', 4275, 0.740105, 3163.94],
  ['Consumo Fora Ponta (TUSD)', 126_050, 0.22948, 28_925.95],
  ['Demanda', 586, 11.31, 6627.66],
];
const SUPPLIER: Printed = ['Energia mercado livre', 131_235, 0.283025, 37_142.79];
const contractFor = (before: BillingContract, ...supplier: Printed[]) =>
  contractOf(findContract(linesOf([...WIRES, ...supplier]), []), before, DAY);
const supply: EnergySupply = {
  losses: parseRate('0.03'),
  volume: null,
  icms: 'supplier',
  prices: [
    { validFrom: civilDate('2026-01-01'), price: parsePrice('0.25') },
    { validFrom: civilDate('2027-01-01'), price: parsePrice('0.31') },
  ],
};
const free = (more: Partial<EnergySupply> = {}): BillingContract => ({
  ...CONTRACT_A,
  market: {
    mode: 'livre',
    demandDiscount: parseRate('1'),
    supplierPrice: parsePrice('0.2'),
    supply: { ...supply, ...more },
  },
});

describe('the energy of a supplier on a bill', () => {
  test('detects price and losses that reproduce the invoice to the cent, also in later cycles', () => {
    const found = findContract(linesOf([...WIRES, SUPPLIER]), []);
    expect(found.supplier?.price).toBe(0.283025);
    expect(found.lines.at(-1)).toMatchObject({ meaning: { part: 'supplier' }, computed: 3_714_279 });
    const contract = contractOf(found, CONTRACT_A, DAY);
    expect(contract.ownLines).toEqual([]);
    const lines = supplyLines(contract, fromKilowattHours(4275 + 126_050), DAY, null);
    expect(lines).toMatchObject([{ kind: 'supplier', amount: 3_714_279 }]);
  });

  test('replaces the previous price and losses, and retains the other agreed terms', () => {
    const { market } = contractFor(free(), SUPPLIER);
    expect(market).toMatchObject({
      mode: 'livre',
      supplierPrice: parsePrice('0.283025'),
      supply: { icms: 'supplier', prices: [{ validFrom: '2027-01-01' }] },
    });
    const losses = market.mode === 'livre' ? rateToNumber(market.supply?.losses ?? parseRate('0')) : 0;
    expect(losses).toBeCloseTo(131_235 / 130_325 - 1, 8);
  });

  test('detects the price but no losses for a volume with limits', () => {
    const volume = { contracted: fromKilowattHours(100_000), min: parseRate('0.9'), max: 1.1 };
    expect(contractFor(free({ volume }), SUPPLIER).market).toMatchObject({
      supplierPrice: parsePrice('0.283025'),
      supply: { losses: parseRate('0.03'), volume },
    });
  });

  test('retains the agreed terms when the supplier is not on the bill', () => {
    expect(contractFor(free()).market).toMatchObject({ supplierPrice: parsePrice('0.2'), supply });
    expect(contractFor(CONTRACT_A).market).toMatchObject({ mode: 'livre', supplierPrice: null });
  });

  test.each<[string, Printed[]]>([
    ['two lines', [SUPPLIER, SUPPLIER]],
    ['no kWh', [['Energia mercado livre', null, null, 40_247.08]]],
    ['no price', [['Energia mercado livre', 131_235, null, 37_142.79]]],
    ['another amount', [['Energia mercado livre', 131_235, 0.283025, 37_000]]],
    ['kWh of other units', [['Energia mercado livre', 200_000, 0.3, 60_000]]],
    ['less than the meter', [['Energia mercado livre', 100_000, 0.3, 30_000]]],
  ])('stores supplier energy by %s as an own line', (_, lines) => {
    const { market, ownLines } = contractFor(CONTRACT_A, ...lines);
    expect(market).toMatchObject({ supplierPrice: null });
    expect(ownLines).toHaveLength(lines.length);
    expect(ownLines?.[0]?.kind).toBe('supplier');
  });

  test('stores supplier energy without consumption as an own line', () => {
    const found = findContract(linesOf([SUPPLIER]), []);
    expect(found.supplier).toBeNull();
    expect(contractOf(found, CONTRACT_A, DAY).ownLines).toHaveLength(1);
  });
});
