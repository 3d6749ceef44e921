import { benefitsOn } from '../../sites/tariffs/benefit.ts';
import type { Charge } from '../bill/bill.ts';
import { flagInPrice } from '../flags/flag-lines.ts';
import { type Portion, portionsOf } from './benefit-portions.ts';
import { type ElectricCycle, priceItems } from './electric-cycle.ts';
import { energyItems } from './energy-charges.ts';

/** Consumption by post, and by what benefits let off of it. */
export function energyLines(cycle: ElectricCycle): Charge[] {
  const { contract, measured, stretches } = cycle;
  const flag = flagInPrice(cycle);
  const portions = portionsOf(stretches, benefitsOn(contract.benefits, measured.cycle.last));
  return stretches.flatMap((stretch, index) =>
    priceItems(stretch, energyItems(stretch.rules, portions[index] as readonly Portion[], contract, flag)),
  );
}
