import type { CivilDate } from '../../base/time/civil-day.ts';
import { type Cents, cents } from '../../base/units/money.ts';
import type { Rounding } from '../../base/units/price.ts';
import { COMPLETE, EMPTY, type Rate } from '../../base/units/rate.ts';
import type { TaxMethod, TaxPeriod } from '../../sites/tariffs/billing-contract.ts';
import { rulesOn } from '../../sites/tariffs/tariff-rules.ts';
import type { ChargeTaxes } from '../bill/bill.ts';
import { centsOf, dividedBy, type Fraction, fraction, minus, sumFractions, times } from './fraction.ts';

/** Tax rates of a bill, and the method by which they apply to prices. */
export interface TaxRates {
  readonly icms: Rate;
  readonly pis: Rate;
  readonly cofins: Rate;
  readonly method: TaxMethod;
}

/** The taxes that apply to a line. */
export interface Carried {
  readonly icms: boolean;
  readonly pisCofins: boolean;
}

export const ALL_TAXES: Carried = { icms: true, pisCofins: true };

export const UNTAXED: Carried = { icms: false, pisCofins: false };

/** Zero rates, for a bill with unknown rates. */
export const NO_RATES: TaxRates = { icms: EMPTY, pis: EMPTY, cofins: EMPTY, method: 'por-dentro' };

const MILLIWATT_HOURS_PER_KWH = 1_000_000;

/** Number of units of 1e-16 R$ in a cent. */
const EXACT_PER_CENT = 10n ** 14n;

/**
 * Tax rates in force on the last day of a cycle. If the tax period has ICMS bands, the band that contains the consumption of the
 * cycle replaces its ICMS rate. Null if no period or no band applies, or if the rates add up to 100 % or more.
 * @param consumed - mWh
 */
export function taxRatesOn(
  periods: readonly TaxPeriod[],
  last: CivilDate,
  consumed: number,
): TaxRates | null {
  const period = rulesOn(periods, last);
  if (period === null) return null;
  const { icmsBands, pis, cofins, method } = period;
  const band = icmsBands.find(({ upTo }) => upTo === null || consumed <= upTo * MILLIWATT_HOURS_PER_KWH);
  if (icmsBands.length > 0 && band === undefined) return null;
  const icms = band?.rate ?? period.icms;
  return icms + pis + cofins < COMPLETE ? { icms, pis, cofins, method } : null;
}

/**
 * Adds the taxes of `carried` to a price by the tax method. 'por-dentro' divides by (1 − ICMS)·(1 − PIS − COFINS), 'additive' by
 * 1 − ICMS − PIS − COFINS. An 'included' price contains all taxes already; those not in `carried` are removed.
 */
export function withTaxes(price: Fraction, rates: TaxRates, carried: Carried = ALL_TAXES): Fraction {
  const icms: bigint = carried.icms ? rates.icms : EMPTY;
  const pisCofins: bigint = carried.pisCofins ? rates.pis + rates.cofins : EMPTY;
  if (rates.method === 'additive') return dividedBy(times(price, COMPLETE), COMPLETE - icms - pisCofins);
  if (rates.method === 'por-dentro') {
    return dividedBy(times(price, COMPLETE * COMPLETE), (COMPLETE - icms) * (COMPLETE - pisCofins));
  }
  const withoutIcms = carried.icms ? price : dividedBy(times(price, COMPLETE - rates.icms), COMPLETE);
  if (carried.pisCofins) return withoutIcms;
  return dividedBy(times(withoutIcms, COMPLETE - rates.pis - rates.cofins), COMPLETE);
}

/**
 * Taxes contained in an exact amount, unrounded: ICMS on the whole amount; PIS and COFINS on the amount less ICMS, by the method
 * 'additive' on the whole amount.
 */
function exactTaxes(
  amount: Fraction,
  rates: TaxRates,
  carried: Carried,
): Record<keyof ChargeTaxes, Fraction> {
  const of = (base: Fraction, rate: Rate) => dividedBy(times(base, rate), COMPLETE);
  const icms = of(amount, carried.icms ? rates.icms : EMPTY);
  const base = rates.method === 'additive' ? amount : minus(amount, icms);
  return {
    icms,
    pis: of(base, carried.pisCofins ? rates.pis : EMPTY),
    cofins: of(base, carried.pisCofins ? rates.cofins : EMPTY),
  };
}

/** Untaxed part and taxes of a line, each rounded to cents separately. @param exact - 1e-16 R$ */
export function partsOf(
  exact: Fraction,
  rates: TaxRates,
  carried: Carried,
  rounding: Rounding,
): { readonly untaxed: Cents; readonly taxes: ChargeTaxes } {
  const { icms, pis, cofins } = exactTaxes(exact, rates, carried);
  const inCents = (part: Fraction) => centsOf(part, rounding);
  return {
    untaxed: inCents(minus(exact, sumFractions([icms, pis, cofins]))),
    taxes: { icms: inCents(icms), pis: inCents(pis), cofins: inCents(cofins) },
  };
}

/**
 * Taxes contained in an amount, as bills print them: ICMS is rounded to cents first. PIS and COFINS apply to the amount less this
 * ICMS, by the method 'additive' to the whole amount.
 */
export function taxesInside(
  amount: Cents,
  rates: TaxRates,
  carried: Carried,
  rounding: Rounding,
): ChargeTaxes {
  const partOf = (base: number, rate: Rate): Cents =>
    centsOf(dividedBy(times(fraction(BigInt(base) * EXACT_PER_CENT), rate), COMPLETE), rounding);
  const icms = carried.icms ? partOf(amount, rates.icms) : cents(0);
  const base = rates.method === 'additive' ? amount : amount - icms;
  return {
    icms,
    pis: carried.pisCofins ? partOf(base, rates.pis) : cents(0),
    cofins: carried.pisCofins ? partOf(base, rates.cofins) : cents(0),
  };
}
