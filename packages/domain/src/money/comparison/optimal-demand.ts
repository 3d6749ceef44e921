import type { Cents } from '../../base/units/money.ts';
import { type Watts, watts } from '../../base/units/power.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract, ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import { contractedPeriods, type Modality } from '../../sites/tariffs/tariff-rules.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { BilledDemand } from '../bill/bill.ts';
import { exactCharge, type Item } from '../charges/charge.ts';
import { centsOf, compareFractions, type Fraction, sumFractions } from '../charges/fraction.ts';
import { NO_RATES, taxRatesOf, withVatInLines } from '../charges/taxes.ts';
import {
  billedDemand,
  contractedFor,
  type DemandRules,
  demandItems,
  type Incentive,
  incentiveOf,
  measuredDemand,
  reactiveDemandItems,
} from '../demand/demand.ts';
import { pricingOf } from '../lines/electric-cycle.ts';

/** Two contracted demands a year: `high` in a season, `low` in the other cycles. */
export interface DemandSeasons {
  /** First cycle of the season (index from 0) and its number of cycles; it may continue at the beginning of the year. */
  readonly first: number;
  readonly count: number;
  readonly high: ContractedDemand;
  readonly low: ContractedDemand;
}

const CYCLES_A_YEAR = 12;
/** Minimum number of cycles of a season. */
const MIN_CYCLES = 3;

