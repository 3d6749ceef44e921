import { type CivilDate, civilDateOf, dayNumber } from '../../base/time/civil-day.ts';
import { addMonths, type CivilMonth, lastDayOf, monthOf } from '../../base/time/civil-month.ts';
import type { ByTouPeriod, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { priceCycle } from '../../money/bill/price-cycle.ts';
import type {
  BillingContract,
  CreditLot,
  FlagMonths,
  Generation,
} from '../../sites/tariffs/billing-contract.ts';

interface ExpiringCredits {
  /** The first month in which credits expire. */
  readonly first: CivilMonth;
  /** Energy that expires unused in twelve months from `first` on, mWh. */
  readonly energy: number;
}

export interface CreditYear {
  /** Twelve cycles, oldest first. */
  readonly measured: readonly MeasuredCycle[];
  readonly contract: BillingContract & { readonly generation: Generation };
  readonly flags: FlagMonths;
  /** Unused credits at the end of the last cycle. */
  readonly lots: readonly CreditLot[];
}

const CYCLES_A_YEAR = 12;
/** Simulated months. Credits last 60 months, so those of the coming year are used or expired by then. */
const MONTHS_AHEAD = 7 * CYCLES_A_YEAR;

/**
 * Repeats the measured year, starting with today's credits, until credits expire unused (Lei 14.300/2022, art. 13).
 * @param consuming - factor by which consumption is multiplied @returns null if no credit expires within seven years, or with
 * fewer than twelve cycles
 */
export function expiringCredits(year: CreditYear, consuming = 1): ExpiringCredits | null {
  const { measured, contract, flags } = year;
  const last = measured.at(-1);
  if (last === undefined || measured.length !== CYCLES_A_YEAR) return null;
  const now = monthOf(last.cycle.last);
  let credits = year.lots;
  let first: CivilMonth | null = null;
  let energy = 0;
  for (let ahead = 1; ahead <= MONTHS_AHEAD; ahead++) {
    const month = addMonths(now, ahead);
    if (first !== null && month >= addMonths(first, CYCLES_A_YEAR)) break;
    const cycle = inMonth(measured[(ahead - 1) % CYCLES_A_YEAR] as MeasuredCycle, month, consuming);
    const bill = priceCycle(cycle, {
      contract: { ...contract, generation: { ...contract.generation, credits } },
      flags,
    });
    if (bill.credits === null) return null;
    credits = bill.credits.lots;
    if (bill.credits.expired === 0) continue;
    first ??= month;
    energy += bill.credits.expired;
  }
  return first === null ? null : { first, energy };
}

/** The cycle moved to another month, with its consumption multiplied. */
function inMonth(cycle: MeasuredCycle, month: CivilMonth, consuming: number): MeasuredCycle {
  const moved: { readonly first: CivilDate; readonly last: CivilDate } = {
    first: civilDateOf(dayNumber(lastDayOf(month)) - cycle.days + 1),
    last: lastDayOf(month),
  };
  const intervals = cycle.intervals.map((interval) => ({
    ...interval,
    consumed: scaled(interval.consumed, consuming),
  }));
  return { ...cycle, cycle: moved, intervals };
}

function scaled({ inPoint, interPoint, outPoint }: ByTouPeriod, by: number): ByTouPeriod {
  return {
    inPoint: Math.round(inPoint * by),
    interPoint: Math.round(interPoint * by),
    outPoint: Math.round(outPoint * by),
  };
}

/** Bills of a year with generation, and the worth of compensated energy. */
interface CompensatedYear {
  /** Total of each bill in cents, with credits carried from cycle to cycle. */
  readonly totals: readonly number[];
  /** Cents that each compensated mWh saves; null without compensated energy. */
  readonly worth: number | null;
}

/**
 * Bills consecutive cycles with and without generation. Unused credits are carried to the next cycle; the first one starts
 * without credits.
 */
export function compensatedYear({
  measured,
  contract,
  flags,
}: Pick<CreditYear, 'measured' | 'contract' | 'flags'>): CompensatedYear {
  let credits: readonly CreditLot[] = [];
  let [credited, used] = [0, 0];
  const totals = measured.map((cycle) => {
    const generation = { ...contract.generation, credits };
    const bill = priceCycle(cycle, { contract: { ...contract, generation }, flags });
    const without = priceCycle(cycle, { contract: { ...contract, generation: null }, flags });
    credits = bill.credits?.lots ?? credits;
    used += bill.credits?.used ?? 0;
    credited += without.total - bill.total;
    return bill.total as number;
  });
  return { totals, worth: used === 0 ? null : credited / used };
}
