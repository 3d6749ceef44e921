import type { CivilDate } from '../../base/time/civil-day.ts';
import { type Cents, cents } from '../../base/units/money.ts';
import type { Rounding } from '../../base/units/price.ts';
import { COMPLETE, EMPTY, type Rate } from '../../base/units/rate.ts';
import {
  type BillingContract,
  type CreditTaxes,
  type TaxMethod,
  USUAL_PRINTING,
  type VatLines,
} from '../../sites/tariffs/billing-contract.ts';
import { rulesOn } from '../../sites/tariffs/tariff-rules.ts';
import { type VatPeriod, vatRuleOf } from '../../sites/tariffs/vat-periods.ts';
import type { ChargeTaxes, VatAmounts } from '../bill/bill.ts';
import {
  centsOf,
  dividedBy,
  type Fraction,
  fraction,
  minus,
  over,
  plus,
  product,
  sumFractions,
  times,
} from './fraction.ts';

/** CBS and IBS of a bill. They are *por fora*: their base is the amount without any tax (LC 214/2025, art. 12, § 2, I). */
export interface VatRates extends Pick<VatPeriod, 'cbs' | 'ibsState' | 'ibsMunicipal' | 'effect'> {
  readonly lines: VatLines;
  readonly isInIcmsBase: boolean;
}

/** Tax rates of a bill, and the method by which they apply to prices. */
export interface TaxRates {
  readonly icms: Rate;
  readonly pis: Rate;
  readonly cofins: Rate;
  readonly method: TaxMethod;
  /** Null before CBS and IBS. */
  readonly vat: VatRates | null;
}

/** The taxes that apply to a line. */
export interface Carried {
  readonly icms: boolean;
  readonly pisCofins: boolean;
  /** CBS and IBS. Default: as PIS and COFINS. */
  readonly vat?: boolean | undefined;
}

export const ALL_TAXES: Carried = { icms: true, pisCofins: true };

export const UNTAXED: Carried = { icms: false, pisCofins: false };

/** Zero rates, for a bill with unknown rates. */
export const NO_RATES: TaxRates = { icms: EMPTY, pis: EMPTY, cofins: EMPTY, method: 'por-dentro', vat: null };

const MILLIWATT_HOURS_PER_KWH = 1_000_000;

/** CBS and IBS are rounded half up, also on bills that truncate: a truncated amount contains them less a fraction of a cent. */
const VAT_ROUNDING: Rounding = 'half-up';

/** Number of units of 1e-16 R$ in a cent. */
const EXACT_PER_CENT = 10n ** 14n;

/**
 * Tax rates of the bill of a cycle. ICMS is that of the last day of the cycle; if its tax period has bands, the band that contains
 * the consumption replaces its rate. CBS and IBS are those of the due date; PIS and COFINS are zero once they have ended. Null if
 * no period or no band applies, or if the rates add up to 100 % or more.
 * @param consumed - mWh
 * @param readOn - the last day of the whole cycle, if `last` is only the last measured one
 */
export function taxRatesOf(
  {
    taxes,
    due,
    vatPeriods = [],
    printing,
  }: Pick<BillingContract, 'taxes' | 'due' | 'vatPeriods' | 'printing'>,
  last: CivilDate,
  consumed: number,
  readOn = last,
): TaxRates | null {
  const period = rulesOn(taxes, last);
  if (period === null) return null;
  const { icmsBands, method, isVatInIcmsBase = false } = period;
  const band = icmsBands.find(({ upTo }) => upTo === null || consumed <= upTo * MILLIWATT_HOURS_PER_KWH);
  if (icmsBands.length > 0 && band === undefined) return null;
  const icms = band?.rate ?? period.icms;
  const rule = vatRuleOf(vatPeriods, due, readOn);
  const { pis, cofins } = rule.endOfPisCofins === null ? period : { pis: EMPTY, cofins: EMPTY };
  if (icms + pis + cofins >= COMPLETE) return null;
  const lines = printing?.vat ?? USUAL_PRINTING.vat ?? 'within';
  const vat = rule.period && { ...vatOfPeriod(rule.period), lines, isInIcmsBase: isVatInIcmsBase };
  return { icms, pis, cofins, method, vat };
}

