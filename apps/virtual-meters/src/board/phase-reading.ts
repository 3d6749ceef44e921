import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { LevelledQuantity } from '@nascente/domain/telemetry/frames/frame-fields';
import type { Drawn, Phase } from '../profiles/load.ts';
import type { Noise } from '../profiles/noise.ts';
import { rounded } from './rounded.ts';

/** What an instrument reads on one phase, by the quantities of a frame. */
export type PhaseReading = Readonly<Record<LevelledQuantity['name'], number>>;

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
    v: rounded(volts, 1),
    i: rounded(apparent / volts, 2),
    pf: apparent === 0 ? 1 : rounded(watts / apparent, 3),
    w: rounded(watts, 1),
    var: rounded(vars, 1),
    vthd: rounded(1.4 + 0.9 * noise.smooth(at / 600_000 + phase * 9_000), 1),
    ithd: fundamental === 0 ? 0 : rounded((100 * distortion) / fundamental, 1),
  };
}
