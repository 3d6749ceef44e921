import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { type Cents, sumCents } from '../../base/units/money.ts';
import type { Watts } from '../../base/units/power.ts';
import { createSharedMeasure, type MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { benefitHours } from '../../sites/tariffs/benefit.ts';
import type { BillingContract, ContractedDemand, FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import {
  contractedPeriods,
  type ElectricModality,
  electricModalities,
  isOfferedTo,
  isOfGroup,
  type RulesVersion,
} from '../../sites/tariffs/tariff-rules.ts';
import type { EnergySeries } from '../../telemetry/intervals/totals.ts';
import { type Bill, OPTANTE_B_KVA } from '../bill/bill.ts';
import { priceCycle } from '../bill/price-cycle.ts';
import { type OptimalDemand, optimalDemand } from './optimal-demand.ts';

interface TariffCandidate {
  readonly modality: ElectricModality;
  readonly versions: readonly RulesVersion[];
}

/** Input of a comparison. `since` is the start of the installation; null if unknown. */
export interface Comparison {
  readonly series: EnergySeries;
  readonly cycles: readonly BillingCycle[];
  readonly zone: Zone;
  readonly now: Instant;
  readonly since: Instant | null;
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  readonly candidates: readonly TariffCandidate[];
}

/** Bills of all cycles under one modality. */
export interface ComparedTariff {
  readonly modality: ElectricModality;
  /** Total of `bills`, with the contracted demand. */
  readonly total: Cents;
  readonly bills: readonly Bill[];
  /** Demands of the lowest cost: one for Verde, one for each time-of-use period of Azul, none for Group B. */
  readonly optimal: readonly OptimalDemand[];
  /** Bills with the demands of `optimal`; equal to `bills` without them. */
  readonly optimalBills: readonly Bill[];
  readonly optimalTotal: Cents;
  readonly missing: readonly string[];
}

/**
 * Modalities that a customer may choose: those of its subgroup and, below 69 kV with a transformer of at most 112.5 kVA, also
 * those of Group B (REN ANEEL 1.000/2021).
 */
export function openModalities(
  contract: Pick<BillingContract, 'group' | 'subgroup' | 'transformerKva'>,
): readonly ElectricModality[] {
  const { group, subgroup, transformerKva } = contract;
  const offered = electricModalities.filter((modality) => isOfferedTo(subgroup, modality));
  const isHighVoltage = ['A1', 'A2', 'A3'].includes(subgroup);
  const mayOpt =
    group === 'A' && !isHighVoltage && transformerKva !== null && transformerKva <= OPTANTE_B_KVA;
  return [...offered, ...electricModalities.filter((modality) => mayOpt && isOfGroup('B', modality))];
}

/** Bills of the cycles under each candidate that the customer may choose, cheapest `optimalTotal` first. */
export function compareTariffs(comparison: Comparison): ComparedTariff[] {
  const open = new Set(openModalities(comparison.contract));
  const measure = createSharedMeasure({ ...comparison, hours: benefitHours(comparison.contract.benefits) });
  return comparison.candidates
    .filter(({ modality }) => open.has(modality))
    .map((candidate) => costUnder(candidate, comparison, measure))
    .sort((a, b) => a.optimalTotal - b.optimalTotal);
}

function costUnder(
  { modality, versions }: TariffCandidate,
  comparison: Comparison,
  measure: ReturnType<typeof createSharedMeasure>,
): ComparedTariff {
  const { flags } = comparison;
  const measured = measure(versions);
  const contract = contractUnder(comparison.contract, modality);
  const bills = measured.map((one) => priceCycle(one, { contract, flags }));
  const optimal = optimaOf(measured, contract, modality);
  const demand = demandOf(optimal);
  const improved =
    demand === null
      ? bills
      : measured.map((one) => priceCycle(one, { contract: { ...contract, demand }, flags }));
  return {
    modality,
    total: totalOf(bills),
    bills,
    optimal,
    optimalBills: improved,
    optimalTotal: totalOf(improved),
    missing: [...new Set(bills.flatMap(({ missing }) => missing))],
  };
}

/**
 * The contract under another modality. A Group A customer that takes a Group B tariff opts for it (`optanteB`), with three phases
 * by default.
 */
function contractUnder(contract: BillingContract, modality: ElectricModality): BillingContract {
  const isB = isOfGroup('B', modality);
  if (contract.group === 'B') return { ...contract, modality };
  if (!isB) return { ...contract, modality, optanteB: false };
  return { ...contract, modality, optanteB: true, supply: contract.supply ?? 'trifasico' };
}

function optimaOf(
  measured: readonly MeasuredCycle[],
  contract: BillingContract,
  modality: ElectricModality,
): OptimalDemand[] {
  return contractedPeriods(modality).flatMap(
    (touPeriod) => optimalDemand({ measured, contract, touPeriod }) ?? [],
  );
}

function demandOf(optimal: readonly OptimalDemand[]): ContractedDemand | null {
  const [first, second] = optimal.map(({ best }): Watts => best.contracted);
  if (first === undefined) return null;
  if (second === undefined) return { mode: 'single', demand: first };
  return { mode: 'by-post', inPoint: first, outPoint: second };
}

function totalOf(bills: readonly Bill[]): Cents {
  return sumCents(bills.map(({ total }) => total));
}