function vatOfPeriod({ cbs, ibsState, ibsMunicipal, effect }: VatPeriod) {
  return { cbs, ibsState, ibsMunicipal, effect };
}

/** Sum of the charged rates of CBS and IBS; zero if they are only informed, or the line does not carry them. */
function vatRate({ vat }: TaxRates, carried: Carried): bigint {
  if (vat === null || vat.effect === 'informed' || !(carried.vat ?? carried.pisCofins)) return 0n;
  return vat.cbs + vat.ibsState + vat.ibsMunicipal;
}

/**
 * The factor from an amount without taxes to the amount of its line. *Por dentro* it is divided by (1 − ICMS)·(1 − PIS − COFINS),
 * 'additive' by 1 − ICMS − PIS − COFINS. CBS and IBS are added, with the ICMS on them if they are in its base; in lines of their
 * own, only that ICMS is added.
 */
function factorOf(rates: TaxRates, carried: Carried): Fraction {
  const icms: bigint = carried.icms ? rates.icms : EMPTY;
  const pisCofins: bigint = carried.pisCofins ? rates.pis + rates.cofins : EMPTY;
  const inside =
    rates.method === 'additive'
      ? fraction(COMPLETE, COMPLETE - icms - pisCofins)
      : fraction(COMPLETE * COMPLETE, (COMPLETE - icms) * (COMPLETE - pisCofins));
  const vat = vatRate(rates, carried);
  if (vat === 0n) return inside;
  // The ICMS on CBS and IBS; PIS and COFINS of the method 'additive' are computed on it too.
  const withIcms =
    rates.method === 'additive'
      ? fraction(vat * (COMPLETE - pisCofins), COMPLETE * (COMPLETE - icms - pisCofins))
      : fraction(vat, COMPLETE - icms);
  const complete = rates.vat?.isInIcmsBase ? withIcms : fraction(vat, COMPLETE);
  return plus(inside, rates.vat?.lines === 'own' ? minus(complete, fraction(vat, COMPLETE)) : complete);
}

/** Adds the taxes of `carried` to a price. An 'included' price contains all taxes already; those not in `carried` are removed. */
export function withTaxes(price: Fraction, rates: TaxRates, carried: Carried = ALL_TAXES): Fraction {
  const untaxed =
    rates.method === 'included' ? over(price, factorOf(withVatInLines(rates), ALL_TAXES)) : price;
  return product(untaxed, factorOf(rates, carried));
}

const partAt = (base: Fraction, rate: Rate): Fraction => dividedBy(times(base, rate), COMPLETE);

/** CBS and IBS of an amount without taxes; null if none are charged. */
function exactVat(untaxed: Fraction, rates: TaxRates, carried: Carried) {
  const { vat } = rates;
  if (vat === null || vatRate(rates, carried) === 0n) return null;
  return {
    cbs: partAt(untaxed, vat.cbs),
    ibsState: partAt(untaxed, vat.ibsState),
    ibsMunicipal: partAt(untaxed, vat.ibsMunicipal),
  };
}

const sumOfVat = ({ cbs, ibsState, ibsMunicipal }: Record<keyof VatAmounts, Fraction>): Fraction =>
  sumFractions([cbs, ibsState, ibsMunicipal]);

/** Taxes of a line, its untaxed part, and the base of CBS and IBS. */
interface LineParts {
  readonly untaxed: Cents;
  readonly taxes: ChargeTaxes;
  readonly vatBase?: Cents;
}

/**
 * Divides an amount into its taxes and its untaxed part, in the order of the law: CBS and IBS on the part without taxes, ICMS on
 * the rest (or on all), PIS and COFINS on the rest without ICMS, by the method 'additive' with it. Each part is rounded by
 * `rounded` before the next one is computed from it.
 */
