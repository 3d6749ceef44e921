import type { Charge } from './bill.ts';
import { type ElectricCycle, priceItems } from './electric-cycle.ts';
import { energyItems } from './energy-charges.ts';

/** Consumption by post. */
export function energyLines({ stretches, contract }: ElectricCycle): Charge[] {
  return stretches.flatMap((stretch) =>
    priceItems(stretch, energyItems(stretch.rules, stretch.consumed, contract.market)),
  );
}
