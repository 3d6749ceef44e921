import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import type { CivilMonth } from '../../base/time/civil-month.ts';
import type { FlagMonths, FlagName } from '../../sites/tariffs/billing-contract.ts';
import { flagsOfCycle } from './flags.ts';

/** The flag by which months were priced whose own was not known yet. */
interface AssumedFlag {
  readonly name: FlagName;
  readonly months: readonly CivilMonth[];
}

/**
 * The flags of a cycle where ANEEL has not set all of them yet: it tells the flag of a month in the last days of the month
 * before (REN ANEEL 1.000/2021, art. 307). A month without one takes that of the last month before it that has one.
 *
 * @returns the flags with those that were assumed, and which these are; null: none had to be, or none is known
 */
export function assumeFlags(
  cycle: BillingCycle,
  flags: FlagMonths,
): { readonly flags: FlagMonths; readonly assumed: AssumedFlag | null } {
  const months = [...flagsOfCycle(cycle, flags).unknown.keys()];
  const [first] = months;
  const before = [...flags.keys()].filter((month) => first !== undefined && month < first).sort();
  const last = before.at(-1);
  const flag = last === undefined ? undefined : flags.get(last);
  if (flag === undefined) return { flags, assumed: null };
  return {
    flags: new Map([...flags, ...months.map((month) => [month, flag] as const)]),
    assumed: { name: flag.name, months },
  };
}