function divide(
  amount: Fraction,
  rates: TaxRates,
  carried: Carried,
  rounded: Readonly<Record<'vat' | 'inside', (part: Fraction) => Fraction>>,
): Record<'icms' | 'pis' | 'cofins' | 'untaxed', Fraction> & { readonly vat: ReturnType<typeof exactVat> } {
  const exact = exactVat(over(amount, factorOf(rates, carried)), rates, carried);
  const vat = exact && {
    cbs: rounded.vat(exact.cbs),
    ibsState: rounded.vat(exact.ibsState),
    ibsMunicipal: rounded.vat(exact.ibsMunicipal),
  };
  const beside = vat === null ? fraction(0n) : sumOfVat(vat);
  const isOwn = rates.vat?.lines === 'own';
  const inside = isOwn ? amount : minus(amount, beside);
  const all = isOwn ? plus(amount, beside) : amount;
  const icms = rounded.inside(
    partAt(rates.vat?.isInIcmsBase ? all : inside, carried.icms ? rates.icms : EMPTY),
  );
  const rest = rates.method === 'additive' ? inside : minus(inside, icms);
  const pis = rounded.inside(partAt(rest, carried.pisCofins ? rates.pis : EMPTY));
  const cofins = rounded.inside(partAt(rest, carried.pisCofins ? rates.cofins : EMPTY));
  return { icms, pis, cofins, vat, untaxed: minus(inside, sumFractions([icms, pis, cofins])) };
}

function inCents(
  { icms, pis, cofins, vat, untaxed }: ReturnType<typeof divide>,
  { vat: rates }: TaxRates,
  carried: Carried,
  rounding: Rounding,
): LineParts {
  const of = (part: Fraction): Cents => centsOf(part, rounding);
  const amounts = vat && {
    cbs: centsOf(vat.cbs, VAT_ROUNDING),
    ibsState: centsOf(vat.ibsState, VAT_ROUNDING),
    ibsMunicipal: centsOf(vat.ibsMunicipal, VAT_ROUNDING),
  };
  return {
    untaxed: of(untaxed),
    taxes: {
      icms: of(icms),
      pis: of(pis),
      cofins: of(cofins),
      ...(amounts !== null && rates?.lines === 'within' && { vat: amounts }),
    },
    ...(rates !== null && (carried.vat ?? carried.pisCofins) && { vatBase: of(untaxed) }),
  };
}

/** Untaxed part and taxes of a line, each rounded to cents separately. @param exact - 1e-16 R$ */
export function partsOf(exact: Fraction, rates: TaxRates, carried: Carried, rounding: Rounding): LineParts {
  return inCents(
    divide(exact, rates, carried, { vat: (part) => part, inside: (part) => part }),
    rates,
    carried,
    rounding,
  );
}

/**
 * Taxes contained in an amount, as bills print them: each is rounded to cents before the next one is computed from the rest.
 */
export function taxesInside(
  amount: Cents,
  rates: TaxRates,
  carried: Carried,
  rounding: Rounding,
): Omit<LineParts, 'untaxed'> {
  const exact = (part: Cents): Fraction => fraction(BigInt(part) * EXACT_PER_CENT);
  const { untaxed: _, ...parts } = inCents(
    divide(exact(amount), rates, carried, {
      vat: (part) => exact(centsOf(part, VAT_ROUNDING)),
      inside: (part) => exact(centsOf(part, rounding)),
    }),
    rates,
    carried,
    rounding,
  );
  return parts;
}

/** The same rates with CBS and IBS within each line, for the cost of single lines. */
export function withVatInLines(rates: TaxRates): TaxRates {
  return rates.vat === null ? rates : { ...rates, vat: { ...rates.vat, lines: 'within' } };
}

/**
 * The taxes that compensated energy refunds. CBS and IBS are refunded once they are charged, by default on the TE and the flag and
 * not on the TUSD.
 */
export function refundOf(taxes: CreditTaxes, { vat }: TaxRates, part: 'te' | 'tusd' = 'te'): Carried {
  return { ...taxes, vat: vat?.effect === 'charged' && (taxes.vat ?? part === 'te') };
}

/** CBS and IBS of a base in cents, each rounded to cents. */
export function vatOfBase(base: Cents, vat: VatRates): VatAmounts {
  const of = (rate: Rate): Cents =>
    centsOf(partAt(fraction(BigInt(base) * EXACT_PER_CENT), rate), VAT_ROUNDING);
  return { cbs: of(vat.cbs), ibsState: of(vat.ibsState), ibsMunicipal: of(vat.ibsMunicipal) };
}

export const NO_VAT: VatAmounts = { cbs: cents(0), ibsState: cents(0), ibsMunicipal: cents(0) };
