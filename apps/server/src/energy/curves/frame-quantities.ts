import type { LevelQuantity } from '@nascente/contract/energy/curves';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';

/** What of a frame a quantity is made of. */
interface FrameQuantity {
  readonly fields: readonly FrameField[];
  /** How several phases come together. */
  readonly together: 'sum' | 'mean';
  /** What the frame's unit is divided by. */
  readonly per: number;
}

const one = (field: FrameField, per = 1): FrameQuantity => ({ fields: [field], together: 'sum', per });

/** W of frames are told as kW, var as kvar. */
const IN_KW = 1000;

const FRAME_QUANTITIES: Readonly<Record<LevelQuantity, FrameQuantity>> = {
  power: { fields: ['wa', 'wb', 'wc'], together: 'sum', per: IN_KW },
  powerA: one('wa', IN_KW),
  powerB: one('wb', IN_KW),
  powerC: one('wc', IN_KW),
  reactivePower: { fields: ['vara', 'varb', 'varc'], together: 'sum', per: IN_KW },
  reactivePowerA: one('vara', IN_KW),
  reactivePowerB: one('varb', IN_KW),
  reactivePowerC: one('varc', IN_KW),
  voltageA: one('va'),
  voltageB: one('vb'),
  voltageC: one('vc'),
  currentA: one('ia'),
  currentB: one('ib'),
  currentC: one('ic'),
  powerFactor: { fields: ['pfa', 'pfb', 'pfc'], together: 'mean', per: 1 },
  powerFactorA: one('pfa'),
  powerFactorB: one('pfb'),
  powerFactorC: one('pfc'),
  voltageDistortionA: one('vthda'),
  voltageDistortionB: one('vthdb'),
  voltageDistortionC: one('vthdc'),
  currentDistortionA: one('ithda'),
  currentDistortionB: one('ithdb'),
  currentDistortionC: one('ithdc'),
  flow: one('flow'),
  signal: one('rssi'),
  temperature: one('t'),
};

const OF_ANY_METER: ReadonlySet<string> = new Set(['signal', 'temperature']);

/** Whether a kind of meter measures a quantity: boards of one phase fill phase A. */
export const isMeasuredBy = (kind: BoardKind, quantity: string): boolean => {
  if (OF_ANY_METER.has(quantity)) return true;
  if (kind === 'water') return quantity === 'flow' || quantity === 'volume';
  if (quantity === 'flow' || quantity === 'volume') return false;
  return kind === 'tri' || !/[BC]$/.test(quantity);
};

export const fieldsOf = (quantity: LevelQuantity): ReadonlySet<FrameField> =>
  new Set(FRAME_QUANTITIES[quantity].fields);

/** The sign of a power factor says only a direction. */
const ofOneFrame = (quantity: LevelQuantity, measured: number): number =>
  quantity.startsWith('powerFactor') ? Math.abs(measured) : measured;

/** The quantity of each frame; NaN where none of its phases was measured. */
export const measuredIn = ({ at, columns }: Frames, quantity: LevelQuantity): Float64Array => {
  const { fields, together, per } = FRAME_QUANTITIES[quantity];
  const phases = fields.flatMap((field) => columns[field] ?? []);
  const measured = new Float64Array(at.length).fill(Number.NaN);
  for (let index = 0; index < at.length; index++) {
    let [sum, count] = [0, 0];
    for (const phase of phases) {
      const value = phase[index] as number;
      if (Number.isNaN(value)) continue;
      sum += ofOneFrame(quantity, value);
      count++;
    }
    if (count > 0) measured[index] = sum / (together === 'mean' ? count : 1) / per;
  }
  return measured;
};
