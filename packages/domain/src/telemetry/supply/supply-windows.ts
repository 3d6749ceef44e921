import { type Instant, instant, MINUTE_MS } from '../../base/time/zone.ts';
import type { PhaseColumns, PhaseValues, SupplyFrames } from './supply-frames.ts';
import { isShort, type VoltageEvent } from './voltage-events.ts';

/** Nominal low voltages for which PRODIST has limits, V. */
export const NOMINAL_VOLTS = [127, 220, 380, 440] as const;
export type NominalVolts = (typeof NOMINAL_VOLTS)[number];

/** Ends of the adequate range and of the precarious range around it, V. Each end belongs to the better range. */
export interface SteadyLimits {
  readonly criticalLow: number;
  readonly adequateLow: number;
  readonly adequateHigh: number;
  readonly criticalHigh: number;
}

/** PRODIST Module 8 (ANEEL), steady-state voltage, connection points of 1 kV or less. */
const LIMITS: Readonly<Record<NominalVolts, SteadyLimits>> = {
  127: { criticalLow: 110, adequateLow: 117, adequateHigh: 133, criticalHigh: 135 },
  220: { criticalLow: 191, adequateLow: 202, adequateHigh: 231, criticalHigh: 233 },
  380: { criticalLow: 331, adequateLow: 350, adequateHigh: 399, criticalHigh: 403 },
  440: { criticalLow: 383, adequateLow: 405, adequateHigh: 462, criticalHigh: 466 },
};

export function steadyLimits(nominal: NominalVolts): SteadyLimits {
  return LIMITS[nominal];
}

export type SteadyLevel = 'adequate' | 'precarious' | 'critical';

/** PRODIST's range of a ten-minute reading, V. */
export function steadyLevel(volts: number, limits: SteadyLimits): SteadyLevel {
  if (volts < limits.criticalLow || volts > limits.criticalHigh) return 'critical';
  return volts < limits.adequateLow || volts > limits.adequateHigh ? 'precarious' : 'adequate';
}

/** Unbalance of three line voltages, negative over positive sequence by lengths (PRODIST Module 8); 0 without voltage. */
export function lineUnbalance(ab: number, bc: number, ca: number): number {
  const squares = ab ** 2 + bc ** 2 + ca ** 2;
  if (squares === 0) return 0;
  const beta = (ab ** 4 + bc ** 4 + ca ** 4) / squares ** 2;
  // Rounding errors may yield a value slightly below zero if all voltages are equal.
  const root = Math.sqrt(Math.max(0, 3 - 6 * beta));
  return Math.sqrt(Math.max(0, (1 - root) / (1 + root)));
}

const lineBetween = (one: number, other: number): number => Math.sqrt(one ** 2 + other ** 2 + one * other);

/** Unbalance of three phase voltages, assumed to be 120° apart, because a board measures no angles. */
export function phaseUnbalance(a: number, b: number, c: number): number {
  return lineUnbalance(lineBetween(a, b), lineBetween(b, c), lineBetween(c, a));
}

/** Ten minutes: the interval over which PRODIST Module 8 takes a reading of steady voltage. */
export const WINDOW_MS = 10 * MINUTE_MS;
/** Readings of an indicator: a week of ten minutes. */
export const WINDOWS_OF_WEEK = 1008;

/** One reading of ten minutes. */
export interface SupplyWindow {
  readonly start: Instant;
  readonly frames: number;
  /** Root mean square of each phase (IEC 61000-4-30), V. */
  readonly volts: PhaseValues;
  /** Mean of the total harmonic distortion of the voltage, %. */
  readonly distortion: PhaseValues;
  /** Share; null if fewer than three phases were measured. */
  readonly unbalance: number | null;
  /** Whether an interruption or a short variation occurred within it, so that it is no reading of steady voltage. */
  readonly isDisturbed: boolean;
}

type Combine = (value: number) => number;
const square: Combine = (value) => value * value;
const same: Combine = (value) => value;

/** Means of a column by window, after applying `combine` to each value; null if a window has no values. */
function meansOf(
  windowOf: Int32Array,
  column: Float64Array | undefined,
  count: number,
  combine: Combine,
): readonly (number | null)[] {
  const sums = new Float64Array(count);
  const counts = new Uint32Array(count);
  for (const [frame, value] of column?.entries() ?? []) {
    const window = windowOf[frame] as number;
    if (window < 0 || Number.isNaN(value)) continue;
    sums[window] = (sums[window] as number) + combine(value);
    counts[window] = (counts[window] as number) + 1;
  }
  return Array.from(sums, (sum, window) => (counts[window] === 0 ? null : sum / (counts[window] as number)));
}

const rootOf = (mean: number | null): number | null => (mean === null ? null : Math.sqrt(mean));

function disturbedIn(events: readonly VoltageEvent[], from: number, count: number): ReadonlySet<number> {
  const disturbed = new Set<number>();
  for (const event of events) {
    if (event.kind !== 'interruption' && !isShort(event)) continue;
    const first = Math.max(0, Math.floor((event.from - from) / WINDOW_MS));
    const last = Math.min(count - 1, Math.floor((event.to - from) / WINDOW_MS));
    for (let window = first; window <= last; window++) disturbed.add(window);
  }
  return disturbed;
}

/** Divides frames into `count` windows. @param events - voltage events of the same frames */
export function supplyWindows(
  { at, volts, distortion }: SupplyFrames,
  events: readonly VoltageEvent[],
  from: Instant,
  count: number,
): readonly SupplyWindow[] {
  const frames = new Uint32Array(count);
  const windowOf = Int32Array.from(at, (moment) => {
    const window = Math.floor((moment - from) / WINDOW_MS);
    if (window < 0 || window >= count) return -1;
    frames[window] = (frames[window] as number) + 1;
    return window;
  });
  const each = (columns: PhaseColumns, combine: Combine) =>
    columns.map((column) => meansOf(windowOf, column, count, combine));
  const squares = each(volts, square);
  const distortions = each(distortion, same);
  const disturbed = disturbedIn(events, from, count);
  const at3 = (columns: readonly (readonly (number | null)[])[], window: number) =>
    columns.map((column) => column[window] as number | null) as unknown as PhaseValues;
  return Array.from({ length: count }, (_, window): SupplyWindow => {
    const measured = at3(squares, window).map(rootOf) as unknown as PhaseValues;
    const [a, b, c] = measured;
    return {
      start: instant(from + window * WINDOW_MS),
      frames: frames[window] as number,
      volts: measured,
      distortion: at3(distortions, window),
      unbalance: a === null || b === null || c === null ? null : phaseUnbalance(a, b, c),
      isDisturbed: disturbed.has(window),
    };
  });
}
