import { addDays, type CivilDate } from '../../base/time/civil-day.ts';
import type { FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import { flagsOfCycle } from '../flags/flags.ts';

/** Possible flag prices, R$/kWh before taxes. */
export interface FlagPrices {
  /** Prices on separate lines, each flag prorated by its days. */
  readonly onLines: readonly number[];
  /** Sums of the flags of a cycle, included in the energy price. */
  readonly inPrice: readonly number[];
}

/** R$/kWh: none, those of REH 3.306/2024, then those of earlier resolutions, newest first, for bills of any year. */
const FULL_MONTHS = [
  0, 0.01885, 0.04463, 0.07877, 0.02989, 0.065, 0.09795, 0.142, 0.01874, 0.03971, 0.09492, 0.01343, 0.04169,
  0.06243, 0.015, 0.04, 0.06, 0.01, 0.03, 0.05, 0.02, 0.035, 0.045, 0.025, 0.055,
];
/** Meters are read every 27 to 33 days (REN ANEEL 1.000/2021). */
const CYCLE_DAYS = [27, 28, 29, 30, 31, 32, 33];
const PER_UNIT = 1e10;

/** Flag prices for a bill of an unknown month: all that ever existed. */
export const FULL_MONTH_FLAGS: FlagPrices = { onLines: FULL_MONTHS, inPrice: FULL_MONTHS };

/**
 * Possible flag prices of a cycle: those of whole months, and those of its months prorated by days (0.01885 × 27/33) for each
 * possible cycle length. @param last - last day of the cycle
 */
export function flagPricesOn(last: CivilDate, flags: FlagMonths): FlagPrices {
  const cycles = CYCLE_DAYS.flatMap((length) => {
    const { shares, unknown } = flagsOfCycle({ first: addDays(last, 1 - length), last }, flags);
    return unknown.size > 0
      ? []
      : [shares.map(({ price, days }) => (Number(price) * days) / PER_UNIT / length)];
  });
  const sums = cycles.map((prices) => prices.reduce((sum, price) => sum + price, 0));
  return {
    onLines: [...new Set([...FULL_MONTHS, ...cycles.flat()])],
    inPrice: [...new Set([...FULL_MONTHS, ...sums])],
  };
}
