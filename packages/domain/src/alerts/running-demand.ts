import { QUARTER_MS } from '../base/time/quarter.ts';
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../base/time/zone.ts';
import { type Watts, watts } from '../base/units/power.ts';

interface RunningQuarter {
  readonly start: Instant;
  /** The newest frame. */
  readonly measuredUntil: Instant;
  /** mWh so far. */
  readonly energy: number;
  /** Present power. */
  readonly power: Watts;
}

export interface HeadingDemand {
  /** Its mean power if all stays as it is. */
  readonly expected: Watts;
  /** By how much less must be drawn until its end to stay within the contract; more than is drawn: it is too late. */
  readonly reduceBy: Watts;
  /** ms until its end. */
  readonly leftMs: number;
}

/** Above this share of the contract the utility charges the excess (REN ANEEL 1.000/2021, art. 301). */
export const OVERRUN_TOLERANCE = 1.05;

/** The age from which a quarter-hour is extrapolated: before it, a starting motor would look like an overrun. */
export const HEADING_FROM_MS = 5 * MINUTE_MS;
const MILLI = 1_000;
const QUARTERS_AN_HOUR = 4;

/** The mean power of a whole quarter-hour in which so many mWh were consumed. */
export function quarterPower(energy: number): Watts {
  return watts((energy / MILLI) * QUARTERS_AN_HOUR);
}

/** Where the running quarter-hour heads against a contract; null before its fifth minute, and after its end. */
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

/** Quarter-hours in which an establishment drew more than its limit. */
export interface Overrun {
  readonly since: Instant;
  /** The end of the last of them. */
  readonly until: Instant;
  readonly highest: Watts;
  /** The start of the highest. */
  readonly highestAt: Instant;
  /** The contract at that time. */
  readonly contracted: Watts;
}

/** Consumption of an establishment in a closed quarter-hour, and its contracted demand. */
interface QuarterDemand {
  readonly start: Instant;
  readonly power: Watts;
  readonly contracted: Watts;
}

/**
 * The quarter-hours above the contract and its tolerance, in order; close ones are one overrun.
 * @param tolerance - a share of the contract, such as 1.05 @param gapMs - the longest gap within one
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
