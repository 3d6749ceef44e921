import type { BillInput, BillLine, Carried, CentRounding, Hours } from './second-calculator-input.ts';

type ExactValue = Exact | string | number | bigint;

/** A decimal number of at least 60 digits, as decimal.js has them. `domain` imports no library, so the test provides it. */
export interface Exact {
  plus(other: ExactValue): Exact;
  minus(other: ExactValue): Exact;
  times(other: ExactValue): Exact;
  div(other: ExactValue): Exact;
  negated(): Exact;
  isZero(): boolean;
  gt(other: ExactValue): boolean;
  lte(other: ExactValue): boolean;
  toDecimalPlaces(digits: number, mode: 1 | 4): Exact;
  toNumber(): number;
}

/** Makes a number; 0 without a value. */
export type ToExact = (value?: string | number) => Exact;

/** Rounding modes of decimal.js. */
const TOWARDS_ZERO = 1;
const HALF_UP = 4;

/** The bill that is computed, and its tax rates. Amounts stay exact until a line is rounded. */
export interface Context {
  readonly bill: BillInput;
  readonly rates: Rates;
  readonly exact: ToExact;
}

export interface Rates {
  readonly icms: Exact;
  readonly pis: Exact;
  readonly cofins: Exact;
  /** CBS, state IBS, municipal IBS; zeros while they are not charged. */
  readonly vat: readonly [Exact, Exact, Exact];
  readonly informed: readonly [Exact, Exact, Exact] | null;
  /** Whether the bill has a base of CBS and IBS, charged or informed. */
  readonly hasBase: boolean;
}

export interface PricedLine extends BillLine {
  readonly part: 'consumption' | 'other' | 'none';
  readonly isMinimumPart: boolean;
}

export const HOURS: readonly Hours[] = ['peak', 'intermediate', 'off-peak'];

const sumOf = ([cbs, state, municipal]: readonly [Exact, Exact, Exact]) => cbs.plus(state).plus(municipal);

