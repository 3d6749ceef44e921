import type { Instant } from '../base/time/zone.ts';
import { type Tension, voltageLevel, voltageLimit } from '../telemetry/quality/voltage.ts';

/** Mean voltage of each phase over ten minutes, the interval of PRODIST's indicators; null: the phase was not measured. */
export interface TenMinutes {
  readonly start: Instant;
  readonly volts: readonly [number | null, number | null, number | null];
}

/** A fault of the supply. */
interface BadSupply {
  readonly since: Instant;
  readonly phase: 'A' | 'B' | 'C';
  readonly volts: number;
  readonly limit: number;
  readonly isCritical: boolean;
}

const PHASES = ['A', 'B', 'C'] as const;
/** A phase below this share of the highest phase is missing. */
const LOST_SHARE = 0.5;

interface Beyond extends Omit<BadSupply, 'since'> {
  readonly distance: number;
}

function worstOf({ volts }: TenMinutes, tension: Tension): Beyond | null {
  let worst: Beyond | null = null;
  for (const [index, measured] of volts.entries()) {
    if (measured === null) continue;
    const level = voltageLevel(measured, tension);
    if (level === 'adequate') continue;
    const isCritical = level !== 'precarious';
    const limit = voltageLimit(measured, tension);
    const distance = Math.abs(measured - limit);
    const phase = PHASES[index] as BadSupply['phase'];
    if (worst === null || distance > worst.distance)
      worst = { phase, volts: measured, limit, isCritical, distance };
  }
  return worst;
}

/**
 * The newest consecutive intervals in each of which some phase is outside PRODIST's adequate range. @returns null if there are
 * fewer than `minIntervals`
 */
export function badVoltage(
  intervals: readonly TenMinutes[],
  tension: Tension,
  minIntervals: number,
): BadSupply | null {
  let [since, worst, count]: [Instant | null, Beyond | null, number] = [null, null, 0];
  for (const interval of intervals.toReversed()) {
    const beyond = worstOf(interval, tension);
    if (beyond === null) break;
    since = interval.start;
    count++;
    if (worst === null || beyond.distance > worst.distance) worst = beyond;
  }
  if (since === null || worst === null || count < minIntervals) return null;
  const { distance: _, ...badSupply } = worst;
  return { since, ...badSupply };
}

/** A phase that is missing, or phases that differ by more than a share of their mean. */
type BadPhases =
  | {
      readonly state: 'lost';
      readonly since: Instant;
      readonly phase: 'A' | 'B' | 'C';
      readonly volts: number;
    }
  | { readonly state: 'unbalanced'; readonly since: Instant; readonly share: number };

function phasesAt({ start, volts }: TenMinutes, maxShare: number): BadPhases | null {
  const measured = volts.map((value) => value ?? 0);
  const highest = Math.max(...measured);
  if (highest === 0) return null;
  const lowest = Math.min(...measured);
  const phase = PHASES[measured.indexOf(lowest)] as 'A' | 'B' | 'C';
  if (lowest < highest * LOST_SHARE) return { state: 'lost', since: start, phase, volts: lowest };
  const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length;
  const share = Math.max(...measured.map((value) => Math.abs(value - mean))) / mean;
  return share > maxShare ? { state: 'unbalanced', since: start, share } : null;
}

/**
 * The state of a three-phase meter by its newest intervals: one interval proves a missing phase, two an unbalance. A phase that
 * was not measured counts as 0 V. Indicative only, as PRODIST measures over a week. Null: neither.
 */
export function badPhases(intervals: readonly TenMinutes[], maxShare: number): BadPhases | null {
  const [last, before] = intervals
    .toReversed()
    .slice(0, 2)
    .map((one) => phasesAt(one, maxShare));
  if (!last) return null;
  if (last.state === 'lost') return last;
  return before ? { ...last, since: before.since } : null;
}
