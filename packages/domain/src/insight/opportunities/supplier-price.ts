import type { ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import { DAYS_A_YEAR, type SavedCycle } from './yearly-saving.ts';

/**
 * The bill of a cycle as a captive customer, and its parts in the free market, where the total is linear in the supplier's price.
 */
export interface MarketCycle {
  readonly days: number;
  /** Measured share of the cycle, 0..1. */
  readonly completeness: number;
  /** Bill as a captive customer, R$. */
  readonly now: number;
  /** Amount that the distributor would still bill, R$. */
  readonly base: number;
  /** Energy that the supplier would invoice, kWh. */
  readonly energy: number;
}

const CENTS = 100;
/** Contracted demand in W; customers below it must buy through a retail trader (Portaria MME 50/2022, art. 1, § 1). */
const WHOLESALE_FROM = 500_000;

/** Total of a cycle in the free market, R$. @param price - R$/kWh */
export function totalAt({ base, energy }: MarketCycle, price: number): number {
  return Math.round((base + energy * price) * CENTS) / CENTS;
}

/** Saving of each cycle in the free market, negative if it is dearer. @param price - of the supplier, R$/kWh */
export function savedAt(cycles: readonly MarketCycle[], price: number): SavedCycle[] {
  return cycles.map((cycle) => ({
    days: cycle.days,
    completeness: cycle.completeness,
    saving: Math.round((cycle.now - totalAt(cycle, price)) * CENTS) / CENTS,
  }));
}

/** Yearly saving in the free market, R$; negative if it is dearer. @param price - of the supplier, R$/kWh */
export function yearlyDifference(cycles: readonly MarketCycle[], price: number): number {
  const saved = savedAt(cycles, price);
  const days = saved.reduce((sum, cycle) => sum + cycle.days, 0);
  return (saved.reduce((sum, { saving }) => sum + saving, 0) / days) * DAYS_A_YEAR;
}

/**
 * Supplier's price at which the sum of all cycles is equal in both markets, R$/kWh; null without consumption, or if that price is
 * not above 0.
 */
export function breakEvenPrice(cycles: readonly MarketCycle[]): number | null {
  const energy = cycles.reduce((sum, cycle) => sum + cycle.energy, 0);
  const spared = cycles.reduce((sum, { now, base }) => sum + now - base, 0);
  return energy > 0 && spared > 0 ? spared / energy : null;
}

/** W */
function largest(demand: ContractedDemand): number {
  return demand.mode === 'single' ? demand.demand : Math.max(demand.inPoint, demand.outPoint);
}

/** Whether a customer needs a retail trader as representative at CCEE: below 500 kW, or without a known demand. */
export function needsRetailTrader(demand: ContractedDemand | null): boolean {
  return demand === null || largest(demand) < WHOLESALE_FROM;
}
