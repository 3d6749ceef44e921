import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { BilledDemand, Charge } from '../bill/bill.ts';
import { MISSING } from '../bill/missing.ts';
import {
  type ElectricCycle,
  type ElectricInterval,
  type Lines,
  priceItems,
  total,
} from '../lines/electric-cycle.ts';
import {
  type DemandRules,
  demandItems,
  demandsOf,
  incentiveOf,
  reactiveDemandItems,
  reactiveEnergyItems,
} from './demand.ts';

const PER_UNIT = 1_000_000;

interface DemandLines extends Lines {
  readonly demand: readonly BilledDemand[];
}

/** Demand, and excess of reactive energy and demand; of nothing but Group A. */
export function demandLines({ stretches, measured, contract }: ElectricCycle): DemandLines {
  const parts = stretches.flatMap((interval): DemandLines[] => {
    const { rules } = interval;
    if (!('demand' in rules)) return [];
    const demand = demandsOf(rules, measured, contract.demand);
    const reactive = reactiveLines(interval, rules);
    return [
      {
        lines: [...linesOf(interval, rules, demand, measured, contract), ...reactive.lines],
        missing: [...(contract.demand === null ? [MISSING.contractedDemand] : []), ...reactive.missing],
        demand,
      },
    ];
  });
  return {
    lines: parts.flatMap(({ lines }) => lines),
    missing: [...new Set(parts.flatMap(({ missing }) => missing))],
    demand: parts.at(-1)?.demand ?? [],
  };
}

function linesOf(
  interval: ElectricInterval,
  rules: DemandRules,
  demand: readonly BilledDemand[],
  measured: MeasuredCycle,
  contract: BillingContract,
): Charge[] {
  const incentive = incentiveOf(contract, measured.cycle.last);
  const items = [
    ...demand.flatMap((one) => demandItems(one, rules, incentive)),
    ...(rules.reactive === null ? [] : reactiveDemandItems(demand, measured, rules)),
  ];
  return priceItems(
    interval,
    items.map((item) => ({ ...item, days: interval.days })),
  );
}

function reactiveLines(interval: ElectricInterval, { reactive }: DemandRules): Lines {
  if (reactive === null) return { lines: [], missing: [MISSING.reactiveRules] };
  const excess = total(interval.reactiveExcess);
  if (excess === 0) return { lines: [], missing: [] };
  if (reactive.vrEre === null) return { lines: [], missing: [MISSING.reactivePrice(excess / PER_UNIT)] };
  const items = reactiveEnergyItems(interval.reactiveExcess, reactive.vrEre);
  return { lines: priceItems(interval, items), missing: [] };
}
