import { type ElectricCycle, type Lines, priceItems, totalConsumed } from './electric-cycle.ts';
import { flagItems, flagsOfCycle } from './flags.ts';
import { MISSING } from './missing.ts';
import { ALL_TAXES } from './taxes.ts';

/** The flags of the cycle, on what is consumed and, given back, on what is compensated; of captive customers only. */
export function flagLines(cycle: ElectricCycle, compensated: number): Lines {
  const last = cycle.stretches.at(-1);
  if (last === undefined || cycle.contract.market.mode === 'livre') return { lines: [], missing: [] };
  const { shares, unknown } = flagsOfCycle(cycle.measured.cycle, cycle.flags);
  const { days } = cycle.measured;
  const charged = flagItems(shares, totalConsumed(cycle.stretches), days);
  const returned = flagItems(shares, -compensated, days).map((item) => ({
    ...item,
    label: `${item.label} – energia compensada`,
    carried: cycle.contract.generation?.ownTaxes ?? ALL_TAXES,
  }));
  return {
    lines: priceItems({ ...last, since: '' }, [...charged, ...returned]),
    missing: [...unknown].map(([month, count]) => MISSING.flag(month, count)),
  };
}
