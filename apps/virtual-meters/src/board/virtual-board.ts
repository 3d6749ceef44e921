import { DAY_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import {
  fromVarHours,
  fromWattHours,
  type MillivarHours,
  type MilliwattHours,
} from '@nascente/domain/base/units/energy';
import { fromLitres } from '@nascente/domain/base/units/volume';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type BoardKind, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import type { LevelledQuantity } from '@nascente/domain/telemetry/frames/frame-fields';
import { PHASE_QUANTITIES, recordProperties } from '@nascente/domain/telemetry/frames/frame-fields';
import { PROFILES, type ProfileName } from '../profiles/catalogue.ts';
import {
  clear,
  type Drawn,
  type ElectricLoad,
  noLoad,
  PHASES,
  type Phase,
  type WaterLoad,
} from '../profiles/load.ts';
import { airTemperature, localTimeAt } from '../profiles/local-time.ts';
import type { Noise } from '../profiles/noise.ts';
import { createNoise } from '../profiles/noise.ts';

const POWERS_OF_TEN = [1, 10, 100, 1000] as const;

/** Rounds a value to up to three decimals, never to −0. Much faster than converting to text. */
function rounded(value: number, decimals: 0 | 1 | 2 | 3): number {
  const factor = POWERS_OF_TEN[decimals];
  return (Math.round(value * factor) || 0) / factor;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Energy between two instants, Wh and varh for each phase. */
interface Metered {
  readonly energyWh: Float64Array;
  readonly reactiveVarh: Float64Array;
}

/** Calls back for each step of a fixed time grid in an interval, with the middle of the step and the covered duration. */
function forEachCell(from: number, to: number, stepMs: number, visit: (middle: number, ms: number) => void) {
  for (let cell = Math.floor(from / stepMs) * stepMs; cell < to; cell += stepMs) {
    visit(cell + stepMs / 2, Math.min(cell + stepMs, to) - Math.max(cell, from));
  }
}

/**
 * The energy of a load. It is integrated over a fixed time grid, so that the parts of an interval add up to the whole, however
 * the interval is split into messages.
 */
export function meterElectricity(load: ElectricLoad, from: number, to: number, stepMs: number): Metered {
  const energyWh = new Float64Array(3);
  const reactiveVarh = new Float64Array(3);
  const drawn: Drawn = noLoad();
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

/** Litres between two instants. */
export function meterWater(load: WaterLoad, from: number, to: number, stepMs: number): number {
  let litres = 0;
  forEachCell(from, to, stepMs, (middle, ms) => {
    litres += (load(middle) * ms) / MINUTE_MS;
  });
  return litres;
}

/** Instrument values of one phase, by the quantities of a frame. */
type PhaseReading = Readonly<Record<LevelledQuantity['name'], number>>;

const NOMINAL_V = 221;
/** Voltage drop in V per W of load. */
const LINE_SAG = 0.00075;
const HOURS_3_MS = 10_800_000;

/** The voltage drifts over hours, is lower at meal times, and falls with the load. */
function voltsUnder(watts: number, at: number, phase: Phase, noise: Noise): number {
  const drift = 5 * (noise.smooth(at / HOURS_3_MS + phase * 1_000) - 0.5);
  const flicker = 0.8 * (noise.smooth(at / 15_000 + phase * 5_000) - 0.5);
  const evening = -1.6 * Math.max(0, Math.sin((2 * Math.PI * (at - 17 * 3_600_000)) / DAY_MS));
  return NOMINAL_V + drift + flicker + evening - LINE_SAG * watts;
}

function readPhase(drawn: Drawn, phase: Phase, at: number, noise: Noise): PhaseReading {
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

type Values = Omit<Frame, 'kind' | 'at' | 'rssi' | 't'>;

/** The values of a frame of each phase, with their quantities. */
const PROPERTIES = (['a', 'b', 'c'] as const).map((phase) =>
  recordProperties([phase]).map((property, index) => ({
    property,
    name: (PHASE_QUANTITIES[index] as (typeof PHASE_QUANTITIES)[number]).name,
  })),
);

/** The measured fields of the frame sent at `to`, with increments since `from`. */
type Measurement = (from: number, to: number, stepMs: number) => Values;

/** Values of a phase by the quantities of its fields; `null`: the board has no such phase. */
type MeasuredPhase = (PhaseReading & { readonly kwh: MilliwattHours; readonly kvarh: MillivarHours }) | null;

function values(...phases: readonly [MeasuredPhase, MeasuredPhase, MeasuredPhase]): Values {
  const notified: Record<string, number | null> = { flow: null, volume: null };
  for (const [index, phase] of phases.entries())
    for (const { name, property } of PROPERTIES[index] ?? []) notified[property] = phase?.[name] ?? null;
  return notified as unknown as Values;
}

function measureElectricity(load: ElectricLoad, kind: 'tri' | 'mono', noise: Noise): Measurement {
  return (from, to, stepMs) => {
    const drawn: Drawn = noLoad();
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

function measureWater(load: WaterLoad): Measurement {
  const electric = values(null, null, null);
  return (from, to, stepMs) => ({
    ...electric,
    flow: rounded(load(to), 2),
    volume: fromLitres(meterWater(load, from, to, stepMs)),
  });
}

interface BoardDescription {
  readonly mac: Mac;
  readonly profile: ProfileName;
  readonly zone: Zone;
  /** Names the establishment: boards that share it have consistent loads. */
  readonly seed: string;
  /** Start of its water leak, epoch ms; `null`: no leak. */
  readonly leakingFrom: number | null;
}

/** A board: its measurements over any interval. Pure; equal descriptions measure equal values. */
export interface VirtualBoard {
  readonly mac: Mac;
  readonly kind: BoardKind;
  /** The frame sent at `to`, with the increments since `from`; the load is sampled every `stepMs`. */
  readonly frame: (from: number, to: number, stepMs: number) => Frame;
  /** The frame as a record of the wire format. */
  readonly line: (from: number, to: number, stepMs: number) => string;
}

const BOX_WARMTH_C = 11;

function measurementOf({ profile, zone, seed, leakingFrom, mac }: BoardDescription): Measurement {
  const site = { zone, seed, leakingFrom };
  const chosen = PROFILES[profile];
  if (chosen.kind === 'water') return measureWater(chosen.load(site));
  return measureElectricity(chosen.load(site), chosen.kind, createNoise(`${seed}/${mac}/line`));
}

export function createVirtualBoard(description: BoardDescription): VirtualBoard {
  const { mac, profile, zone } = description;
  const { kind } = PROFILES[profile];
  const measure = measurementOf(description);
  const radio = createNoise(`${mac}/radio`);
  const nearness = 45 + 24 * radio.at(0);

  const frame = (from: number, to: number, stepMs: number): Frame => ({
    kind,
    at: instant(to),
    rssi: -Math.round(nearness + 8 * radio.smooth(to / 120_000)),
    t: rounded(airTemperature(localTimeAt(to, zone)) + BOX_WARMTH_C + radio.smooth(to / 900_000), 1),
    ...measure(from, to, stepMs),
  });
  return { mac, kind, frame, line: (from, to, stepMs) => formatFrame(frame(from, to, stepMs), mac) };
}
