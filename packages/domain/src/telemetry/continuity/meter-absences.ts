import { MINUTE_MS } from '../../base/time/zone.ts';
import { NO_VOLTAGE_SHARE, type PhaseColumns } from '../supply/supply-frames.ts';

/** An interruption counts from three minutes on (PRODIST Module 8). */
export const MIN_INTERRUPTION_MS = 3 * MINUTE_MS;

/** A phase of a meter. */
export type PhaseName = 'A' | 'B' | 'C';
const PHASES = ['A', 'B', 'C'] as const;

/** Frames of a meter, ascending. */
export interface SupplyTrace {
  /** Epoch ms. */
  readonly at: Float64Array;
  /** V. */
  readonly volts: PhaseColumns;
  /** W. */
  readonly watts: PhaseColumns;
  /** Energy since the previous message of the board, Wh. */
  readonly energy: PhaseColumns;
}

/** How a meter sends and what it measures. */
export interface TracedMeter {
  /** Nominal voltage of a phase, V. */
  readonly nominal: number;
  /** Usual distance of its frames, ms. */
  readonly distance: number;
  /** Whether each phase is connected. */
  readonly isConnected: readonly [boolean, boolean, boolean];
  /** Whether its registers survive a restart, so that its first energy also holds the energy before the silence. */
  readonly keepsRegisters: boolean;
}

/** What the energy of the first message after a silence says about the time between. */
type EnergyVerdict = 'counted' | 'restarted' | null;

/** A time in which a meter sent no frame with voltage on all of its phases. All times are epoch ms. */
export interface MeterAbsence {
  /** Last frame before with voltage on every phase. */
  readonly lastGood: number;
  /** First frame after it; null: there is none yet. */
  readonly firstGood: number | null;
  /** First and last frame without voltage; null: the meter sent nothing. */
  readonly firstDead: number | null;
  readonly lastDead: number | null;
  /** Phases without voltage in these frames. */
  readonly phases: readonly PhaseName[];
  /** Whether every connected phase had no voltage in some frame. */
  readonly isOfAllPhases: boolean;
  readonly energy: EnergyVerdict;
  /** Time for which the board had measured at `firstGood`, ms; 0 if that is unknown. */
  readonly running: number;
  /** Whether the voltage had fallen below 90 % of the nominal one in the two minutes before. */
  readonly hadSag: boolean;
}

/** A missing message or two is no absence. */
const MISSED_DISTANCES = 2.2;
/** Loads between phases feed a lost phase: below half of the nominal voltage beside a healthy phase it is lost too. */
const FED_BACK_SHARE = 0.5;
const HEALTHY_SHARE = 0.8;
const SAG_SHARE = 0.9;
const SAG_MS = 2 * MINUTE_MS;
/** Below this power the energy of a silence proves nothing, W. */
const MIN_WATTS = 15;
/** A board and its router restart within this time. */
const MAX_RESTART_MS = 6 * MINUTE_MS;
/** Shares of the energy that the usual power would have counted in the silence. */
const COUNTED_SHARE = 0.55;
const RESTARTED_SHARE = 0.45;
/** Within this share of the usual energy of a message, the board may have discarded what it could not send. */
const USUAL_MESSAGE_SHARE = 0.12;

const at3 = (columns: PhaseColumns, frame: number): readonly number[] =>
  columns.map((column) => column?.[frame] ?? Number.NaN);

const sumOf = (columns: PhaseColumns, frame: number): number => {
  const measured = at3(columns, frame).filter((value) => !Number.isNaN(value));
  return measured.length === 0 ? Number.NaN : measured.reduce((sum, value) => sum + Math.abs(value), 0);
};

/** Connected phases without voltage in a frame. */
function deadPhases(volts: readonly number[], { nominal, isConnected }: TracedMeter): readonly number[] {
  const isHealthy = volts.some((value) => value >= nominal * HEALTHY_SHARE);
  const limit = nominal * (isHealthy ? FED_BACK_SHARE : NO_VOLTAGE_SHARE);
  return volts.flatMap((value, phase) => (isConnected[phase] && value < limit ? [phase] : []));
}

/** Mean power of some frames, W; NaN without a measurement. */
function meanWatts({ watts }: SupplyTrace, frames: readonly number[]): number {
  const measured = frames.map((frame) => sumOf(watts, frame)).filter((value) => !Number.isNaN(value));
  return measured.reduce((sum, value) => sum + value, 0) / measured.length;
}

