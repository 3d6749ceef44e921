import type { LevelQuantity } from '@nascente/contract/energy/curves';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import {
  type FrameField,
  PHASE_QUANTITIES,
  phaseFields,
} from '@nascente/domain/telemetry/frames/frame-fields';

interface FrameQuantity {
  readonly fields: readonly FrameField[];
  readonly together: 'sum' | 'mean';
  readonly per: number;
}

const one = (field: FrameField, per = 1): FrameQuantity => ({ fields: [field], together: 'sum', per });

const FRAME_QUANTITIES = Object.fromEntries<FrameQuantity>([
  ...PHASE_QUANTITIES.flatMap(({ name, level }): [string, FrameQuantity][] => {
    if (level === undefined) return [];
    const { key, per, combined } = level;
    const fields = phaseFields(name);
    const phases = ['A', 'B', 'C'].map((phase, index): [string, FrameQuantity] => [
      `${key}${phase}`,
      one(fields[index] as FrameField, per),
    ]);
    return combined === undefined ? phases : [[key, { fields, together: combined, per }], ...phases];
  }),
  ['flow', one('flow')],
  ['signal', one('rssi')],
  ['temperature', one('t')],
]) as Readonly<Record<LevelQuantity, FrameQuantity>>;

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

/** The sign of a power factor only shows the direction of the power. */
const ofOneFrame = (quantity: LevelQuantity, measured: number): number =>
  quantity.startsWith('powerFactor') ? Math.abs(measured) : measured;

/** The quantity of each frame; NaN if none of its phases was measured. */
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
