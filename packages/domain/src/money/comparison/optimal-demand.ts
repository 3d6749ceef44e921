import type { Cents } from '../../base/units/money.ts';
import { type Watts, watts } from '../../base/units/power.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { Post } from '../../sites/tou-windows/posts.ts';
import { centsOf, compareFractions, type Fraction, sumFractions } from '../charges/fraction.ts';
import { contractedFor } from '../demand/demand.ts';
import { type DemandOfCycle, demandOfCycle } from '../demand/demand-cost.ts';

/** What demand costs over all cycles, were it contracted so. */
export interface DemandCost {
  readonly contracted: Watts;
  readonly cost: Cents;
}

export interface OptimalDemand {
  /** Null where one demand stands for all posts. */
  readonly post: Post | null;
  readonly best: DemandCost;
  /**
   * The cost over contracted demand, ascending; straight between neighbours. Where the cost falls at once, because an
   * overrun ceases, the point before and the point after stand one step apart.
   */
  readonly curve: readonly DemandCost[];
}

export interface DemandSearch {
  readonly measured: readonly MeasuredCycle[];
  readonly contract: BillingContract;
  readonly post: Post | null;
  /** In what steps demand is contracted: whole kW unless told otherwise. */
  readonly step?: Watts;
  /** The least that can be contracted; 30 kW in Group A. */
  readonly least?: Watts;
}

const MW_PER_W = 1000;
const WHOLE_KW = 1000 as Watts;
/** REN ANEEL 1.000/2021: the least contracted demand of Group A. */
const MIN_DEMAND = 30_000 as Watts;

/**
 * The contracted demand that costs least over the cycles, and the smallest of those that cost the same. Exact, not
 * sampled: the cost is straight between the demands at which one cycle's rule changes — the measured demand, that
 * demand over 1.05, and the reactive demand — so the least lies beside one of them. Null without cycles of a tariff
 * with demand.
 */
export function optimalDemand(search: DemandSearch): OptimalDemand | null {
  const { post } = search;
  const exact = demandCosts(search).map(({ contracted, costs }) => ({
    contracted,
    cost: sumFractions(costs),
  }));
  if (exact.length === 0) return null;
  const best = exact.reduce((cheapest, point) =>
    compareFractions(point.cost, cheapest.cost) < 0 ? point : cheapest,
  );
  return { post, best: shown(best), curve: exact.map(shown) };
}

/**
 * What demand costs in each cycle at every contracted demand beside which the least may lie, ascending. Nothing without cycles of a
 * tariff with demand.
 */
export function demandCosts(search: DemandSearch): readonly {
  /** W */
  readonly contracted: number;
  readonly costs: readonly Fraction[];
}[] {
  const { contract, post, step = WHOLE_KW, least = MIN_DEMAND } = search;
  const cycles = search.measured.flatMap((measured) => demandOfCycle(measured, contract, post) ?? []);
  if (cycles.length === 0) return [];
  return candidates(cycles, step, least).map((contracted) => ({
    contracted,
    costs: cycles.map((cycle) => cycle.costAt(contracted * MW_PER_W)),
  }));
}

/**
 * What demand costs over the cycles as it is contracted: a point of the curve of `optimalDemand`. Null where the contract
 * does not say, and without cycles of a tariff with demand.
 */
export function contractedDemandCost(
  search: Pick<DemandSearch, 'measured' | 'contract' | 'post'>,
): DemandCost | null {
  const { measured, contract, post } = search;
  const contracted = contractedFor(contract.demand, post);
  const cycles = measured.flatMap((cycle) => demandOfCycle(cycle, contract, post) ?? []);
  if (contracted === null || cycles.length === 0) return null;
  const cost = sumFractions(cycles.map((cycle) => cycle.costAt(contracted)));
  return shown({ contracted: contracted / MW_PER_W, cost });
}

function shown({ contracted, cost }: { readonly contracted: number; readonly cost: Fraction }): DemandCost {
  return { contracted: watts(contracted), cost: centsOf(cost, 'half-up') };
}

/** The steps on both sides of every demand at which the cost bends or falls, ascending, and some room beyond. */
function candidates(cycles: readonly DemandOfCycle[], step: number, least: number): number[] {
  const bends = cycles.flatMap((cycle) => cycle.bends);
  const highest = Math.max(...bends, least * MW_PER_W) * 1.25;
  const steps = new Set<number>([firstStep(least, step), firstStep(highest / MW_PER_W, step)]);
  for (const bend of bends) {
    const below = Math.floor(bend / MW_PER_W / step);
    for (const near of [below - 1, below, below + 1]) {
      if (near * step >= least) steps.add(near * step);
    }
  }
  return [...steps].sort((a, b) => a - b);
}

function firstStep(power: number, step: number): number {
  return Math.ceil(power / step) * step;
}