/** Compares the energy of the first message with the power around the silence. */
function judgeEnergy(
  trace: SupplyTrace,
  before: readonly number[],
  after: readonly number[],
  meter: TracedMeter,
): Pick<MeterAbsence, 'energy' | 'running'> {
  const [last, first] = [before.at(-1) as number, after[0] as number];
  const silent = (trace.at[first] as number) - (trace.at[last] as number);
  const energy = sumOf(trace.energy, first) * 60 * MINUTE_MS;
  const watts = [meanWatts(trace, before), meanWatts(trace, after)] as const;
  if (!(Math.min(...watts) >= MIN_WATTS) || Number.isNaN(energy)) return { energy: null, running: 0 };
  const share = energy / (((watts[0] + watts[1]) / 2) * silent);
  // A register that survives a restart adds the time from the last message until the voltage was lost: half a distance.
  const running = Math.max(0, energy / watts[1] - (meter.keepsRegisters ? meter.distance / 2 : 0));
  if (share >= COUNTED_SHARE) return { energy: 'counted', running: 0 };
  const isUsualMessage =
    !meter.keepsRegisters && Math.abs(running / meter.distance - 1) <= USUAL_MESSAGE_SHARE;
  if (share <= RESTARTED_SHARE && running <= MAX_RESTART_MS && !isUsualMessage)
    return { energy: 'restarted', running };
  return { energy: null, running: 0 };
}

const FRAMES_AROUND = 4;

/** Share of the distances of frames that a usual one is not below. */
const USUAL_SHARE = 0.9;

/** The distance that nine of ten frames do not exceed, ms: some boards send several frames, and pause. */
function usualPause(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] as number));
  return distances.sort((one, other) => one - other)[Math.floor((distances.length - 1) * USUAL_SHARE)] ?? 0;
}

/** Indexes of the frames of a trace that count, and the connected phases without voltage in each. */
interface JudgedFrames {
  readonly frames: readonly number[];
  readonly dead: readonly (readonly number[])[];
}

/** Ignores frames without any voltage, such as corrections of energy, if the meter measures voltage. */
function judgedFrames({ at, volts }: SupplyTrace, meter: TracedMeter): JudgedFrames {
  const measuresVolts = meter.isConnected.includes(true);
  const frames = Array.from(at.keys()).filter(
    (frame) => !measuresVolts || at3(volts, frame).some((value) => !Number.isNaN(value)),
  );
  return { frames, dead: frames.map((frame) => deadPhases(at3(volts, frame), meter)) };
}

/** The absence between two consecutive frames with voltage. @param next - null: there is none after `index` */
function absenceBetween(
  trace: SupplyTrace,
  meter: TracedMeter,
  { frames, dead }: JudgedFrames,
  index: number,
  next: number | null,
): MeterAbsence {
  const { at, volts } = trace;
  const timeOf = (position: number): number => at[frames[position] as number] as number;
  const end = next ?? frames.length;
  const lost = dead.slice(index + 1, end);
  const before = frames.slice(Math.max(0, index - FRAMES_AROUND), index + 1);
  const after = next === null ? [] : frames.slice(next, next + FRAMES_AROUND);
  const isLow = (frame: number): boolean =>
    (at[frame] as number) >= timeOf(index) - SAG_MS &&
    at3(volts, frame).some((value, phase) => meter.isConnected[phase] && value < meter.nominal * SAG_SHARE);
  return {
    lastGood: timeOf(index),
    firstGood: next === null ? null : timeOf(next),
    firstDead: lost.length === 0 ? null : timeOf(index + 1),
    lastDead: lost.length === 0 ? null : timeOf(end - 1),
    phases: PHASES.filter((_, phase) => lost.some((phases) => phases.includes(phase))),
    isOfAllPhases: lost.some(({ length }) => length === meter.isConnected.filter(Boolean).length),
    ...(lost.length === 0 && after.length > 0
      ? judgeEnergy(trace, before, after, meter)
      : { energy: null, running: 0 }),
    hadSag: before.some(isLow),
  };
}

/**
 * Finds the times of at least three minutes in which a meter sent nothing, or frames without voltage.
 * @param until - epoch ms; a silence that lasts until then has no end
 */
export function meterAbsences(
  trace: SupplyTrace,
  meter: TracedMeter,
  until: number,
): readonly MeterAbsence[] {
  const judged = judgedFrames(trace, meter);
  const timeOf = (position: number): number => trace.at[judged.frames[position] as number] as number;
  const good = Array.from(judged.frames.keys()).filter((index) => judged.dead[index]?.length === 0);
  const usual = Math.max(meter.distance, usualPause(Array.from(judged.frames.keys(), timeOf)));
  const minGap = Math.max(MIN_INTERRUPTION_MS, MISSED_DISTANCES * usual);
  return good.flatMap((index, position) => {
    const next = good[position + 1] ?? null;
    const length = (next === null ? until : timeOf(next)) - timeOf(index);
    const hasDead = (next ?? judged.frames.length) > index + 1;
    if (length < (hasDead ? MIN_INTERRUPTION_MS : minGap)) return [];
    return [absenceBetween(trace, meter, judged, index, next)];
  });
}
