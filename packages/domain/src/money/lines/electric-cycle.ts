import type { CivilDate } from '../../base/time/civil-day.ts';
import type {
  ByTouPeriod,
  MeasuredCycle,
  MeasuredInterval,
} from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  type FlagMonths,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { Charge } from '../bill/bill.ts';
import { chargeOf, type Item, type Pricing } from '../charges/charge.ts';
import type { TaxRates } from '../charges/taxes.ts';
import { integerParts } from './energy-charges.ts';

/** An interval of a cycle with its rules and its billed quantities. */
export interface ElectricInterval {
  readonly rules: ElectricRules;
  readonly pricing: Pricing;
  readonly days: { readonly counted: number; readonly of: number };
  /** Appended to labels if prices changed within the cycle; else empty. */
  readonly since: string;
  readonly consumed: ByTouPeriod;
  /** Consumption within the hours of a benefit. */
  readonly inHours: ByTouPeriod;
  readonly reactiveExcess: ByTouPeriod;
}

/** The end of the range of charges on compensated energy where no rule is written. */
export type RangeEnd = 'lowest' | 'highest';

export interface ElectricCycle {
  readonly measured: MeasuredCycle;
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  readonly intervals: readonly ElectricInterval[];
  readonly rangeEnd: RangeEnd;
  /** The last day of the whole cycle, of which `measured` may be only the beginning. */
  readonly readOn: CivilDate;
}

/** Bill lines, and sentences about data that they lack. */
export interface Lines {
  readonly lines: readonly Charge[];
  readonly missing: readonly string[];
}

/** Pricing parameters of a contract; its rounding prevails over that of the tariff. */
export function pricingOf(
  { rounding, priceDecimals }: ElectricRules,
  rates: TaxRates,
  { printing = USUAL_PRINTING, lineTaxes }: Pick<BillingContract, 'printing' | 'lineTaxes'>,
): Pricing {
  return {
    rates,
    priceDecimals,
    rounding: printing.rounding ?? rounding,
    lineCents: printing.lineCents,
    lineTaxes,
  };
}

const NONE: ByTouPeriod = { inPoint: 0, interPoint: 0, outPoint: 0 };

/** Prepares intervals for pricing: all quantities are truncated to whole kWh if the tariff of any interval requires it. */
export function electricIntervals(
  intervals: readonly (MeasuredInterval & { readonly rules: ElectricRules; readonly since: string })[],
  days: number,
  rates: TaxRates,
  contract: BillingContract,
): ElectricInterval[] {
  const isTruncated = intervals.some(({ rules }) => rules.integerKwh);
  const cut = (quantities: (interval: MeasuredInterval) => ByTouPeriod): ByTouPeriod[] => {
    const [inPoint, interPoint, outPoint] = TOU_PERIODS.map((touPeriod) =>
      integerParts(
        intervals.map((interval) => quantities(interval)[touPeriod]),
        isTruncated,
      ),
    ) as [number[], number[], number[]];
    return intervals.map((_, index) => ({
      inPoint: inPoint[index] as number,
      interPoint: interPoint[index] as number,
      outPoint: outPoint[index] as number,
    }));
  };
  const consumed = cut((interval) => interval.consumed);
  const inHours = cut((interval) => interval.inHours ?? NONE);
  const reactiveExcess = cut((interval) => interval.reactiveExcess);
  return intervals.map(({ rules, since, days: counted }, index) => ({
    rules,
    since,
    pricing: pricingOf(rules, rates, contract),
    days: { counted, of: days },
    consumed: consumed[index] as ByTouPeriod,
    inHours: inHours[index] as ByTouPeriod,
    reactiveExcess: reactiveExcess[index] as ByTouPeriod,
  }));
}

export function priceItems({ pricing, since }: ElectricInterval, items: readonly Item[]): Charge[] {
  return items.map((item) => chargeOf({ ...item, label: item.label + since }, pricing));
}

/** The sum over all time-of-use periods. */
export function total(quantities: ByTouPeriod): number {
  return TOU_PERIODS.reduce((sum, touPeriod) => sum + quantities[touPeriod], 0);
}

/** Billed consumption of all intervals, mWh. */
export function totalConsumed(intervals: readonly ElectricInterval[]): number {
  return intervals.reduce((sum, { consumed }) => sum + total(consumed), 0);
}
