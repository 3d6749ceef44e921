import { addDays, type CivilDate } from '../../base/time/civil-day.ts';
import type { FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import { flagsOfCycle } from '../flags/flags.ts';

/** Possible additions of flags to a kWh, R$ before taxes. */
export interface FlagPrices {
  /** On lines of their own, each flag by its days. */
  readonly onLines: readonly number[];
  /** Inside the price of the energy, all flags of a cycle together. */
  readonly inPrice: readonly number[];
}

/** R$/kWh: none, those of REH 3.306/2024, and of the resolutions before it, the newest first (bills may be of any year). */
const FULL_MONTHS = [
  0, 0.01885, 0.04463, 0.07877, 0.02989, 0.065, 0.09795, 0.142, 0.01874, 0.03971, 0.09492, 0.01343, 0.04169,
  0.06243, 0.015, 0.04, 0.06, 0.01, 0.03, 0.05, 0.02, 0.035, 0.045, 0.025, 0.055,
];
/** Meters are read every 27 to 33 days (REN ANEEL 1.000/2021). */
const CYCLE_DAYS = [27, 28, 29, 30, 31, 32, 33];
const PER_UNIT = 1e10;

/** Flags of a month that is not known: any that there was. */
export const FULL_MONTH_FLAGS: FlagPrices = { onLines: FULL_MONTHS, inPrice: FULL_MONTHS };

/** Also the flags of a cycle's months by days, 0.01885 × 27/33, for each length of a cycle. @param last - its last day */
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
