import {
  fromVarHours,
  fromWattHours,
  type MillivarHours,
  type MilliwattHours,
} from '@nascente/domain/base/units/energy';
import { fromLitres } from '@nascente/domain/base/units/volume';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { type Drawn, type ElectricLoad, nothingDrawn, type Phase, type WaterLoad } from '../profiles/load.ts';
import type { Noise } from '../profiles/noise.ts';
import { type PhaseReading, readPhase } from './phase-reading.ts';
import { meterElectricity, meterWater } from './registers.ts';
import { rounded } from './rounded.ts';

type Values = Omit<Frame, 'kind' | 'at' | 'rssi' | 't'>;

/** The measured fields of the frame sent at `to`, with increments since `from`. */
export type Measurement = (from: number, to: number, stepMs: number) => Values;

/** A phase as it is told: null where the board has no such phase. */
type MeasuredPhase = { readonly [Quantity in keyof PhaseReading]: number | null } & {
  readonly energy: MilliwattHours | null;
  readonly reactive: MillivarHours | null;
};

const ABSENT: MeasuredPhase = {
  volts: null,
  amperes: null,
  powerFactor: null,
  watts: null,
  vars: null,
  voltageDistortion: null,
  currentDistortion: null,
  energy: null,
  reactive: null,
};

function values(a: MeasuredPhase, b: MeasuredPhase, c: MeasuredPhase): Values {
  return {
    va: a.volts,
    vb: b.volts,
    vc: c.volts,
    ia: a.amperes,
    ib: b.amperes,
    ic: c.amperes,
    pfa: a.powerFactor,
    pfb: b.powerFactor,
    pfc: c.powerFactor,
    wa: a.watts,
    wb: b.watts,
    wc: c.watts,
    vara: a.vars,
    varb: b.vars,
    varc: c.vars,
    vthda: a.voltageDistortion,
    vthdb: b.voltageDistortion,
    vthdc: c.voltageDistortion,
    ithda: a.currentDistortion,
    ithdb: b.currentDistortion,
    ithdc: c.currentDistortion,
    energyA: a.energy,
    energyB: b.energy,
    energyC: c.energy,
    reactiveA: a.reactive,
    reactiveB: b.reactive,
    reactiveC: c.reactive,
    flow: null,
    volume: null,
  };
}

export function measureElectricity(load: ElectricLoad, kind: 'tri' | 'mono', noise: Noise): Measurement {
  return (from, to, stepMs) => {
    const drawn: Drawn = nothingDrawn();
    load(to, drawn);
    const { energyWh, reactiveVarh } = meterElectricity(load, from, to, stepMs);
    const measuredPhase = (phase: Phase): MeasuredPhase => ({
      ...readPhase(drawn, phase, to, noise),
      energy: fromWattHours(energyWh[phase] ?? 0),
      reactive: fromVarHours(reactiveVarh[phase] ?? 0),
    });
    return kind === 'tri'
      ? values(measuredPhase(0), measuredPhase(1), measuredPhase(2))
      : values(measuredPhase(0), ABSENT, ABSENT);
  };
}

export function measureWater(load: WaterLoad): Measurement {
  const electric = values(ABSENT, ABSENT, ABSENT);
  return (from, to, stepMs) => ({
    ...electric,
    flow: rounded(load(to), 2),
    volume: fromLitres(meterWater(load, from, to, stepMs)),
  });
}
