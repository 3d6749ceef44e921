import type { Charge } from './bill.ts';
import { type ElectricCycle, priceItems } from './electric-cycle.ts';
import { energyItems } from './energy-charges.ts';

/** Consumption by post. */
export function energyLines({ stretches, contract }: ElectricCycle): Charge[] {
  const isFree = contract.market.mode === 'livre';
  return stretches.flatMap((stretch) =>
    priceItems(stretch, energyItems(stretch.rules, stretch.consumed, isFree)),
  );
}
