/** A value of each phase; null: not measured, or not connected. */
export type PhaseValues = readonly [number | null, number | null, number | null];

/** A column for each phase; NaN: the frame does not measure the phase; undefined: no frame does. */
export type PhaseColumns = readonly [
  Float64Array | undefined,
  Float64Array | undefined,
  Float64Array | undefined,
];

/** Supply data of frames, ascending. */
export interface SupplyFrames {
  /** Epoch ms. */
  readonly at: Float64Array;
  /** RMS of each phase, V. */
  readonly volts: PhaseColumns;
  /** Total harmonic distortion of the voltage of each phase, %. */
  readonly distortion: PhaseColumns;
}

/** Below this share of the nominal voltage the supply is interrupted (PRODIST Module 8). */
export const NO_VOLTAGE_SHARE = 0.1;

/** A phase that never reaches this share of the nominal voltage is not connected: its values are noise. */
const CONNECTED_SHARE = 0.5;

/** Removes phases that never had voltage: a three-phase meter at a two-phase supply has no fault. */
export function connectedOnly(frames: SupplyFrames, nominal: number): SupplyFrames {
  const min = nominal * CONNECTED_SHARE;
  const isConnected = frames.volts.map((column) => column?.some((volts) => volts >= min) ?? false);
  const only = (columns: PhaseColumns): PhaseColumns =>
    columns.map((column, phase) => (isConnected[phase] ? column : undefined)) as unknown as PhaseColumns;
  return { at: frames.at, volts: only(frames.volts), distortion: only(frames.distortion) };
}
