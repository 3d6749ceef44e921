import {
  fromVarHours,
  fromWattHours,
  type MillivarHours,
  type MilliwattHours,
} from '@nascente/domain/base/units/energy';
import { fromLitres } from '@nascente/domain/base/units/volume';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { PHASE_QUANTITIES, recordProperties } from '@nascente/domain/telemetry/frames/frame-fields';
import { type Drawn, type ElectricLoad, nothingDrawn, type Phase, type WaterLoad } from '../profiles/load.ts';
import type { Noise } from '../profiles/noise.ts';
import { type PhaseReading, readPhase } from './phase-reading.ts';
import { meterElectricity, meterWater } from './registers.ts';
import { rounded } from './rounded.ts';

type Values = Omit<Frame, 'kind' | 'at' | 'rssi' | 't'>;

/** The values of a frame of each phase, with their quantities. */
const PROPERTIES = (['a', 'b', 'c'] as const).map((phase) =>
  recordProperties([phase]).map((property, index) => ({
    property,
    name: (PHASE_QUANTITIES[index] as (typeof PHASE_QUANTITIES)[number]).name,
  })),
);

/** The measured fields of the frame sent at `to`, with increments since `from`. */
export type Measurement = (from: number, to: number, stepMs: number) => Values;

/** A phase as it is told, by the quantities of its fields; null: the board has no such phase. */
type MeasuredPhase = (PhaseReading & { readonly kwh: MilliwattHours; readonly kvarh: MillivarHours }) | null;

function values(...phases: readonly [MeasuredPhase, MeasuredPhase, MeasuredPhase]): Values {
  const told: Record<string, number | null> = { flow: null, volume: null };
  for (const [index, phase] of phases.entries())
    for (const { name, property } of PROPERTIES[index] ?? []) told[property] = phase?.[name] ?? null;
  return told as unknown as Values;
}

export function measureElectricity(load: ElectricLoad, kind: 'tri' | 'mono', noise: Noise): Measurement {
  return (from, to, stepMs) => {
    const drawn: Drawn = nothingDrawn();
    load(to, drawn);
    const { energyWh, reactiveVarh } = meterElectricity(load, from, to, stepMs);
    const measuredPhase = (phase: Phase): MeasuredPhase => ({
      ...readPhase(drawn, phase, to, noise),
      kwh: fromWattHours(energyWh[phase] ?? 0),
      kvarh: fromVarHours(reactiveVarh[phase] ?? 0),
    });
    return kind === 'tri'
      ? values(measuredPhase(0), measuredPhase(1), measuredPhase(2))
      : values(measuredPhase(0), null, null);
  };
}

export function measureWater(load: WaterLoad): Measurement {
  const electric = values(null, null, null);
  return (from, to, stepMs) => ({
    ...electric,
    flow: rounded(load(to), 2),
    volume: fromLitres(meterWater(load, from, to, stepMs)),
  });
}
