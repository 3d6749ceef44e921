import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { Drawn, Phase } from '../profiles/load.ts';
import type { Noise } from '../profiles/noise.ts';
import { rounded } from './rounded.ts';

/** What an instrument reads on one phase. */
export interface PhaseReading {
  readonly volts: number;
  readonly amperes: number;
  readonly powerFactor: number;
  readonly watts: number;
  readonly vars: number;
  /** Percent. */
  readonly voltageDistortion: number;
  readonly currentDistortion: number;
}

const NOMINAL_V = 221;
/** How far the line gives way, V per W drawn. */
const LINE_SAG = 0.00075;
const HOURS_3_MS = 10_800_000;

/** Voltage drifts over hours, is lower when the neighbourhood cooks, and sags under the load itself. */
function voltsUnder(watts: number, at: number, phase: Phase, noise: Noise): number {
  const drift = 5 * (noise.smooth(at / HOURS_3_MS + phase * 1_000) - 0.5);
  const flicker = 0.8 * (noise.smooth(at / 15_000 + phase * 5_000) - 0.5);
  const evening = -1.6 * Math.max(0, Math.sin((2 * Math.PI * (at - 17 * 3_600_000)) / DAY_MS));
  return NOMINAL_V + drift + flicker + evening - LINE_SAG * watts;
}

export function readPhase(drawn: Drawn, phase: Phase, at: number, noise: Noise): PhaseReading {
  const watts = drawn.watts[phase] ?? 0;
  const vars = drawn.vars[phase] ?? 0;
  const distortion = drawn.distortion[phase] ?? 0;
  const volts = voltsUnder(watts, at, phase, noise);
  const fundamental = Math.hypot(watts, vars);
  const apparent = Math.hypot(fundamental, distortion);
  return {
    volts: rounded(volts, 1),
    amperes: rounded(apparent / volts, 2),
    powerFactor: apparent === 0 ? 1 : rounded(watts / apparent, 3),
    watts: rounded(watts, 1),
    vars: rounded(vars, 1),
    voltageDistortion: rounded(1.4 + 0.9 * noise.smooth(at / 600_000 + phase * 9_000), 1),
    currentDistortion: fundamental === 0 ? 0 : rounded((100 * distortion) / fundamental, 1),
  };
}
