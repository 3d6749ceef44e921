import {
  type SteadyLevel,
  type SteadyLimits,
  type SupplyWindow,
  steadyLevel,
  WINDOWS_OF_WEEK,
} from './supply-windows.ts';

/** k1 and k2 of PRODIST Module 8 for a unit of 1 kV or less. */
const PRECARIOUS_FACTOR = 3;
const CRITICAL_FACTOR = 7;

/** Compensation for voltage as a share of the month's EUSD: (DRP − 3 %)·k1 + (DRC − 0.5 %)·k2 (PRODIST Module 8, ≤ 1 kV). */
export function compensationShare(precarious: number, critical: number): number {
  return (
    Math.max(0, precarious - MAX_PRECARIOUS) * PRECARIOUS_FACTOR +
    Math.max(0, critical - MAX_CRITICAL) * CRITICAL_FACTOR
  );
}

/** Limits of DRP and DRC: shares of precarious and critical readings (PRODIST Module 8). */
export const MAX_PRECARIOUS = 0.03;
export const MAX_CRITICAL = 0.005;
/** Limits for 95 % of readings at 1 kV or less: unbalance as a share, distortion of voltage in %. */
export const MAX_UNBALANCE = 0.03;
export const MAX_DISTORTION = 10;

const PERCENTILE = 0.95;
/** Minimum share of the usual number of frames for a valid window. */
const MIN_SHARE = 0.5;
const PHASES = ['A', 'B', 'C'] as const;

/** Readings of one phase: their number in each range, and lowest, mean and highest voltage. */
interface PhaseWeek {
  readonly phase: 'A' | 'B' | 'C';
  readonly adequate: number;
  readonly precarious: number;
  readonly critical: number;
  /** V. */
  readonly lowest: number;
  readonly mean: number;
  readonly highest: number;
}

/** The indicators of a week. */
export interface SupplyWeek {
  /** Number of readings; PRODIST's indicators require 1,008. */
  readonly counted: number;
  /** Number of readings taken from after the week in place of invalid ones. */
  readonly replaced: number;
  readonly phases: readonly PhaseWeek[];
  /** DRP and DRC: shares of precarious and critical readings, each of its worst phase. Null: nothing was measured. */
  readonly precarious: number | null;
  readonly critical: number | null;
  /** FD95%: unbalance that 95 % of readings do not exceed, as a share. */
  readonly unbalance: number | null;
  /** For each window of the week, whether it is a valid reading. */
  readonly isValid: readonly boolean[];
  /** DTT95% of the phase with the highest distortion, %. */
  readonly distortion: { readonly phase: 'A' | 'B' | 'C'; readonly percent: number } | null;
}

/** Usual number of frames in a window: the median of the windows with frames. */
function usualFrames(windows: readonly SupplyWindow[]): number {
  const counts = windows.flatMap(({ frames }) => (frames > 0 ? [frames] : [])).sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

/**
 * Whether a window is a valid reading: at least half of the usual frames, every connected phase, no disturbance (PRODIST Module
 * 8). @param usual - above 0
 */
function isValidWindow(
  { frames, volts, isDisturbed }: SupplyWindow,
  usual: number,
  connected: readonly boolean[],
): boolean {
  return (
    frames > 0 &&
    frames >= usual * MIN_SHARE &&
    !isDisturbed &&
    connected.includes(true) &&
    connected.every((isConnected, phase) => !isConnected || volts[phase] !== null)
  );
}

/** For each phase, whether any window has it. */
function connectedPhases(windows: readonly SupplyWindow[]): readonly boolean[] {
  return PHASES.map((_, phase) => windows.some(({ volts }) => volts[phase] !== null));
}

/** Selects the readings of the indicators: the valid ones of the week, and later valid ones in place of the others. */
function chosenWindows(week: readonly SupplyWindow[], after: readonly SupplyWindow[]) {
  const usual = usualFrames(week);
  const connected = connectedPhases(week);
  const isValidOne = (window: SupplyWindow) => isValidWindow(window, usual, connected);
  const isValid = week.map(isValidOne);
  const own = week.filter((_, window) => isValid[window]);
  const added = after.filter(isValidOne).slice(0, WINDOWS_OF_WEEK - own.length);
  return { windows: [...own, ...added], replaced: added.length, isValid };
}

/** The value that 95 % of values do not exceed; null for an empty list. */
function percentile95(values: readonly number[]): number | null {
  const ascending = values.toSorted((one, other) => one - other);
  return ascending[Math.ceil(ascending.length * PERCENTILE) - 1] ?? null;
}

function phaseWeek(windows: readonly SupplyWindow[], phase: number, limits: SteadyLimits): PhaseWeek[] {
  const volts = windows.flatMap((window) => window.volts[phase] ?? []);
  if (volts.length === 0) return [];
  const levels: Record<SteadyLevel, number> = { adequate: 0, precarious: 0, critical: 0 };
  for (const value of volts) levels[steadyLevel(value, limits)]++;
  const mean = volts.reduce((sum, value) => sum + value, 0) / volts.length;
  const name = PHASES[phase] as PhaseWeek['phase'];
  return [{ phase: name, ...levels, lowest: Math.min(...volts), mean, highest: Math.max(...volts) }];
}

/** The highest DTT95% and its phase. */
function highestDistortion(windows: readonly SupplyWindow[]): SupplyWeek['distortion'] {
  const phases = PHASES.flatMap((phase, index) => {
    const percent = percentile95(windows.flatMap(({ distortion }) => distortion[index] ?? []));
    return percent === null ? [] : [{ phase, percent }];
  });
  return phases.toSorted((one, other) => other.percent - one.percent)[0] ?? null;
}

/**
 * Computes PRODIST's indicators of a week: DRP and DRC of the worst phase, FD95% and DTT95%. They are indicative, because boards
 * are not of class A or S.
 * @param after - windows after the week, as far as they exist
 */
export function supplyWeek(
  week: readonly SupplyWindow[],
  after: readonly SupplyWindow[],
  limits: SteadyLimits,
): SupplyWeek {
  const { windows, replaced, isValid } = chosenWindows(week, after);
  const counted = windows.length;
  const phases = PHASES.flatMap((_, phase) => phaseWeek(windows, phase, limits));
  const maximum = (level: SteadyLevel): number | null =>
    counted === 0 ? null : Math.max(...phases.map((one) => one[level])) / counted;
  return {
    counted,
    replaced,
    isValid,
    phases,
    precarious: maximum('precarious'),
    critical: maximum('critical'),
    unbalance: percentile95(windows.flatMap(({ unbalance }) => unbalance ?? [])),
    distortion: highestDistortion(windows),
  };
}
