import { describe, expect, test } from 'vitest';
import { type CivilDate, civilDate } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { TaxPeriod } from '../../sites/tariffs/billing-contract.ts';
import { price, taxes } from '../testing/bill-facts.ts';
import { fraction, shownPrice } from './fraction.ts';
import { ALL_TAXES, partsOf, taxesInside, taxRatesOf, UNTAXED, withTaxes } from './taxes.ts';

const WITHOUT_ICMS = { icms: false, pisCofins: true };

const DAY = civilDate('2026-08-31');
const KWH = 1_000_000;

const ratesOf = (periods: readonly TaxPeriod[], last: CivilDate, consumed: number) =>
  taxRatesOf({ taxes: periods }, last, consumed);

const rates = (icms: string, pis: string, cofins: string, method: 'por-dentro' | 'additive' | 'included') => {
  const found = ratesOf([taxes(icms, pis, cofins, method)], DAY, 0);
  if (found === null) throw new Error('no rates');
  return found;
};
const taxed = (text: string, of: ReturnType<typeof rates>, carried = ALL_TAXES) =>
  Number(shownPrice(withTaxes(fraction(price(text)), of, carried))) / 1e10;

describe('prices with taxes', () => {
  test.each([
    ['0', 1.00833],
    ['0.18', 1.22967],
    ['0.24', 1.32675],
  ])('computes “por dentro” prices of Light, September 2026, at ICMS %s', (icms, expected) => {
    expect(taxed('0.94793', rates(icms, '0.0105', '0.0494', 'por-dentro'))).toBeCloseTo(expected, 5);
  });

  test('computes the additive taxes of older bills', () => {
    expect(taxed('0.96678', rates('0.24', '0.0123', '0.0567', 'additive'))).toBeCloseTo(1.3991, 4);
    expect(taxed('1', rates('0.2', '0.1', '0', 'additive'), WITHOUT_ICMS)).toBeCloseTo(1 / 0.9, 9);
  });

  test('computes unused demand without ICMS as on real bills', () => {
    expect(taxed('36.4', rates('0.195', '0.0165', '0.076', 'por-dentro'), WITHOUT_ICMS)).toBeCloseTo(
      40.11019,
      5,
    );
    expect(taxed('14.13125', rates('0.2', '0', '0', 'included'), WITHOUT_ICMS)).toBe(11.305);
  });

  test('returns included prices unchanged, and removes exempt taxes', () => {
    const included = rates('0.2', '0.1', '0', 'included');
    expect(taxed('1', included)).toBe(1);
    expect(taxed('1', included, UNTAXED)).toBeCloseTo(0.72, 9);
    expect(taxed('1', rates('0.2', '0.1', '0', 'por-dentro'), UNTAXED)).toBe(1);
  });
});

describe('the tax rates of a bill', () => {
  test('uses the rates in force on the last day of the cycle', () => {
    const changed = { ...taxes('0.25'), validFrom: civilDate('2026-09-01') };
    expect(ratesOf([changed, taxes('0.18')], DAY, 0)?.icms).toBe(parseRate('0.18'));
    expect(ratesOf([changed, taxes('0.18')], civilDate('2026-09-01'), 0)?.icms).toBe(parseRate('0.25'));
    expect(ratesOf([changed], DAY, 0)).toBeNull();
  });

  test('uses the ICMS band that contains all kWh', () => {
    const icmsBands = [
      { upTo: 50, rate: parseRate('0') },
      { upTo: 300, rate: parseRate('0.18') },
    ];
    const banded = { ...taxes('0'), icmsBands };
    const icmsAt = (kwh: number) => ratesOf([banded], DAY, kwh * KWH)?.icms;
    expect([50, 50.001, 300].map(icmsAt)).toEqual([0n, parseRate('0.18'), parseRate('0.18')]);
    expect(icmsAt(300.001)).toBeUndefined();
    const open = { ...banded, icmsBands: [...icmsBands, { upTo: null, rate: parseRate('0.24') }] };
    expect(ratesOf([open], DAY, 301 * KWH)?.icms).toBe(parseRate('0.24'));
  });

  test('returns null when the taxes would equal the complete price', () => {
    expect(ratesOf([taxes('0.9', '0.05', '0.05')], DAY, 0)).toBeNull();
  });
});

test('computes the taxes inside an amount of a real bill, each truncated', () => {
  const line = cents(4_337_144);
  const of = rates('0.195', '0.0165', '0.076', 'por-dentro');
  expect(taxesInside(line, of, ALL_TAXES, 'truncate')).toEqual({
    taxes: { icms: 845_743, pis: 57_608, cofins: 265_346 },
  });
  expect(taxesInside(line, of, UNTAXED, 'truncate')).toEqual({ taxes: { icms: 0, pis: 0, cofins: 0 } });
  expect(
    taxesInside(cents(1000), rates('0.2', '0.1', '0', 'additive'), ALL_TAXES, 'truncate').taxes.pis,
  ).toBe(100);
});

describe('a line with each part rounded to cents separately', () => {
  /** R$ 100,05 */
  const exact = fraction(10_005n * 10n ** 14n);
  const of = (method: 'por-dentro' | 'additive', carried = ALL_TAXES) =>
    partsOf(exact, rates('0.18', '0.01', '0.04', method), carried, 'half-up');

  test('applies ICMS to the complete line, and PIS and COFINS to the remainder', () => {
    expect(of('por-dentro')).toEqual({
      untaxed: Math.round(10_005 * 0.82 * 0.95),
      taxes: {
        icms: Math.round(10_005 * 0.18),
        pis: Math.round(10_005 * 0.82 * 0.01),
        cofins: Math.round(10_005 * 0.82 * 0.04),
      },
    });
  });

  test('applies every tax to the complete line by the rule of older bills', () => {
    expect(of('additive').taxes).toEqual({ icms: 1801, pis: 100, cofins: 400 });
  });

  test('applies no tax that the line is exempt from', () => {
    expect(of('por-dentro', WITHOUT_ICMS).taxes).toEqual({ icms: 0, pis: 100, cofins: 400 });
    expect(of('por-dentro', UNTAXED)).toEqual({ untaxed: 10_005, taxes: { icms: 0, pis: 0, cofins: 0 } });
  });
});
