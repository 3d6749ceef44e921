import type { Charge } from '../bill/bill.ts';
import { type ElectricCycle, priceItems } from './electric-cycle.ts';
import { energyItems } from './energy-charges.ts';
import { flagInPrice } from './flag-lines.ts';

/** Consumption by post. */
export function energyLines(cycle: ElectricCycle): Charge[] {
  const flag = flagInPrice(cycle);
  return cycle.stretches.flatMap((stretch) =>
    priceItems(stretch, energyItems(stretch.rules, stretch.consumed, cycle.contract, flag)),
  );
}
