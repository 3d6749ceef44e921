import { type Watts, watts } from '../../base/units/power.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract, ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import type { Post } from '../../sites/tou-windows/posts.ts';
import { centsOf } from '../charges/fraction.ts';
import { demandCosts } from './optimal-demand.ts';

/** Two contracted demands a year: one in a season, a lower one in the rest. */
export interface DemandSeasons {
  /** Index of the cycle with which the season of the higher demand begins, and how many cycles it lasts; it may go beyond the last one. */
  readonly first: number;
  readonly count: number;
  readonly high: ContractedDemand;
  readonly low: ContractedDemand;
}

const CYCLES_A_YEAR = 12;
/** A season of fewer cycles is one hot month and not a season. */
const MIN_CYCLES = 3;

/** The cents of every contracted demand in each cycle. */
interface CostsOfPost {
  readonly contracted: readonly number[];
  readonly costs: readonly (readonly number[])[];
}

interface Step {
  readonly index: number;
  readonly cost: number;
}

interface Pair {
  readonly high: Watts;
  readonly low: Watts;
  readonly cost: number;
}

/**
 * The cheapest way to contract one demand for a season of the year and a lower one for the rest. It is raised once and lowered once
 * a year, and never more: demand may be lowered once in twelve months (REN ANEEL 1.000/2021, art. 155), so under Azul the demands of
 * both posts go up together and down together.
 *
 * @param measured - a year; null of fewer cycles than twelve, of a tariff without demand, and where seasons cost no less than one
 * demand for the whole year
 */
export function demandSeasons(
  measured: readonly MeasuredCycle[],
  contract: BillingContract,
  modality: 'verde' | 'azul',
): DemandSeasons | null {
  if (measured.length !== CYCLES_A_YEAR) return null;
  const posts: readonly (Post | null)[] = modality === 'azul' ? ['inPoint', 'outPoint'] : [null];
  const costsByPost = posts.map((post) => costsOfPost(measured, contract, post));
  if (costsByPost.some(({ costs }) => costs[0]?.length !== CYCLES_A_YEAR)) return null;
  const all = Array.from({ length: CYCLES_A_YEAR }, (_, cycle) => cycle);
  let least = costsByPost.reduce((sum, one) => sum + cheapest(one, all).cost, 0);
  let best: DemandSeasons | null = null;
  for (const first of all) {
    for (let count = MIN_CYCLES; count <= CYCLES_A_YEAR - MIN_CYCLES; count++) {
      const isHigh = (cycle: number) => isInSeason({ first, count }, cycle);
      const pairs = costsByPost.map((one) =>
        pairOf(
          one,
          all.filter(isHigh),
          all.filter((cycle) => !isHigh(cycle)),
        ),
      );
      const cost = pairs.reduce((sum, pair) => sum + pair.cost, 0);
      if (cost >= least) continue;
      least = cost;
      best = { first, count, high: demandOf(pairs, 'high'), low: demandOf(pairs, 'low') };
    }
  }
  return best;
}

/** Whether a cycle of the year belongs to the season of the higher demand. */
export function isInSeason({ first, count }: Pick<DemandSeasons, 'first' | 'count'>, cycle: number): boolean {
  return (cycle - first + CYCLES_A_YEAR) % CYCLES_A_YEAR < count;
}

function costsOfPost(
  measured: readonly MeasuredCycle[],
  contract: BillingContract,
  post: Post | null,
): CostsOfPost {
  const found = demandCosts({ measured, contract, post });
  return {
    contracted: found.map(({ contracted }) => contracted),
    costs: found.map(({ costs }) => costs.map((cost) => centsOf(cost, 'half-up'))),
  };
}

/** Of the demands that cost least in these cycles the smallest. */
function cheapest({ costs }: CostsOfPost, cycles: readonly number[]): Step {
  let best: Step = { index: 0, cost: Number.POSITIVE_INFINITY };
  for (const [index, ofDemand] of costs.entries()) {
    const cost = cycles.reduce((sum, cycle) => sum + (ofDemand[cycle] as number), 0);
    if (cost < best.cost) best = { index, cost };
  }
  return best;
}

/** The cheapest demand of each season; where the season would have the lower one, one demand for both. */
function pairOf(one: CostsOfPost, season: readonly number[], rest: readonly number[]): Pair {
  const [high, low] = [cheapest(one, season), cheapest(one, rest)];
  const powerAt = ({ index }: Step): Watts => watts(one.contracted[index] as number);
  if (high.index >= low.index) return { high: powerAt(high), low: powerAt(low), cost: high.cost + low.cost };
  const both = cheapest(one, [...season, ...rest]);
  return { high: powerAt(both), low: powerAt(both), cost: both.cost };
}

function demandOf(pairs: readonly Pair[], which: 'high' | 'low'): ContractedDemand {
  const [first, second] = pairs as readonly [Pair, Pair?];
  if (second === undefined) return { mode: 'single', demand: first[which] };
  return { mode: 'by-post', inPoint: first[which], outPoint: second[which] };
}
