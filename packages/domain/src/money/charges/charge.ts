import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import type { Rounding } from '../../base/units/price.ts';
import type { LineCents } from '../../sites/tariffs/billing-contract.ts';
import {
  type IcmsTreatment,
  type LineTaxes,
  type TaxedLine,
  taxesOfLine,
} from '../../sites/tariffs/line-taxes.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { Charge, ChargeKind, ChargeTaxes, ChargeUnit } from '../bill/bill.ts';
import { centsOf, type Fraction, fraction, roundPrice, shareOf, shownPrice, times } from './fraction.ts';
import { ALL_TAXES, type Carried, partsOf, type TaxRates, taxesInside, UNTAXED, withTaxes } from './taxes.ts';

/** Parameters by which items become bill lines. */
export interface Pricing {
  readonly rates: TaxRates;
  readonly rounding: Rounding;
  readonly priceDecimals: number | null;
  readonly lineCents: LineCents;
  /** Line taxes of the contract; the usual ones apply to lines without a rule. */
  readonly lineTaxes?: readonly LineTaxes[] | undefined;
}

/** A quantity that is priced as a bill line. */
export interface Item {
  readonly label: string;
  readonly kind: ChargeKind;
  readonly touPeriod: TouPeriod | null;
  /** Thousandths of Wh, W, varh or litres. */
  readonly quantity: number;
  readonly unit: ChargeUnit;
  /** R$ a unit before taxes, in units of 1e-10. */
  readonly price: Fraction;
  /**
   * The kind of line by which the contract's tax rule is found. Lines without such a kind state their taxes in `carried`; without
   * either, all taxes apply.
   */
  readonly taxedAs?: TaxedLine;
  readonly carried?: Carried;
  /** Set if it differs from the bill's rounding: credits are rounded half up even on bills that truncate. */
  readonly rounding?: Rounding;
  /** Days of the cycle for which it is charged; all days if absent. */
  readonly days?: { readonly counted: number; readonly of: number };
  readonly note?: string;
}

export const NO_TAXES: ChargeTaxes = { icms: cents(0), pis: cents(0), cofins: cents(0) };

/** Notes on lines that have no ICMS by a rule of the contract. */
const ICMS_NOTES: Readonly<Record<Exclude<IcmsTreatment, 'charged'>, string>> = {
  exempt: 'isenta de ICMS',
  zero: 'ICMS zero',
  substituted: 'ICMS por substituição tributária',
};

function carriedBy({ taxedAs, carried = ALL_TAXES }: Item, { lineTaxes }: Pricing): Carried {
  if (taxedAs === undefined) return carried;
  const { icms, pisCofins, vat } = taxesOfLine(taxedAs, lineTaxes);
  return { icms: icms === 'charged', pisCofins, vat };
}

function icmsNote({ taxedAs }: Item, { lineTaxes = [] }: Pricing): string | undefined {
  const rule = lineTaxes.find(({ line }) => line === taxedAs);
  return rule === undefined || rule.icms === 'charged' ? undefined : ICMS_NOTES[rule.icms];
}

/** Price of a unit with its taxes, rounded as the tariff requires. */
function unitPriceOf(price: Fraction, carried: Carried, pricing: Pricing): Fraction {
  return roundPrice(withTaxes(price, pricing.rates, carried), pricing.priceDecimals);
}

/** The cost of an item before rounding to cents, in 1e-16 R$. */
export function exactCharge(item: Item, pricing: Pricing): Fraction {
  const unitPrice = unitPriceOf(item.price, carriedBy(item, pricing), pricing);
  const total = times(unitPrice, BigInt(item.quantity));
  return item.days === undefined ? total : shareOf(total, item.days.counted, item.days.of);
}

/** The amount of a line, and its taxes. */
function amountsOf(
  item: Item,
  carried: Carried,
  pricing: Pricing,
): Pick<Charge, 'amount' | 'taxes' | 'vatBase'> {
  const { rates, lineCents } = pricing;
  const rounding = item.rounding ?? pricing.rounding;
  const exact = exactCharge(item, pricing);
  if (lineCents === 'whole') {
    const amount = centsOf(exact, rounding);
    return { amount, ...taxesInside(amount, rates, carried, rounding) };
  }
  const { untaxed, ...parts } = partsOf(exact, rates, carried, rounding);
  const { icms, pis, cofins, vat } = parts.taxes;
  return { amount: sumCents([untaxed, icms, pis, cofins, ...Object.values(vat ?? {})]), ...parts };
}

/** The item without taxes, even if the contract has a tax rule for its kind of line. */
export function untaxedItem<I extends Pick<Item, 'taxedAs'>>(item: I) {
  const { taxedAs: _, ...untaxed } = item;
  return { ...untaxed, carried: UNTAXED };
}

/**
 * The line of an item: quantity × taxed price. Either the product is rounded to cents once, or its untaxed part and each tax
 * separately (`lineCents`).
 */
export function chargeOf(item: Item, pricing: Pricing): Charge {
  const carried = carriedBy(item, pricing);
  const amounts = amountsOf(item, carried, pricing);
  const note = [daysNote(item), item.note, icmsNote(item, pricing)]
    .filter((text) => text !== undefined)
    .join('; ');
  return {
    label: item.label,
    kind: item.kind,
    touPeriod: item.touPeriod,
    quantity: item.quantity,
    unit: item.unit,
    unitPrice: shownPrice(unitPriceOf(item.price, carried, pricing)),
    ...amounts,
    ...(note === '' ? {} : { note }),
  };
}

/** A line with an amount only. */
export function flatCharge(label: string, kind: ChargeKind, amount: Cents, note?: string): Charge {
  const line = { label, kind, touPeriod: null, quantity: null, unit: null, unitPrice: null, amount };
  return { ...line, taxes: NO_TAXES, ...(note === undefined ? {} : { note }) };
}

export function sumTaxes(lines: readonly Charge[]): ChargeTaxes {
  const vat = lines.flatMap(({ taxes }) => taxes.vat ?? []);
  return {
    icms: sumCents(lines.map(({ taxes }) => taxes.icms)),
    pis: sumCents(lines.map(({ taxes }) => taxes.pis)),
    cofins: sumCents(lines.map(({ taxes }) => taxes.cofins)),
    ...(vat.length > 0 && {
      vat: {
        cbs: sumCents(vat.map(({ cbs }) => cbs)),
        ibsState: sumCents(vat.map(({ ibsState }) => ibsState)),
        ibsMunicipal: sumCents(vat.map(({ ibsMunicipal }) => ibsMunicipal)),
      },
    }),
  };
}

/** All taxes of a line together. */
export function sumOfTaxes({ icms, pis, cofins, vat }: ChargeTaxes): Cents {
  return sumCents([icms, pis, cofins, ...Object.values(vat ?? {})]);
}

/** The sum of prices as a fraction. */
export function priceOf(...parts: readonly bigint[]): Fraction {
  return fraction(parts.reduce((sum, part) => sum + part, 0n));
}

function daysNote({ days }: Item): string | undefined {
  return days === undefined || days.counted === days.of ? undefined : `${days.counted} de ${days.of} dias`;
}
