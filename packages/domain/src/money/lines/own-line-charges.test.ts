import { describe, expect, it } from 'vitest';
import type { CivilDate } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { parsePrice, priceToNumber } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { OwnLine } from '../../sites/tariffs/own-line.ts';
import type { TaxRates } from '../charges/taxes.ts';
import { ownLineCharges } from './own-line-charges.ts';

const day = (text: string) => text as CivilDate;
const cycle = { first: day('2026-10-05'), last: day('2026-11-04') };
const rates: TaxRates = {
  icms: parseRate('0.18'),
  pis: parseRate('0.01'),
  cofins: parseRate('0.04'),
  method: 'por-dentro',
  vat: null,
};
const aLine = (overrides: Partial<OwnLine> = {}): OwnLine => ({
  label: 'Multa',
  kind: 'fine',
  value: { mode: 'amount', amount: cents(1234) },
  isCredit: false,
  taxes: { icms: false, pisCofins: false },
  isBeforeTaxes: false,
  repeats: 'cycle',
  first: day('2026-01-01'),
  last: null,
  sharing: 'none',
  ...overrides,
});
const priced = [
  { kind: 'energy' as const, amount: cents(100_000) },
  { kind: 'demand' as const, amount: cents(50_050) },
  { kind: 'cosip' as const, amount: cents(9_999) },
];
const charges = (lines: readonly OwnLine[], overrides: Partial<Parameters<typeof ownLineCharges>[1]> = {}) =>
  ownLineCharges(lines, {
    cycle,
    rates,
    consumed: 1_500_000_000,
    unit: 'kWh',
    rounding: 'half-up',
    priced,
    ...overrides,
  });
const only = (line: Partial<OwnLine>, overrides = {}) => {
  const [charge] = charges([aLine(line)], overrides);
  if (charge === undefined) throw new Error('no line');
  return charge;
};

describe('the validity of an own line', () => {
  it.each([
    ['each cycle from its first day on', { first: day('2026-11-04') }, true],
    ['but not before it', { first: day('2026-11-05') }, false],
    ['until its last day', { last: day('2026-11-04') }, true],
    ['and not in the cycle in which it has ended', { last: day('2026-11-03') }, false],
    ['once, in the cycle that holds its day', { repeats: 'once' as const, first: day('2026-10-05') }, true],
    ['and in none after it', { repeats: 'once' as const, first: day('2026-10-04') }, false],
    ['nor before it', { repeats: 'once' as const, first: day('2026-11-05') }, false],
  ])('bills an own line by its validity: %s', (_, validity, isThere) => {
    expect(charges([aLine(validity)])).toHaveLength(isThere ? 1 : 0);
  });
});

describe('the amount of an own line', () => {
  it('returns the printed amount, negative for a credit', () => {
    expect(only({})).toMatchObject({
      label: 'Multa',
      kind: 'given',
      amount: 1234,
      sharing: 'none',
      quantity: null,
    });
    expect(only({ isCredit: true }).amount).toBe(-1234);
  });

  it('multiplies a quantity and a price, rounded to the nearest cent', () => {
    const value = { mode: 'quantity', quantity: 2.5, price: parsePrice('13.333') } as const;
    const charge = only({ value });
    expect(charge.amount).toBe(Math.round(2.5 * 13.333 * 100));
    expect(charge.note?.replaceAll('\u00a0', ' ')).toMatch(/^2,5 × R\$ 13,33/);
  });

  it('grows with the consumption when charged per unit', () => {
    const value = { mode: 'per-unit', price: parsePrice('0.0125') } as const;
    const charge = only({ value, sharing: 'consumption' });
    expect(charge).toMatchObject({ kind: 'unit-charge', quantity: 1_500_000_000, unit: 'kWh', amount: 1875 });
    expect(charge.unitPrice === null ? null : priceToNumber(charge.unitPrice)).toBeCloseTo(0.0125, 9);
    expect(only({ value }, { unit: 'm³', consumed: 20_000_000 })).toMatchObject({ unit: 'm³', amount: 25 });
  });

  it('computes a share of the tariff charges without public lighting', () => {
    const value = { mode: 'share', share: parseRate('0.0585') } as const;
    const charge = only({ kind: 'retention', value, isCredit: true });
    expect(charge.amount).toBe(-Math.round(150_050 * 0.0585));
    expect(charge.note?.replaceAll('\u00a0', ' ')).toBe('de R$ 1.500,50');
  });
});

it('withholds separate shares of energy and demand, as on a Celesc bill', () => {
  const lines = [327.96, 25.94, 157.17, 57.36, 21.54, 1.53].map((amount) => ({
    kind: 'energy' as const,
    amount: cents(Math.round(amount * 100)),
  }));
  const demand = [
    { kind: 'demand' as const, amount: cents(154_355) },
    { kind: 'overrun' as const, amount: cents(142_840) },
  ];
  const value = { mode: 'share', share: parseRate('0.012'), demandShare: parseRate('0.048') } as const;
  const charge = only({ kind: 'retention', value, isCredit: true }, { priced: [...lines, ...demand] });
  expect(charge.amount).toBe(-14_975);
  expect(charge.note?.replaceAll('\u00a0', ' ')).toBe('1,20% de R$ 591,50 e 4,80% de R$ 2.971,95');
});

describe('the taxes of an own line', () => {
  const value = { mode: 'amount', amount: cents(10_000) } as const;
  const both = { icms: true, pisCofins: true };

  it('extracts taxes from a printed amount: ICMS from all, PIS and COFINS from the remainder', () => {
    expect(only({ value, taxes: both })).toMatchObject({
      amount: 10_000,
      taxes: { icms: 1800, pis: 82, cofins: 328 },
    });
    expect(only({ value, taxes: { icms: false, pisCofins: true } }).taxes).toEqual({
      icms: 0,
      pis: 100,
      cofins: 400,
    });
    expect(only({ value }).taxes).toEqual({ icms: 0, pis: 0, cofins: 0 });
  });

  it('adds taxes por dentro to a value before taxes', () => {
    const amount = Math.round(10_000 / (0.82 * 0.95));
    expect(only({ value, taxes: both, isBeforeTaxes: true }).amount).toBe(amount);
    const perUnit = { mode: 'per-unit', price: parsePrice('0.01') } as const;
    const charge = only({ value: perUnit, taxes: both, isBeforeTaxes: true });
    expect(charge.amount).toBe(Math.round((1500 * 0.01 * 100) / (0.82 * 0.95)));
    expect(charge.unitPrice === null ? null : priceToNumber(charge.unitPrice)).toBeCloseTo(0.01 / 0.779, 9);
  });

  it('adds no taxes when no rates exist', () => {
    const charge = only({ value, taxes: both, isBeforeTaxes: true }, { rates: null });
    expect(charge).toMatchObject({ amount: 10_000, taxes: { icms: 0, pis: 0, cofins: 0 } });
  });
});
