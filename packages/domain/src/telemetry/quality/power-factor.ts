import type { Measured } from '../frames/frame.ts';

/** Below this reference the bill charges excess reactive energy (REN 1000/2021, art. 302). */
export const BILLED_POWER_FACTOR = 0.92;

/** Whether a power factor is below the reference; its sign states only the direction of flow. */
export const isBilledPowerFactor = (powerFactor: number): boolean =>
  Math.abs(powerFactor) < BILLED_POWER_FACTOR;

export type PowerFactorLevel = 'low' | 'normal' | 'great';

/** At or below 0.4 low, at or above 0.8 great, else normal (spec, section 9); the sign is the direction and does not count. */
export function powerFactorLevel(powerFactor: number): PowerFactorLevel {
  const size = Math.abs(powerFactor);
  if (size <= 0.4) return 'low';
  return size >= 0.8 ? 'great' : 'normal';
}

/** Mean of the measured phases, which is the displayed power factor of a meter; null if none was measured. */
export function phaseAverage(...phases: readonly Measured[]): number | null {
  const measured = phases.filter((value) => value !== null);
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0) / measured.length;
}
