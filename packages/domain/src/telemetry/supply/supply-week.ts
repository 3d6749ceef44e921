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

/** Shares of readings up to which voltage is in order: DRP and DRC limits of PRODIST Module 8. */
export const MAX_PRECARIOUS = 0.03;
export const MAX_CRITICAL = 0.005;
/** The unbalance (share) and the distortion of voltage (%) that 95 % of readings may reach at 1 kV or less. */
export const MAX_UNBALANCE = 0.03;
export const MAX_DISTORTION = 10;

const PERCENTILE = 0.95;
/** Of the frames that a window of this meter usually has. */
const MIN_SHARE = 0.5;
const PHASES = ['A', 'B', 'C'] as const;

/** How the readings of one phase lie. */
interface PhaseWeek {
  readonly phase: 'A' | 'B' | 'C';
  readonly adequate: number;
  readonly precarious: number;
  readonly critical: number;
  /** V, of the readings. */
  readonly lowest: number;
  readonly mean: number;
  readonly highest: number;
}

/** The indicators of a week. */
export interface SupplyWeek {
  /** Readings they are made of; fewer than 1,008 make no indicator of PRODIST. */
  readonly counted: number;
  /** Of them those that were taken from after the week, in place of readings that are not valid. */
  readonly replaced: number;
  readonly phases: readonly PhaseWeek[];
  /** Shares of the readings of the phase that has most: DRP and DRC. Null: nothing was measured. */
  readonly precarious: number | null;
  readonly critical: number | null;
  /** The share that 95 % of readings do not exceed (FD95%). */
  readonly unbalance: number | null;
  /** Of each window of the week whether it is a valid reading. */
  readonly isValid: readonly boolean[];
  /** Of the phase with the highest (DTT95%), %. */
  readonly distortion: { readonly phase: 'A' | 'B' | 'C'; readonly percent: number } | null;
}

/** How many frames a window of the meter has as a rule: the median of those that have any. */
function usualFrames(windows: readonly SupplyWindow[]): number {
  const counts = windows.flatMap(({ frames }) => (frames > 0 ? [frames] : [])).sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

/** Whether a window is valid: half of the usual frames, every phase, no interruption (PRODIST Module 8). @param usual - above 0 */
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

/** Which phases were measured at all. */
function connectedPhases(windows: readonly SupplyWindow[]): readonly boolean[] {
  return PHASES.map((_, phase) => windows.some(({ volts }) => volts[phase] !== null));
}

/** The readings of an indicator: those of the week that are valid, and the next valid ones in place of the others. */
function chosenWindows(week: readonly SupplyWindow[], after: readonly SupplyWindow[]) {
  const usual = usualFrames(week);
  const connected = connectedPhases(week);
  const isValidOne = (window: SupplyWindow) => isValidWindow(window, usual, connected);
  const isValid = week.map(isValidOne);
  const own = week.filter((_, window) => isValid[window]);
  const added = after.filter(isValidOne).slice(0, WINDOWS_OF_WEEK - own.length);
  return { windows: [...own, ...added], replaced: added.length, isValid };
}

/** The value that 95 % of values do not exceed; null of none. */
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

/** DTT95% of each phase, the highest first. */
function highestDistortion(windows: readonly SupplyWindow[]): SupplyWeek['distortion'] {
  const phases = PHASES.flatMap((phase, index) => {
    const percent = percentile95(windows.flatMap(({ distortion }) => distortion[index] ?? []));
    return percent === null ? [] : [{ phase, percent }];
  });
  return phases.toSorted((one, other) => other.percent - one.percent)[0] ?? null;
}

/**
 * PRODIST's indicators of a week: DRP and DRC of the worst phase, FD95% and DTT95%; indicative, as boards are no class A or S.
 * @param after - the windows that follow the week, as far as they are known
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
