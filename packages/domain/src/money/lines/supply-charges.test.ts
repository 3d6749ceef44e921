import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { EnergySupply } from '../../sites/tariffs/billing-contract.ts';
import { taxRatesOf } from '../charges/taxes.ts';
import { CONTRACT_A, EVER, price, taxes } from '../testing/bill-facts.ts';
import { supplyLines } from './supply-charges.ts';

const LAST = civilDate('2026-06-30');
const RATES = taxRatesOf({ taxes: [taxes('0.195', '0.0165', '0.076')] }, LAST, 0);
const PLAIN: EnergySupply = { losses: parseRate('0'), volume: null, icms: 'none', prices: [] };

const linesOf = (kwh: number, supply?: Partial<EnergySupply>, supplierPrice = '0.3', rates = RATES) =>
  supplyLines(
    {
      ...CONTRACT_A,
      market: {
        mode: 'livre',
        demandDiscount: parseRate('0.5'),
        supplierPrice: price(supplierPrice),
        ...(supply && { supply: { ...PLAIN, ...supply } }),
      },
    },
    fromKilowattHours(kwh),
    LAST,
    rates,
  );

describe('the invoice of a supplier', () => {
  test('equals a real bill: 133,714 kWh with losses for 132,801 kWh of the meter', () => {
    // Energisa Rondônia, 06/2026, azul: R$ 40,247.08 at 0.3009938.
    const losses = parseRate('0.0068749482');
    const [energy] = linesOf(13_876 + 118_925, { losses }, '0.3009938');
    expect((energy?.quantity ?? 0) / 1e6).toBeCloseTo(133_714, 3);
    expect(energy?.amount).toBe(4_024_708);
    expect(energy?.note).toBe('com 0,69% de perdas');
  });

  test('charges the metered kWh by default, and nothing without a price or consumption', () => {
    expect(linesOf(1000)).toMatchObject([{ kind: 'supplier', amount: 30_000, quantity: 1e9 }]);
    expect(linesOf(1000, {})).toMatchObject([{ amount: 30_000 }]);
    expect(linesOf(0)).toEqual([]);
    expect(supplyLines({ ...CONTRACT_A, market: { mode: 'cativo' } }, 1e9, LAST, RATES)).toEqual([]);
  });

  test('stays within the volume limits after adding losses', () => {
    const volume = { contracted: fromKilowattHours(1000), min: parseRate('0.9'), max: 1.1 };
    const at = (kwh: number) => linesOf(kwh, { volume, losses: parseRate('0.03') })[0];
    expect(at(500)).toMatchObject({ amount: 27_000, note: expect.stringContaining('take-or-pay') });
    expect(at(1000)).toMatchObject({ amount: 30_900, note: 'com 3,00% de perdas' });
    expect(at(2000)).toMatchObject({ amount: 33_000, note: expect.stringContaining('960,0 kWh') });
    const exact = linesOf(1000, { volume })[0];
    expect(exact?.note).toBeUndefined();
  });

  test('charges a contracted volume also for a cycle without consumption', () => {
    const volume = { contracted: fromKilowattHours(1000), min: parseRate('0.9'), max: 1.1 };
    expect(linesOf(0, { volume })).toMatchObject([{ quantity: 900e6, amount: 27_000 }]);
    expect(linesOf(0, { volume: { ...volume, modulation: 'flat' } })).toMatchObject([{ amount: 30_000 }]);
    expect(linesOf(0, { volume: { ...volume, min: parseRate('0') } })).toEqual([]);
    // The maximum is below the minimum: the minimum is billed.
    expect(linesOf(950, { volume: { ...volume, max: 0.5 } })).toMatchObject([{ quantity: 900e6 }]);
  });

  test('uses the price on the last day of the cycle', () => {
    const prices = [
      { validFrom: civilDate('2026-07-01'), price: price('0.5') },
      { validFrom: civilDate('2026-06-30'), price: price('0.4') },
      { validFrom: EVER, price: price('0.2') },
    ];
    expect(linesOf(1000, { prices })[0]?.amount).toBe(40_000);
    expect(linesOf(1000, { prices: prices.slice(0, 1) })[0]?.amount).toBe(30_000);
  });

  test('adds ICMS por dentro as a line of its collector, and none without a rate', () => {
    const [energy, icms] = linesOf(1000, { icms: 'distributor' });
    expect(energy?.amount).toBe(30_000);
    // 300 / 0.805 × 0.195
    expect(icms).toMatchObject({ amount: 7267, taxes: { icms: 7267 }, note: 'cobrado pela distribuidora' });
    expect(linesOf(1000, { icms: 'supplier' })[1]?.note).toBe('na nota do fornecedor');
    expect(linesOf(1000, { icms: 'distributor' }, '0.3', null)).toHaveLength(1);
  });
});

describe('the contracted energy', () => {
  const volume = {
    contracted: fromKilowattHours(2000),
    min: parseRate('0.9'),
    max: 1.1,
    unitShare: parseRate('0.5'),
  };
  const shownLines = (kwh: number, more: Partial<NonNullable<EnergySupply['volume']>> = {}) =>
    linesOf(kwh, { volume: { ...volume, ...more } }).map(({ label, quantity, amount }) => [
      label,
      (quantity ?? 0) / 1e6,
      amount,
    ]);

  test('counts the share of this unit in an invoice for several units', () => {
    expect(shownLines(1000)).toEqual([['Energia mercado livre', 1000, 30_000]]);
    expect(shownLines(1500, { settlement: price('0.5') })).toEqual([
      ['Energia mercado livre', 1100, 33_000],
      ['Liquidação na CCEE: energia a mais', 400, 20_000],
    ]);
  });

  test('invoices flat energy completely, and settles the difference at CCEE', () => {
    const flat = { modulation: 'flat', settlement: price('0.1') } as const;
    expect(shownLines(1234, flat)).toEqual([
      ['Energia mercado livre', 1000, 30_000],
      ['Liquidação na CCEE: energia a mais', 234, 2340],
    ]);
    expect(shownLines(600, flat)).toEqual([
      ['Energia mercado livre', 1000, 30_000],
      ['Liquidação na CCEE: energia que sobrou', -400, -4000],
    ]);
    expect(shownLines(1000, flat)).toHaveLength(1);
  });

  test('shows the energy settled at CCEE without its price', () => {
    const lines = linesOf(600, { volume });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.note).toMatch(/300,0 kWh são liquidados na CCEE, sem preço no contrato$/);
  });
});
