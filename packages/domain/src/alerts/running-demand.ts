import { QUARTER_MS } from '../base/time/quarter.ts';
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../base/time/zone.ts';
import { type Watts, watts } from '../base/units/power.ts';

interface RunningQuarter {
  readonly start: Instant;
  /** Instant of the newest frame. */
  readonly measuredUntil: Instant;
  /** mWh since `start`. */
  readonly energy: number;
  /** Present power. */
  readonly power: Watts;
}

/** The extrapolated demand of the running quarter-hour, compared with the contract. */
export interface HeadingDemand {
  /** Mean power of the quarter-hour if the present power continues to its end. */
  readonly expected: Watts;
  /**
   * Reduction of power until the end of the quarter-hour that keeps its mean within the contract, 0 if none is needed. If it
   * exceeds the present power, an overrun cannot be avoided.
   */
  readonly reduceBy: Watts;
  /** ms until the quarter-hour ends. */
  readonly leftMs: number;
}

/** Above this share of the contract the utility charges the excess (REN ANEEL 1.000/2021, art. 301). */
export const OVERRUN_TOLERANCE = 1.05;

/** A quarter-hour is extrapolated after its first five minutes: earlier, a starting motor would look like an overrun. */
export const HEADING_FROM_MS = 5 * MINUTE_MS;
const MILLI = 1_000;
const QUARTERS_AN_HOUR = 4;

/** The mean power of a whole quarter-hour by its energy in mWh. */
export function quarterPower(energy: number): Watts {
  return watts((energy / MILLI) * QUARTERS_AN_HOUR);
}

/** Extrapolates the running quarter-hour to compare it with the contract; null in its first five minutes and after its end. */
export function headingDemand(
  { start, measuredUntil, energy, power }: RunningQuarter,
  contracted: Watts,
): HeadingDemand | null {
  const elapsedMs = measuredUntil - start;
  const leftMs = QUARTER_MS - elapsedMs;
  if (elapsedMs < HEADING_FROM_MS || leftMs <= 0) return null;
  const left = (power * leftMs * MILLI) / HOUR_MS;
  const expected = quarterPower(energy + left);
  return { expected, reduceBy: watts(Math.max(0, ((expected - contracted) * QUARTER_MS) / leftMs)), leftMs };
}

/** Quarter-hours, at most `gapMs` apart, in which an establishment drew more than its contracted demand and tolerance. */
export interface Overrun {
  readonly since: Instant;
  /** End of the last quarter-hour. */
  readonly until: Instant;
  readonly highest: Watts;
  /** Start of the quarter-hour with the highest demand. */
  readonly highestAt: Instant;
  /** Contracted demand in that quarter-hour. */
  readonly contracted: Watts;
}

/** Consumption of an establishment in a closed quarter-hour, and its contracted demand. */
interface QuarterDemand {
  readonly start: Instant;
  readonly power: Watts;
  readonly contracted: Watts;
}

/**
 * Groups the quarter-hours above the contracted demand and its tolerance into overruns, oldest first.
 * @param tolerance - a share of the contract, such as 1.05 @param gapMs - the longest gap within one overrun
 */
export function overrunsOf(
  quarters: readonly QuarterDemand[],
  { tolerance, gapMs }: { readonly tolerance: number; readonly gapMs: number },
): readonly Overrun[] {
  const overruns: Overrun[] = [];
  for (const { start, power, contracted } of quarters) {
    if (contracted <= 0 || power <= contracted * tolerance) continue;
    const until = instant(start + QUARTER_MS);
    const last = overruns.at(-1);
    const own = { since: start, until, highest: power, highestAt: start, contracted };
    if (last === undefined || start - last.until > gapMs) overruns.push(own);
    else overruns[overruns.length - 1] = { ...(power > last.highest ? own : last), since: last.since, until };
  }
  return overruns;
}
