/** The power at an instant by phase (A, B, C), summed over all running loads. */
export interface Drawn {
  /** Active power, W; negative is injected. */
  readonly watts: Float64Array;
  /** Reactive power, var; negative is capacitive. */
  readonly vars: Float64Array;
  /** Distortion power, VA: the part that deforms the current. */
  readonly distortion: Float64Array;
}

/** An electric load: adds its power at an instant (epoch ms) to `drawn`. Pure. */
export type ElectricLoad = (at: number, drawn: Drawn) => void;

/** Something that water runs through: litres a minute at an instant (epoch ms). Pure. */
export type WaterLoad = (at: number) => number;

export type Phase = 0 | 1 | 2;
export const PHASES: readonly Phase[] = [0, 1, 2];

export function noLoad(): Drawn {
  return { watts: new Float64Array(3), vars: new Float64Array(3), distortion: new Float64Array(3) };
}

export function clear(drawn: Drawn): void {
  drawn.watts.fill(0);
  drawn.vars.fill(0);
  drawn.distortion.fill(0);
}

/** The nature of a machine: how far its current lags, and how far it is from a sine. */
interface Nature {
  /** Tangent of the phase angle: var per W. */
  readonly lag: number;
  /** Distortion VA per W. */
  readonly bend: number;
}

export const RESISTANCE: Nature = { lag: 0.03, bend: 0.015 };
export const MOTOR: Nature = { lag: 0.62, bend: 0.06 };
/** LED drivers and switched supplies: slightly capacitive, rich in harmonics. */
export const ELECTRONICS: Nature = { lag: -0.18, bend: 0.32 };
export const INVERTER: Nature = { lag: 0.02, bend: 0.03 };

export function draw(drawn: Drawn, phase: Phase, watts: number, nature: Nature): void {
  drawn.watts[phase] = (drawn.watts[phase] ?? 0) + watts;
  drawn.vars[phase] = (drawn.vars[phase] ?? 0) + watts * nature.lag;
  drawn.distortion[phase] = (drawn.distortion[phase] ?? 0) + Math.abs(watts) * nature.bend;
}

/** Several loads behind one meter. */
export function together(loads: readonly ElectricLoad[]): ElectricLoad {
  return (at, drawn) => {
    for (const load of loads) load(at, drawn);
  };
}
