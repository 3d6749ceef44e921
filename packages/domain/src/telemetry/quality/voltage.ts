import { type NominalVolts, type SteadyLimits, steadyLimits } from '../supply/supply-windows.ts';

/** Installed voltage as users choose it; '110 V' outlets have a nominal voltage of 127 V. */
export type Tension = 110 | 220;

/**
 * Steady-state voltage of one reading: PRODIST's adequate range, its precarious ranges, and critical low (`under`) or high
 * (`over`).
 */
type VoltageLevel = 'under' | 'precarious' | 'adequate' | 'over';

/** The distributor's nominal voltage for a meter set to 110 V or 220 V. */
export function nominalOf(tension: Tension): NominalVolts {
  return tension === 110 ? 127 : 220;
}

interface Limits extends SteadyLimits {
  readonly warnBelow: number;
  readonly warnAbove: number;
}

/**
 * At 220 V: 206 and 233 V (spec, section 5). At 127 V: the lower end of PRODIST's adequate range and the upper end of the
 * precarious range.
 */
const LIMITS: Readonly<Record<Tension, Limits>> = {
  110: { ...steadyLimits(127), warnBelow: 117, warnAbove: 135 },
  220: { ...steadyLimits(220), warnBelow: 206, warnAbove: 233 },
};

/** PRODIST's class of one phase voltage; indicative only. @param volts - phase to neutral at 127 V, else the measured voltage */
export function voltageLevel(volts: number, tension: Tension): VoltageLevel {
  const limits = LIMITS[tension];
  if (volts < limits.criticalLow) return 'under';
  if (volts > limits.criticalHigh) return 'over';
  return volts < limits.adequateLow || volts > limits.adequateHigh ? 'precarious' : 'adequate';
}

/** The warning shown beside a voltage: above 233 V over, below 206 V under at 220 V (spec, section 5). */
export function voltageWarning(volts: number, tension: Tension): 'over' | 'under' | null {
  const { warnBelow, warnAbove } = LIMITS[tension];
  if (volts > warnAbove) return 'over';
  return volts < warnBelow ? 'under' : null;
}

/** The end of PRODIST's adequate range nearest to a voltage. */
export function voltageLimit(volts: number, tension: Tension): number {
  const { adequateLow, adequateHigh } = LIMITS[tension];
  return volts < (adequateLow + adequateHigh) / 2 ? adequateLow : adequateHigh;
}

/** The phase voltage farthest from the nominal one; the nominal one without data. */
export function worstVoltage(phases: readonly (number | null)[], tension: Tension): number {
  const nominal = nominalOf(tension) as number;
  return phases.reduce<number>(
    (worst, volts) =>
      volts !== null && Math.abs(volts - nominal) > Math.abs(worst - nominal) ? volts : worst,
    nominal,
  );
}
