/** Nominal voltages of low voltage that have limits of their own: what a phase of the meter is connected to, V. */
export const NOMINAL_VOLTS = [127, 220, 380, 440] as const;
export type NominalVolts = (typeof NOMINAL_VOLTS)[number];

/** Ends of the adequate range and, around it, of the precarious one, V; all of them still belong to the better range. */
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

/** PRODIST's range of one reading of ten minutes, V. */
export function steadyLevel(volts: number, limits: SteadyLimits): SteadyLevel {
  if (volts < limits.criticalLow || volts > limits.criticalHigh) return 'critical';
  return volts < limits.adequateLow || volts > limits.adequateHigh ? 'precarious' : 'adequate';
}
