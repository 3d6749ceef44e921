import {
  type BillingContract,
  type Generation,
  USUAL_PRINTING,
} from '../../sites/tariffs/billing-contract.ts';
import { MISSING } from '../bill/missing.ts';
import { type Item, untaxedItem } from '../charges/charge.ts';
import { type Fraction, fraction, shareOf, sumFractions, ZERO } from '../charges/fraction.ts';
import { type ElectricCycle, type Lines, priceItems, totalConsumed } from '../lines/electric-cycle.ts';
import { type FlagShare, flagItems, flagsOfCycle } from './flags.ts';

/** The flags of the cycle, on what is consumed and, given back, on what is compensated; of captive customers only. */
export function flagLines(cycle: ElectricCycle, compensated: number): Lines {
  const last = cycle.stretches.at(-1);
  const { market, generation } = cycle.contract;
  if (last === undefined || market.mode === 'livre') return { lines: [], missing: [] };
  const { shares, unknown } = flagsOfCycle(cycle.measured.cycle, cycle.flags);
  const { days } = cycle.measured;
  const named = [...unknown].map(([month, count]) => MISSING.flag(month, count));
  if (isInPrice(cycle.contract)) return { lines: [], missing: named };
  const charged = flagItems(shares, totalConsumed(cycle.stretches), days);
  const returned = generation === null ? [] : returnedItems(shares, compensated, days, generation);
  return {
    lines: priceItems({ ...last, since: '' }, [...charged, ...returned]),
    missing: named,
  };
}

function isInPrice({ printing = USUAL_PRINTING }: BillingContract): boolean {
  return printing.flag === 'price';
}

/** What the flags of a cycle add to each of its kWh, R$ before taxes, where the bill prints it inside the price; else 0. */
export function flagInPrice({ contract, measured, flags }: ElectricCycle): Fraction {
  if (contract.market.mode === 'livre' || !isInPrice(contract)) return ZERO;
  const { shares } = flagsOfCycle(measured.cycle, flags);
  return sumFractions(shares.map(({ price, days }) => shareOf(fraction(price), days, measured.days)));
}

function returnedItems(
  shares: readonly FlagShare[],
  compensated: number,
  days: number,
  { ownTaxes }: Generation,
): Item[] {
  return flagItems(shares, -compensated, days).map((item) => ({
    ...untaxedItem(item),
    label: `${item.label} – energia compensada`,
    carried: ownTaxes,
  }));
}
