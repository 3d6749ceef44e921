import type { ContractedDemand } from '../../sites/tariffs/billing-contract.ts';
import { DAYS_A_YEAR, type SavedCycle } from './yearly-saving.ts';

/** A cycle as a captive customer and its cost in the free market, which is linear in the supplier's price. */
export interface MarketCycle {
  readonly days: number;
  /** Share of the cycle that was measured, 0..1. */
  readonly completeness: number;
  /** R$ of the bill as a captive customer. */
  readonly now: number;
  /** R$ that the distributor would still bill. */
  readonly base: number;
  /** kWh that the supplier would invoice. */
  readonly energy: number;
}

const CENTS = 100;
/** Less than this must buy by a retail trader (Portaria MME 50/2022, art. 1, § 1). */
const WHOLESALE_FROM = 500_000;

/** R$ that a cycle would come to in the free market, at R$/kWh. */
export function totalAt({ base, energy }: MarketCycle, price: number): number {
  return Math.round((base + energy * price) * CENTS) / CENTS;
}

/** What each cycle would have saved at the price of a supplier, R$/kWh: below 0 where the free market is dearer. */
export function savedAt(cycles: readonly MarketCycle[], price: number): SavedCycle[] {
  return cycles.map((cycle) => ({
    days: cycle.days,
    completeness: cycle.completeness,
    saving: Math.round((cycle.now - totalAt(cycle, price)) * CENTS) / CENTS,
  }));
}

/** R$ a year by which the free market is below at a price, R$/kWh; below 0 where it is above. */
export function yearlyDifference(cycles: readonly MarketCycle[], price: number): number {
  const saved = savedAt(cycles, price);
  const days = saved.reduce((sum, cycle) => sum + cycle.days, 0);
  return (saved.reduce((sum, { saving }) => sum + saving, 0) / days) * DAYS_A_YEAR;
}

/** R$/kWh at which all cycles cost the same in both markets; null without consumption, or if no price above 0 does. */
export function breakEvenPrice(cycles: readonly MarketCycle[]): number | null {
  const energy = cycles.reduce((sum, cycle) => sum + cycle.energy, 0);
  const spared = cycles.reduce((sum, { now, base }) => sum + now - base, 0);
  return energy > 0 && spared > 0 ? spared / energy : null;
}

/** W */
function largest(demand: ContractedDemand): number {
  return demand.mode === 'single' ? demand.demand : Math.max(demand.inPoint, demand.outPoint);
}

/** Whether a customer must be represented at CCEE by a retail trader: one below 500 kW. */
export function needsRetailTrader(demand: ContractedDemand | null): boolean {
  return demand === null || largest(demand) < WHOLESALE_FROM;
}
