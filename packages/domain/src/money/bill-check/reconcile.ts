import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import type { ByTouPeriod, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  consumedInTouPeriod,
  withDemand,
  withQuantity,
  withVolume,
} from '../../energy/measured-cycle/replace-quantities.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { Bill, Charge, ChargeKind } from '../bill/bill.ts';
import { type BillTerms, priceCycle } from '../bill/price-cycle.ts';
import { sumOfTaxes, sumTaxes } from '../charges/charge.ts';
import { type BilledLine, type ComparedLine, compareLines, taxesWithin } from './billed-lines.ts';

/** Data of the utility's bill. The more are entered, the finer the difference is divided. */
export interface UtilityBill {
  readonly total: Cents;
  /** mWh by time-of-use period; with a single price all of it is `outPoint`. For an absent period the measured value is used. */
  readonly consumed: Partial<ByTouPeriod>;
  /** Volume of water, ml. */
  readonly volume?: number;
  /** W × 1000 by time-of-use period; the single demand of Verde is `outPoint`. */
  readonly demand?: Partial<ByTouPeriod>;
  /** Sum of ICMS, PIS and COFINS. */
  readonly taxes?: Cents;
  /** Sum of the lines that no tariff prices: COSIP, fines, interest, refunds. Ignored if `lines` is present. */
  readonly others?: Cents;
  /** The lines that no tariff prices; absent if they were not entered. */
  readonly lines?: readonly BilledLine[];
}

interface ReconciliationRequest {
  readonly billed: UtilityBill;
  /** Measurements over the billing cycle by the reading dates. */
  readonly ours: MeasuredCycle;
  /** Measurements over the days of the utility's bill. */
  readonly samePeriod: MeasuredCycle;
  readonly terms: BillTerms;
}

interface DifferenceParts {
  readonly period: Cents;
  /** Missing measurements, estimated from the measured rate, at most up to the billed energy. */
  readonly missingData: Cents;
  /** Different energy or volume. */
  readonly consumption: Cents;
  readonly demand: Cents;
  /** Different prices before taxes; 0 unless taxes and the lines that no tariff prices were entered. */
  readonly tariff: Cents;
  /** Different taxes; 0 unless they were entered. */
  readonly taxes: Cents;
  /** The rest: COSIP, fines, refunds, rounding, and prices if they cannot be separated. */
  readonly rest: Cents;
}

/** The comparison of the utility's bill with the computed one. */
export interface Reconciliation {
  readonly expected: Bill;
  /** The computed bill for the days and quantities of the utility's bill. */
  readonly repriced: Bill;
  /** Billed total less expected total. */
  readonly difference: Cents;
  readonly parts: DifferenceParts;
  /** Lines that no tariff prices; empty if the bill was entered without lines. */
  readonly lines: readonly ComparedLine[];
}

/** Kinds of lines that a tariff prices. */
const BY_TARIFF: ReadonlySet<ChargeKind> = new Set([
  'consumption-vat',
  'other-vat',
  'energy',
  'demand',
  'unused-demand',
  'overrun',
  'reactive-energy',
  'reactive-demand',
  'flag',
  'compensation',
  'minimum',
  'water',
  'sewage',
  'fee',
  'supplier',
]);

/**
 * Divides the difference between the bills. The computed bill is priced repeatedly, each time with one more input of the utility
 * bill: days, gaps, quantities, demand. Taxes and prices are compared last.
 */
export function reconcile({ billed, ours, samePeriod, terms }: ReconciliationRequest): Reconciliation {
  const expected = priceCycle(ours, terms);
  const period = priceCycle(samePeriod, terms);
  const filled = priceCycle(
    withQuantity(samePeriod, 'consumed', confirmedGaps(samePeriod, billed.consumed)),
    terms,
  );
  const consumption = priceCycle(withQuantities(samePeriod, billed), terms);
  const counted = asBilled(samePeriod, billed);
  const repriced = priceCycle(counted, terms);
  const own = billed.lines === undefined ? [] : besideTariff(repriced.lines);
  // The entered taxes include those within lines that no tariff prices.
  const ownTaxes = taxesWithin(billed.lines ?? [], counted, terms) - sumOfTaxes(sumTaxes(own));
  const taxes = billed.taxes === undefined ? 0 : billed.taxes - sumOfTaxes(repriced.taxes) - ownTaxes;
  const lines = compareLines(billed.lines ?? [], own, terms.contract);
  const others = othersOf(billed, lines);
  const priced = others === null || billed.taxes === undefined ? null : billed.total - others;
  const tariff = priced === null ? 0 : priced - byTariff(repriced.lines) - taxes;
  return {
    expected,
    repriced,
    difference: cents(billed.total - expected.total),
    parts: {
      period: cents(period.total - expected.total),
      missingData: cents(filled.total - period.total),
      consumption: cents(consumption.total - filled.total),
      demand: cents(repriced.total - consumption.total),
      tariff: cents(tariff),
      taxes: cents(taxes),
      rest: cents(billed.total - repriced.total - tariff - taxes),
    },
    lines,
  };
}

/** Consumption by time-of-use period, scaled up for gaps, at most to the billed one; only periods whose value increases. */
function confirmedGaps(measured: MeasuredCycle, billed: Partial<ByTouPeriod>): Partial<ByTouPeriod> {
  const { completeness } = measured;
  if (completeness === 0) return billed;
  const filled = TOU_PERIODS.flatMap((touPeriod) => {
    const before = consumedInTouPeriod(measured, touPeriod);
    const limit = billed[touPeriod];
    if (limit === undefined || limit <= before) return [];
    return [[touPeriod, Math.min(limit, Math.round(before / completeness))] as const];
  });
  return Object.fromEntries(filled);
}

function withQuantities(measured: MeasuredCycle, billed: UtilityBill): MeasuredCycle {
  const counted = withQuantity(measured, 'consumed', billed.consumed);
  return billed.volume === undefined ? counted : withVolume(counted, billed.volume);
}

/** The measured cycle with the quantities and demand of the utility's bill. */
export function asBilled(measured: MeasuredCycle, billed: UtilityBill): MeasuredCycle {
  return withDemand(withQuantities(measured, billed), demandsOf(billed));
}

/** The single demand of a Verde bill replaces the demands of all time-of-use periods. */
function demandsOf({ demand }: UtilityBill): Partial<ByTouPeriod> {
  if (demand === undefined) return {};
  const isSingle = demand.inPoint === undefined && demand.outPoint !== undefined;
  return isSingle ? { inPoint: 0, interPoint: 0, ...demand } : demand;
}

/** Sum of the lines that no tariff prices; null if unknown. @param compared - the entered lines after the comparison */
export function othersOf(
  { others, lines }: UtilityBill,
  compared: readonly Pick<ComparedLine, 'billed'>[],
): Cents | null {
  if (lines === undefined) return others ?? null;
  return sumCents(compared.map(({ billed }) => billed ?? cents(0)));
}

function besideTariff(lines: readonly Charge[]): Charge[] {
  return lines.filter(({ kind }) => !BY_TARIFF.has(kind));
}

/** The sum of lines that the tariff prices. */
export function byTariff(lines: readonly { readonly kind: ChargeKind; readonly amount: Cents }[]): Cents {
  return sumCents(lines.filter(({ kind }) => BY_TARIFF.has(kind)).map(({ amount }) => amount));
}
