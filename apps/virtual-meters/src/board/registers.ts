import {
  clear,
  type Drawn,
  type ElectricLoad,
  nothingDrawn,
  PHASES,
  type WaterLoad,
} from '../profiles/load.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Energy that went through a meter between two instants: Wh and varh a phase. */
interface Metered {
  readonly energyWh: Float64Array;
  readonly reactiveVarh: Float64Array;
}

/** Walks the cells of a fixed grid that lie in an interval: their middle, and how long each is covered. */
function forEachCell(from: number, to: number, stepMs: number, visit: (middle: number, ms: number) => void) {
  for (let cell = Math.floor(from / stepMs) * stepMs; cell < to; cell += stepMs) {
    visit(cell + stepMs / 2, Math.min(cell + stepMs, to) - Math.max(cell, from));
  }
}

/**
 * The integral of a load. It is taken over a fixed grid, so that the parts of an interval add up to the whole,
 * however the interval is split into messages.
 */
export function meterElectricity(load: ElectricLoad, from: number, to: number, stepMs: number): Metered {
  const energyWh = new Float64Array(3);
  const reactiveVarh = new Float64Array(3);
  const drawn: Drawn = nothingDrawn();
  forEachCell(from, to, stepMs, (middle, ms) => {
    clear(drawn);
    load(middle, drawn);
    for (const phase of PHASES) {
      energyWh[phase] = (energyWh[phase] ?? 0) + ((drawn.watts[phase] ?? 0) * ms) / HOUR_MS;
      reactiveVarh[phase] = (reactiveVarh[phase] ?? 0) + ((drawn.vars[phase] ?? 0) * ms) / HOUR_MS;
    }
  });
  return { energyWh, reactiveVarh };
}

/** Litres that went through between two instants. */
export function meterWater(load: WaterLoad, from: number, to: number, stepMs: number): number {
  let litres = 0;
  forEachCell(from, to, stepMs, (middle, ms) => {
    litres += (load(middle) * ms) / MINUTE_MS;
  });
  return litres;
}
