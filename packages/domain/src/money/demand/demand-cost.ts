import type { MeasuredCycle, MeasuredDemand } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import type { BilledDemand } from '../bill/bill.ts';
import { exactCharge, type Item } from '../charges/charge.ts';
import { type Fraction, sumFractions } from '../charges/fraction.ts';
import { NO_RATES, taxRatesOn } from '../charges/taxes.ts';
import { pricingOf } from '../lines/electric-cycle.ts';
import {
  billedDemand,
  type DemandRules,
  demandItems,
  highestDemand,
  type Incentive,
  incentiveOf,
} from './demand.ts';
import { reactiveDemandItems } from './reactive-charges.ts';

/** The demand of one cycle, of all that its cost depends on but the contract. */
export interface DemandOfCycle {
  /** The contracted demands at which another rule begins, W × 1000: the overrun, unused and reactive demand. */
  readonly bends: readonly number[];
  /** What it costs before cents, in 1e-16 R$. @param contracted - W × 1000 */
  readonly costAt: (contracted: number) => Fraction;
}

/** The demands of a cycle for a post; null stands for all posts, of Verde. Without a demand tariff there is none. */
export function demandOfCycle(
  measured: MeasuredCycle,
  contract: BillingContract,
  post: Post | null,
): DemandOfCycle | null {
  const parts = measured.stretches.flatMap(({ version, days }) => {
    const rules = version?.rules;
    return rules?.modality === 'verde' || rules?.modality === 'azul' ? [{ rules, days }] : [];
  });
  if (parts.length === 0) return null;
  const peak = powerOf(measured, post);
  const rates = taxRatesOn(contract.taxes, measured.cycle.last, consumedIn(measured)) ?? NO_RATES;
  const incentive = incentiveOf(contract, measured.cycle.last);
  return {
    bends: parts.flatMap(({ rules }) => {
      const power = billedDemand(post, peak, null, rules.wholeKw).measured;
      const reactive = rules.reactive === null ? [] : [reactivePowerOf(measured, post)];
      return [power, (power * 100) / 105, ...reactive];
    }),
    costAt: (contracted) =>
      sumFractions(
        parts.flatMap(({ rules, days }) => {
          const demand = billedDemand(post, peak, contracted, rules.wholeKw);
          const items = itemsOf(demand, measured, rules, incentive);
          const share = { counted: days, of: measured.days };
          return items.map((item) =>
            exactCharge({ ...item, days: share }, pricingOf(rules, rates, contract)),
          );
        }),
      ),
  };
}

function itemsOf(
  demand: BilledDemand,
  measured: MeasuredCycle,
  rules: DemandRules,
  incentive: Incentive,
): Item[] {
  const reactive = rules.reactive === null ? [] : reactiveDemandItems([demand], measured, rules);
  return [...demandItems(demand, rules, incentive), ...reactive];
}

function consumedIn(measured: MeasuredCycle): number {
  return measured.stretches.reduce(
    (sum, { consumed }) => sum + consumed.inPoint + consumed.interPoint + consumed.outPoint,
    0,
  );
}

function powerOf({ demand }: MeasuredCycle, post: Post | null): MeasuredDemand {
  if (post === null) return highestDemand(POSTS.map((one) => demand[one]));
  return post === 'inPoint' ? demand.inPoint : highestDemand([demand.outPoint, demand.interPoint]);
}

function reactivePowerOf({ reactiveDemand }: MeasuredCycle, post: Post | null): number {
  const { inPoint, interPoint, outPoint } = reactiveDemand;
  if (post === null) return Math.max(inPoint, interPoint, outPoint);
  return post === 'inPoint' ? inPoint : Math.max(interPoint, outPoint);
}