/** Cents of an amount in R$. The 30th decimal absorbs the rounding of divisions, so that exact cents are not truncated. */
export function toCents(amount: Exact, rounding: CentRounding): number {
  const direction = rounding === 'truncate' ? TOWARDS_ZERO : HALF_UP;
  const value = amount.times(100).toDecimalPlaces(30, HALF_UP).toDecimalPlaces(0, direction).toNumber();
  return value === 0 ? 0 : value;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The latest of several periods that begins on or before a day. */
function inForce<P extends { readonly from: string }>(periods: readonly P[], day: string): P | undefined {
  return periods
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .at(-1);
}

export function ratesOf(bill: BillInput, exact: ToExact): Rates {
  const zero = exact();
  const { last, due } = bill;
  const entered = due?.dates?.find((day) => day > last && day <= addDays(last, 60));
  const dueDay = entered ?? addDays(last, due?.days ?? 0);
  const period = inForce(bill.vat, dueDay);
  const hasEnded = bill.vat.some(
    ({ from, endsPisCofins }) => endsPisCofins !== null && from <= (endsPisCofins === 'due' ? dueDay : last),
  );
  const consumed = HOURS.reduce((all, hours) => all.plus(exact(bill.kwh[hours])), zero);
  const band = bill.icmsBands?.find(([upTo]) => consumed.lte(upTo));
  const vat = [exact(period?.cbs), exact(period?.ibsState), exact(period?.ibsMunicipal)] as const;
  return {
    icms: exact(band?.[1] ?? bill.icms),
    pis: hasEnded ? zero : exact(bill.pis),
    cofins: hasEnded ? zero : exact(bill.cofins),
    vat: period?.isCharged === true ? vat : [zero, zero, zero],
    informed: period?.isCharged === false ? vat : null,
    hasBase: period !== undefined,
  };
}

/** The exact amounts of a line: its untaxed part, each tax, and the sum without CBS and IBS. */
interface Taxed {
  readonly untaxed: Exact;
  readonly icms: Exact;
  readonly pis: Exact;
  readonly cofins: Exact;
  readonly vat: readonly [Exact, Exact, Exact];
  readonly withoutVat: Exact;
}

function taxed({ bill, rates, exact }: Context, untaxed: Exact, carried: Carried): Taxed {
  const [zero, one] = [exact(), exact(1)];
  const icmsRate = carried.icms ? rates.icms : zero;
  const [pisRate, cofinsRate] = carried.pisCofins ? [rates.pis, rates.cofins] : [zero, zero];
  const [cbs, state, municipal] = rates.vat;
  const vat = carried.vat
    ? ([untaxed.times(cbs), untaxed.times(state), untaxed.times(municipal)] as const)
    : ([zero, zero, zero] as const);
  const vatInBase = bill.isVatInIcmsBase === true ? sumOf(vat) : zero;
  const others = pisRate.plus(cofinsRate);
  if (bill.isAdditive === true) {
    const withoutVat = untaxed.plus(vatInBase.times(icmsRate)).div(one.minus(icmsRate).minus(others));
    const icms = withoutVat.plus(vatInBase).times(icmsRate);
    const [pis, cofins] = [withoutVat.times(pisRate), withoutVat.times(cofinsRate)];
    return { untaxed, icms, pis, cofins, vat, withoutVat };
  }
  const net = untaxed.div(one.minus(others));
  const icms = net.plus(vatInBase).div(one.minus(icmsRate)).times(icmsRate);
  const [pis, cofins] = [net.times(pisRate), net.times(cofinsRate)];
  return { untaxed, icms, pis, cofins, vat, withoutVat: net.plus(icms) };
}

export type LineNames = Pick<PricedLine, 'label' | 'part' | 'isMinimumPart'>;

/** A line of a quantity at a price before taxes. */
export interface Item {
  readonly quantity: Exact;
  readonly price: Exact;
}

export function lineOf(
  context: Context,
  names: LineNames,
  { quantity, price }: Item,
  carried: Carried,
): PricedLine {
  const { bill, rates, exact } = context;
  const isWithin = bill.hasVatLines !== true;
  const round = (amount: Exact) => toCents(amount, bill.rounding);
  const printedOf = ({ withoutVat, vat }: Taxed) => (isWithin ? withoutVat.plus(sumOf(vat)) : withoutVat);
  const one = printedOf(taxed(context, exact(1), carried));
  const unitPrice = roundedPrice(one.times(price), bill.priceDecimals);
  const printed = unitPrice.times(quantity);
  if (bill.isRoundedByParts !== true) return containedIn(context, names, round(printed), carried);
  const parts = taxed(context, printed.div(one), carried);
  const [icms, pis, cofins] = [round(parts.icms), round(parts.pis), round(parts.cofins)];
  const [cbs, ibsState, ibsMunicipal] = isWithin
    ? [vatCents(parts.vat[0]), vatCents(parts.vat[1]), vatCents(parts.vat[2])]
    : [0, 0, 0];
  const untaxed = round(parts.untaxed);
  const amount = untaxed + icms + pis + cofins + cbs + ibsState + ibsMunicipal;
  const base = carried.vat && rates.hasBase ? untaxed : 0;
  return { ...names, amount, icms, pis, cofins, cbs, ibsState, ibsMunicipal, base };
}

/** CBS and IBS are rounded half up, also on bills that truncate. */
const vatCents = (amount: Exact): number => toCents(amount, 'half-up');

function roundedPrice(price: Exact, decimals: number | undefined): Exact {
  return decimals === undefined
    ? price
    : price.toDecimalPlaces(30, HALF_UP).toDecimalPlaces(decimals, HALF_UP);
}

/**
 * The taxes that a line of certain cents contains, each on the cents that the others leave: CBS and IBS first, then ICMS on the
 * line without them (or with them), then PIS and COFINS on the rest.
 */
export function containedIn(
  context: Context,
  names: LineNames,
  amount: number,
  carried: Carried,
): PricedLine {
  const { bill, rates, exact } = context;
  const isWithin = bill.hasVatLines !== true;
  const round = (inCents: Exact) => toCents(inCents.div(100), bill.rounding);
  const one = taxed(context, exact(1), carried);
  const untaxed = exact(amount).div(isWithin ? one.withoutVat.plus(sumOf(one.vat)) : one.withoutVat);
  const { vat } = taxed(context, untaxed, carried);
  const ofLine = [vat[0], vat[1], vat[2]].map((part) => vatCents(part.div(100))) as [number, number, number];
  const [cbs, ibsState, ibsMunicipal] = isWithin ? ofLine : ([0, 0, 0] as const);
  const withoutVat = amount - cbs - ibsState - ibsMunicipal;
  const vatInBase = bill.isVatInIcmsBase === true ? ofLine[0] + ofLine[1] + ofLine[2] : 0;
  const icmsBase = exact(withoutVat + vatInBase);
  const icms = carried.icms ? round(icmsBase.times(rates.icms)) : 0;
  const pisBase = exact(bill.isAdditive === true ? withoutVat : withoutVat - icms);
  const [pis, cofins] = carried.pisCofins
    ? [round(pisBase.times(rates.pis)), round(pisBase.times(rates.cofins))]
    : [0, 0];
  const base = carried.vat && rates.hasBase ? withoutVat - icms - pis - cofins : 0;
  return { ...names, amount, icms, pis, cofins, cbs, ibsState, ibsMunicipal, base };
}