interface CostsOfPeriod {
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
 * Finds the cheapest pair of demands for a season and for the rest of the year. Demand may be lowered once in twelve months (REN
 * ANEEL 1.000/2021, art. 155), so under Azul both demands change at the same time.
 * @param measured - twelve cycles @returns null with another number of cycles, without a demand tariff, or if a single demand
 * costs no more
 */
export function demandSeasons(
  measured: readonly MeasuredCycle[],
  contract: BillingContract,
  modality: Modality,
): DemandSeasons | null {
  if (measured.length !== CYCLES_A_YEAR) return null;
  const costsByPeriod = contractedPeriods(modality).map((touPeriod) =>
    costsOfPeriod(measured, contract, touPeriod),
  );
  if (costsByPeriod.some(({ costs }) => costs[0]?.length !== CYCLES_A_YEAR)) return null;
  const all = Array.from({ length: CYCLES_A_YEAR }, (_, cycle) => cycle);
  let min = costsByPeriod.reduce((sum, one) => sum + cheapest(one, all).cost, 0);
  let best: DemandSeasons | null = null;
  for (const first of all) {
    for (let count = MIN_CYCLES; count <= CYCLES_A_YEAR - MIN_CYCLES; count++) {
      const isHigh = (cycle: number) => isInSeason({ first, count }, cycle);
      const pairs = costsByPeriod.map((one) =>
        pairOf(
          one,
          all.filter(isHigh),
          all.filter((cycle) => !isHigh(cycle)),
        ),
      );
      const cost = pairs.reduce((sum, pair) => sum + pair.cost, 0);
      if (cost >= min) continue;
      min = cost;
      best = { first, count, high: demandOf(pairs, 'high'), low: demandOf(pairs, 'low') };
    }
  }
  return best;
}

/** Whether a cycle of the year belongs to the season of the higher demand. */
export function isInSeason({ first, count }: Pick<DemandSeasons, 'first' | 'count'>, cycle: number): boolean {
  return (cycle - first + CYCLES_A_YEAR) % CYCLES_A_YEAR < count;
}

function costsOfPeriod(
  measured: readonly MeasuredCycle[],
  contract: BillingContract,
  touPeriod: TouPeriod | null,
): CostsOfPeriod {
  const found = demandCosts({ measured, contract, touPeriod });
  return {
    contracted: found.map(({ contracted }) => contracted),
    costs: found.map(({ costs }) => costs.map((cost) => centsOf(cost, 'half-up'))),
  };
}

/** The demand with the lowest cost in these cycles, the smallest of equal ones. */
function cheapest({ costs }: CostsOfPeriod, cycles: readonly number[]): Step {
  let best: Step = { index: 0, cost: Number.POSITIVE_INFINITY };
  for (const [index, ofDemand] of costs.entries()) {
    const cost = cycles.reduce((sum, cycle) => sum + (ofDemand[cycle] as number), 0);
    if (cost < best.cost) best = { index, cost };
  }
  return best;
}

/** The cheapest demand of the season and of the rest; one demand for both if that of the season would be lower. */
function pairOf(one: CostsOfPeriod, season: readonly number[], rest: readonly number[]): Pair {
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

interface DemandOfCycle {
  /** Contracted demands at which the slope of the cost changes, W × 1000: limits of overrun, unused and reactive demand. */
  readonly bends: readonly number[];
  /** Cost before rounding, in 1e-16 R$. @param contracted - W × 1000 */
  readonly costAt: (contracted: number) => Fraction;
}

/**
 * Cost function of a cycle's demand in a time-of-use period; `touPeriod` null: one demand for all periods (Verde). @returns null
 * without a demand tariff
 */
function demandOfCycle(
  measured: MeasuredCycle,
  contract: BillingContract,
  touPeriod: TouPeriod | null,
): DemandOfCycle | null {
  const parts = measured.intervals.flatMap(({ version, days }) => {
    const rules = version?.rules;
    return rules && 'demand' in rules ? [{ rules, days }] : [];
  });
  if (parts.length === 0) return null;
  const peak = measuredDemand(measured, touPeriod);
  const rates = taxRatesOf(contract, measured.cycle.last, consumedIn(measured)) ?? NO_RATES;
  const incentive = incentiveOf(contract, measured.cycle.last);
  return {
    bends: parts.flatMap(({ rules }) => {
      const power = billedDemand(touPeriod, peak, null, rules.integerKw).measured;
      const reactive = rules.reactive === null ? [] : [reactivePowerOf(measured, touPeriod)];
      return [power, (power * 100) / 105, ...reactive];
    }),
    costAt: (contracted) =>
      sumFractions(
        parts.flatMap(({ rules, days }) => {
          const demand = billedDemand(touPeriod, peak, contracted, rules.integerKw);
          const items = itemsOf(demand, measured, rules, incentive);
          const share = { counted: days, of: measured.days };
          return items.map((item) =>
            exactCharge({ ...item, days: share }, pricingOf(rules, withVatInLines(rates), contract)),
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
  return measured.intervals.reduce(
    (sum, { consumed }) => sum + consumed.inPoint + consumed.interPoint + consumed.outPoint,
    0,
  );
}

function reactivePowerOf({ reactiveDemand }: MeasuredCycle, touPeriod: TouPeriod | null): number {
  const { inPoint, interPoint, outPoint } = reactiveDemand;
  if (touPeriod === null) return Math.max(inPoint, interPoint, outPoint);
  return touPeriod === 'inPoint' ? inPoint : Math.max(interPoint, outPoint);
}

/** Cost of all cycles at a contracted demand. */
export interface DemandCost {
  readonly contracted: Watts;
  readonly cost: Cents;
}

export interface OptimalDemand {
  /** Null if one demand applies to all time-of-use periods. */
  readonly touPeriod: TouPeriod | null;
  readonly best: DemandCost;
  /**
   * Points by ascending demand. The cost is linear between neighbours; where overrun ends, two points are one step apart.
   */
  readonly curve: readonly DemandCost[];
}

export interface DemandSearch {
  readonly measured: readonly MeasuredCycle[];
  readonly contract: BillingContract;
  readonly touPeriod: TouPeriod | null;
  /** Step of contracted demand; 1 kW by default. */
  readonly step?: Watts;
  /** Minimum contracted demand; 30 kW by default. */
  readonly min?: Watts;
}

const MW_PER_W = 1000;
const ONE_KW = 1000 as Watts;
/** Minimum contracted demand of Group A (REN ANEEL 1.000/2021). */
const MIN_DEMAND = 30_000 as Watts;

/**
 * The contracted demand of the lowest cost, the smallest of equal ones; null without a demand tariff. The result is exact: the
 * cost is linear between the bends (measured demand, measured demand / 1.05, reactive demand), so the minimum is next to a bend.
 */
export function optimalDemand(search: DemandSearch): OptimalDemand | null {
  const { touPeriod } = search;
  const exact = demandCosts(search).map(({ contracted, costs }) => ({
    contracted,
    cost: sumFractions(costs),
  }));
  if (exact.length === 0) return null;
  const best = exact.reduce((cheapest, point) =>
    compareFractions(point.cost, cheapest.cost) < 0 ? point : cheapest,
  );
  return { touPeriod, best: shown(best), curve: exact.map(shown) };
}

/** Cost of each cycle at each candidate demand, ascending; empty without a demand tariff. */
function demandCosts(search: DemandSearch): readonly {
  /** W */
  readonly contracted: number;
  readonly costs: readonly Fraction[];
}[] {
  const { contract, touPeriod, step = ONE_KW, min = MIN_DEMAND } = search;
  const cycles = search.measured.flatMap((measured) => demandOfCycle(measured, contract, touPeriod) ?? []);
  if (cycles.length === 0) return [];
  return candidates(cycles, step, min).map((contracted) => ({
    contracted,
    costs: cycles.map((cycle) => cycle.costAt(contracted * MW_PER_W)),
  }));
}

/** Cost of the contracted demand, on the curve of `optimalDemand`; null without a contracted demand or a demand tariff. */
export function contractedDemandCost(
  search: Pick<DemandSearch, 'measured' | 'contract' | 'touPeriod'>,
): DemandCost | null {
  const { measured, contract, touPeriod } = search;
  const contracted = contractedFor(contract.demand, touPeriod);
  const cycles = measured.flatMap((cycle) => demandOfCycle(cycle, contract, touPeriod) ?? []);
  if (contracted === null || cycles.length === 0) return null;
  const cost = sumFractions(cycles.map((cycle) => cycle.costAt(contracted)));
  return shown({ contracted: contracted / MW_PER_W, cost });
}

function shown({ contracted, cost }: { readonly contracted: number; readonly cost: Fraction }): DemandCost {
  return { contracted: watts(contracted), cost: centsOf(cost, 'half-up') };
}

/** Candidate demands in steps, ascending: those around every bend, the minimum, and 25 % above the highest bend. */
function candidates(cycles: readonly DemandOfCycle[], step: number, min: number): number[] {
  const bends = cycles.flatMap((cycle) => cycle.bends);
  const highest = Math.max(...bends, min * MW_PER_W) * 1.25;
  const steps = new Set<number>([firstStep(min, step), firstStep(highest / MW_PER_W, step)]);
  for (const bend of bends) {
    const below = Math.floor(bend / MW_PER_W / step);
    for (const near of [below - 1, below, below + 1]) {
      if (near * step >= min) steps.add(near * step);
    }
  }
  return [...steps].sort((a, b) => a - b);
}

function firstStep(power: number, step: number): number {
  return Math.ceil(power / step) * step;
}
