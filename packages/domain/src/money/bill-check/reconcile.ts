import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import type { ByTouPeriod, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  consumedInTouPeriod,
  withDemand,
  withQuantity,
  withVolume,
} from '../../energy/measured-cycle/replace-quantities.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { Bill, Charge, ChargeKind, ChargeTaxes } from '../bill/bill.ts';
import { type BillTerms, priceCycle } from '../bill/price-cycle.ts';
import { sumTaxes } from '../charges/charge.ts';
import { type BilledLine, type ComparedLine, compareLines, taxesWithin } from './billed-lines.ts';

/** The data of the utility's bill; more data divide the difference finer. */
export interface UtilityBill {
  readonly total: Cents;
  /** mWh by tariff period; with one price all of it is `outPoint`. An absent value counts as measured. */
  readonly consumed: Partial<ByTouPeriod>;
  /** ml, of water. */
  readonly volume?: number;
  /** W × 1000 by post; of Verde the one demand is `outPoint`. */
  readonly demand?: Partial<ByTouPeriod>;
  /** ICMS, PIS and COFINS together. */
  readonly taxes?: Cents;
  /** Lines without a tariff: COSIP, fines, interest, refunds. If `lines` are given, they count instead. */
  readonly others?: Cents;
  /** The same line by line; none where the bill was entered without. */
  readonly lines?: readonly BilledLine[];
}

interface ReconciliationRequest {
  readonly billed: UtilityBill;
  /** Measured over our own cycle. */
  readonly ours: MeasuredCycle;
  /** Measured over the days of the utility's bill. */
  readonly samePeriod: MeasuredCycle;
  readonly terms: BillTerms;
}

interface DifferenceParts {
  readonly period: Cents;
  /** Measurements that are missing, as far as the billed kWh confirm them. */
  readonly missingData: Cents;
  /** Energy or volume that the utility counted otherwise. */
  readonly consumption: Cents;
  readonly demand: Cents;
  /** Other prices before taxes, if taxes and other lines are given: the rest of the bill is priced. */
  readonly tariff: Cents;
  /** Other taxes, as far as they are given. */
  readonly taxes: Cents;
  /** The unexplained rest: COSIP, fines, refunds, rounding; also prices that cannot be separated. */
  readonly rest: Cents;
}

/** A bill of the utility held against ours. */
export interface Reconciliation {
  readonly expected: Bill;
  /** Ours for the days of the utility's bill, with its quantities. */
  readonly repriced: Bill;
  /** Billed less expected. */
  readonly difference: Cents;
  readonly parts: DifferenceParts;
  /** Lines without a tariff; empty if the bill was entered without lines. */
  readonly lines: readonly ComparedLine[];
}

/** Lines that a tariff prices. */
const BY_TARIFF: ReadonlySet<ChargeKind> = new Set([
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

/** Splits the difference between two bills by replacing days, gaps, quantities and demand in turn; then taxes and prices. */
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
  // Taxes within lines that no tariff prices are no taxes on other prices.
  const ownTaxes = taxesWithin(billed.lines ?? [], counted, terms.contract) - taxesOf(sumTaxes(own));
  const taxes = billed.taxes === undefined ? 0 : billed.taxes - taxesOf(repriced.taxes) - ownTaxes;
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

/** Consumption with gaps filled at the same rate, but never beyond the billed one. */
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

/** A bill of Verde knows one demand: it replaces those of all posts. */
function demandsOf({ demand }: UtilityBill): Partial<ByTouPeriod> {
  if (demand === undefined) return {};
  const isSingle = demand.inPoint === undefined && demand.outPoint !== undefined;
  return isSingle ? { inPoint: 0, interPoint: 0, ...demand } : demand;
}

/** The sum of a bill's lines without a tariff; null if it is not stated. @param compared - its lines */
export function othersOf(
  { others, lines }: UtilityBill,
  compared: readonly Pick<ComparedLine, 'billed'>[],
): Cents | null {
  if (lines === undefined) return others ?? null;
  return sumCents(compared.map(({ billed }) => billed ?? cents(0)));
}

function taxesOf({ icms, pis, cofins }: ChargeTaxes): number {
  return icms + pis + cofins;
}

function besideTariff(lines: readonly Charge[]): Charge[] {
  return lines.filter(({ kind }) => !BY_TARIFF.has(kind));
}

/** The sum of lines that the tariff prices. */
export function byTariff(lines: readonly { readonly kind: ChargeKind; readonly amount: Cents }[]): Cents {
  return sumCents(lines.filter(({ kind }) => BY_TARIFF.has(kind)).map(({ amount }) => amount));
}
