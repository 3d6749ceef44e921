import type { Instant } from '../../base/time/zone.ts';
import type { Frame, Measured } from './frame.ts';
import type { RefusalReason } from './refusal.ts';

/** Facts about a board that the check of its frames needs. */
export interface PlausibilityContext {
  readonly now: Instant;
  /** Device time of the board's previous frame; null if unknown. */
  readonly previousAt: Instant | null;
  readonly retentionDays: number;
  /** Rated power of each phase of the installation, W; null if none is entered. */
  readonly ratedPhaseWatts: number | null;
}

/** Maximum lead of a board's clock, ms. Clocks drift by minutes; an hour means a wrong clock or zone. */
export const MAXIMUM_AHEAD_MS = 10 * 60_000;

/** Low voltage ends at 1,000 V (ABNT NBR 5410); no board measures more without a transformer. */
export const MAXIMUM_VOLTS = 1000;

/** The largest low-voltage main breakers and their current transformers. */
export const MAXIMUM_AMPERES = 6000;

/** The greatest power of a phase by the limits of voltage and current. */
export const MAXIMUM_PHASE_WATTS = MAXIMUM_VOLTS * MAXIMUM_AMPERES;

/** Maximum sustained power: 6,000 A at 300 V, which exceeds the phase voltage of a 440 V supply (254 V) with its tolerance. */
const MAXIMUM_SUSTAINED_PHASE_WATTS = 1_800_000;

/** Maximum distortion. The current of electronic loads reaches 200 % and more; above 400 % the measurement is faulty. */
export const MAXIMUM_THD_PERCENT = 400;

/** Overload flow of a DN 200 water meter: Q3 = 630 m³/h, Q4 = 1.25 × Q3 = 787.5 m³/h (ISO 4064-1). */
export const MAXIMUM_LITRES_PER_MINUTE = 13_125;

/** Limits of signal and temperature are wide, because a faulty sensor (many send -127) must not cause the loss of energy. */
const MAXIMUM_DBM = 1000;
const MAXIMUM_DEGREES = 1000;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MS_PER_MINUTE = 60_000;

/**
 * Checks a frame. Increments must be possible in the device time since the previous frame, or in one hour without an earlier one.
 * @returns null if it is plausible, else the first reason for a refusal
 */
export function judgePlausibility(frame: Frame, context: PlausibilityContext): RefusalReason | null {
  if (frame.at > context.now + MAXIMUM_AHEAD_MS) return 'future';
  if (frame.at < context.now - context.retentionDays * DAY_MS) return 'too-old';
  return judgeInstantValues(frame) ?? judgeIncrements(frame, context);
}

function judgeInstantValues(frame: Frame): RefusalReason | null {
  if (isBeyond(frame.rssi, MAXIMUM_DBM)) return 'implausible-signal';
  if (isBeyond(frame.t, MAXIMUM_DEGREES)) return 'implausible-temperature';
  if (isOutside(frame.va, frame.vb, frame.vc, MAXIMUM_VOLTS)) return 'implausible-voltage';
  if (areBeyond(frame.ia, frame.ib, frame.ic, MAXIMUM_AMPERES)) return 'implausible-current';
  if (areBeyond(frame.pfa, frame.pfb, frame.pfc, 1)) return 'implausible-power-factor';
  if (areBeyond(frame.wa, frame.wb, frame.wc, MAXIMUM_PHASE_WATTS)) return 'implausible-power';
  if (areBeyond(frame.vara, frame.varb, frame.varc, MAXIMUM_PHASE_WATTS)) return 'implausible-power';
  if (isOutside(frame.vthda, frame.vthdb, frame.vthdc, MAXIMUM_THD_PERCENT)) return 'implausible-thd';
  if (isOutside(frame.ithda, frame.ithdb, frame.ithdc, MAXIMUM_THD_PERCENT)) return 'implausible-thd';
  return isBeyond(frame.flow, MAXIMUM_LITRES_PER_MINUTE) ? 'implausible-flow' : null;
}

function judgeIncrements(frame: Frame, context: PlausibilityContext): RefusalReason | null {
  const { previousAt, ratedPhaseWatts } = context;
  const elapsedMs = previousAt !== null && previousAt < frame.at ? frame.at - previousAt : HOUR_MS;
  const max = maxPhaseEnergy(ratedPhaseWatts, elapsedMs);
  if (areBeyond(frame.energyA, frame.energyB, frame.energyC, max)) return 'implausible-energy';
  if (areBeyond(frame.reactiveA, frame.reactiveB, frame.reactiveC, max)) return 'implausible-reactive';
  return isNegativeOrAbove(frame.volume, maxVolume(elapsedMs)) ? 'implausible-volume' : null;
}

/** Maximum energy of one phase in a duration, mWh (or mvarh). @param ratedPhaseWatts - a smaller limit, W; null: none */
export function maxPhaseEnergy(ratedPhaseWatts: number | null, elapsedMs: number): number {
  const watts = Math.min(ratedPhaseWatts ?? MAXIMUM_SUSTAINED_PHASE_WATTS, MAXIMUM_SUSTAINED_PHASE_WATTS);
  // 1 W over 1 ms is 1/3600 mWh.
  return (watts * elapsedMs) / 3600;
}

/** Maximum volume of a water meter in a duration, ml. */
export function maxVolume(elapsedMs: number): number {
  return (MAXIMUM_LITRES_PER_MINUTE * 1000 * elapsedMs) / MS_PER_MINUTE;
}

function isBeyond(value: Measured, limit: number): boolean {
  return value !== null && (value > limit || value < -limit);
}

function isNegativeOrAbove(value: Measured, limit: number): boolean {
  return value !== null && (value > limit || value < 0);
}

function areBeyond(a: Measured, b: Measured, c: Measured, limit: number): boolean {
  return isBeyond(a, limit) || isBeyond(b, limit) || isBeyond(c, limit);
}

function isOutside(a: Measured, b: Measured, c: Measured, limit: number): boolean {
  return isNegativeOrAbove(a, limit) || isNegativeOrAbove(b, limit) || isNegativeOrAbove(c, limit);
}
