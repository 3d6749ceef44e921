import type { Frames } from './frame-columns.ts';
import type { FrameField } from './frame-fields.ts';

const POWERS = ['wa', 'wb', 'wc'] as const;
const VOLTAGES = ['va', 'vb', 'vc'] as const;

/** What the curve of a day must not lose: the power of all phases or the flow, the lowest voltage and the highest. */
export function curveMeasures(frames: Frames): readonly Float64Array[] {
  const power = reduced(frames, POWERS, (one, other) => one + other);
  const flow = frames.columns.flow;
  return [
    power.map((watts, index) => (Number.isNaN(watts) ? (flow?.[index] ?? Number.NaN) : watts)),
    reduced(frames, VOLTAGES, Math.min),
    reduced(frames, VOLTAGES, Math.max),
  ];
}

/** Of each frame one number of some fields, of those that were measured; NaN where none was. */
function reduced(
  { at, columns }: Frames,
  fields: readonly FrameField[],
  reduce: (one: number, other: number) => number,
): Float64Array {
  const measures = new Float64Array(at.length).fill(Number.NaN);
  for (const field of fields)
    for (const [index, measured] of columns[field]?.entries() ?? []) {
      if (Number.isNaN(measured)) continue;
      const before = measures[index] as number;
      measures[index] = Number.isNaN(before) ? measured : reduce(before, measured);
    }
  return measures;
}
