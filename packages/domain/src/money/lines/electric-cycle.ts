import type { ByPost, MeasuredCycle, MeasuredStretch } from '../../energy/measured-cycle/measured-cycle.ts';
import {
  type BillingContract,
  type FlagMonths,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import { POSTS } from '../../sites/tou-windows/posts.ts';
import type { Charge } from '../bill/bill.ts';
import { chargeOf, type Item, type Pricing } from '../charges/charge.ts';
import type { TaxRates } from '../charges/taxes.ts';
import { wholeParts } from './energy-charges.ts';

/** A stretch of a cycle with the rules that price it, and its quantities as they are billed. */
export interface ElectricStretch {
  readonly rules: ElectricRules;
  readonly pricing: Pricing;
  readonly days: { readonly counted: number; readonly of: number };
  /** Added to the labels where prices changed within the cycle. */
  readonly since: string;
  readonly consumed: ByPost;
  /** The consumption within the hours of a benefit. */
  readonly inHours: ByPost;
  readonly reactiveExcess: ByPost;
}

export interface ElectricCycle {
  readonly measured: MeasuredCycle;
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  readonly stretches: readonly ElectricStretch[];
}

export interface Lines {
  readonly lines: readonly Charge[];
  readonly missing: readonly string[];
}

/** How a contract has its lines made: the rounding it names, else that of the tariff. */
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

const NONE: ByPost = { inPoint: 0, interPoint: 0, outPoint: 0 };

/** Makes stretches ready to be priced: quantities cut to whole kWh where bills count those. */
export function electricStretches(
  stretches: readonly (MeasuredStretch & { readonly rules: ElectricRules; readonly since: string })[],
  days: number,
  rates: TaxRates,
  contract: BillingContract,
): ElectricStretch[] {
  const isWhole = stretches.some(({ rules }) => rules.wholeKwh);
  const cut = (quantities: (stretch: MeasuredStretch) => ByPost): ByPost[] => {
    const [inPoint, interPoint, outPoint] = POSTS.map((post) =>
      wholeParts(
        stretches.map((stretch) => quantities(stretch)[post]),
        isWhole,
      ),
    ) as [number[], number[], number[]];
    return stretches.map((_, index) => ({
      inPoint: inPoint[index] as number,
      interPoint: interPoint[index] as number,
      outPoint: outPoint[index] as number,
    }));
  };
  const consumed = cut((stretch) => stretch.consumed);
  const inHours = cut((stretch) => stretch.inHours ?? NONE);
  const reactiveExcess = cut((stretch) => stretch.reactiveExcess);
  return stretches.map(({ rules, since, days: counted }, index) => ({
    rules,
    since,
    pricing: pricingOf(rules, rates, contract),
    days: { counted, of: days },
    consumed: consumed[index] as ByPost,
    inHours: inHours[index] as ByPost,
    reactiveExcess: reactiveExcess[index] as ByPost,
  }));
}

export function priceItems({ pricing, since }: ElectricStretch, items: readonly Item[]): Charge[] {
  return items.map((item) => chargeOf({ ...item, label: item.label + since }, pricing));
}

export function total(quantities: ByPost): number {
  return POSTS.reduce((sum, post) => sum + quantities[post], 0);
}

/** All that is billed as consumed, mWh. */
export function totalConsumed(stretches: readonly ElectricStretch[]): number {
  return stretches.reduce((sum, { consumed }) => sum + total(consumed), 0);
}
