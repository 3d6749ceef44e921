import type { Generation } from '../../sites/tariffs/billing-contract.ts';
import type { CreditMovement } from '../bill/bill.ts';
import { MISSING } from '../bill/missing.ts';
import { ZERO } from '../charges/fraction.ts';
import { flagInPrice } from '../flags/flag-lines.ts';
import {
  type ElectricCycle,
  type ElectricStretch,
  type Lines,
  priceItems,
  total,
} from '../lines/electric-cycle.ts';
import { chargedOnCompensation, compensationItems, conversionBy } from './compensation-charges.ts';
import { type Settlement, settleCredits } from './credits.ts';

const PER_UNIT = 1_000_000;

/** What generation gives back. */
interface CompensationLines extends Lines {
  readonly movement: CreditMovement | null;
  /** mWh */
  readonly compensated: number;
}

export function compensationLines(cycle: ElectricCycle): CompensationLines {
  const { contract, stretches, measured } = cycle;
  if (contract.generation === null || stretches.length === 0) {
    const injected = measured.stretches.reduce((sum, stretch) => sum + total(stretch.injected), 0);
    const missing = injected >= PER_UNIT ? [MISSING.uncompensated(injected / PER_UNIT)] : [];
    return { lines: [], missing, movement: null, compensated: 0 };
  }
  const settled = settleCredits(
    measured,
    contract.generation,
    stretches.map(({ consumed, rules }) => ({ consumed, conversion: conversionBy(rules) })),
  );
  return { ...chargesOf(settled, contract.generation, cycle), movement: settled.movement };
}

function chargesOf(
  { compensations }: Settlement,
  generation: Generation,
  cycle: ElectricCycle,
): Lines & { readonly compensated: number } {
  const { stretches, measured } = cycle;
  const flag = flagInPrice(cycle);
  const year = Number(measured.cycle.last.slice(0, 4));
  const missing = new Set<string>();
  const lines = compensations.flatMap((compensation) => {
    const stretch = stretches[compensation.stretch] as ElectricStretch;
    const { lot, post } = compensation;
    const charged = chargedOnCompensation(stretch.rules, lot.class, post, year);
    if (charged === null) missing.add(MISSING.compensation(lot.class));
    const prices = { charged: charged ?? ZERO, flag };
    return priceItems(stretch, compensationItems(compensation, stretch.rules, generation, prices));
  });
  const compensated = compensations.reduce((sum, { energy }) => sum + energy, 0);
  return { lines, missing: [...missing], compensated };
}
