import { FRAME_FIELDS, type FrameField } from './frame-fields.ts';

const POWERS = ['wa', 'wb', 'wc'] as const;
const VOLTAGES = ['va', 'vb', 'vc'] as const;

/** Measures whose extremes a thinned day must keep: total power (or flow), lowest voltage and highest voltage. */
export function curveMeasures(frames: Frames): readonly Float64Array[] {
  const power = reduced(frames, POWERS, (one, other) => one + other);
  const flow = frames.columns.flow;
  return [
    power.map((watts, index) => (Number.isNaN(watts) ? (flow?.[index] ?? Number.NaN) : watts)),
    reduced(frames, VOLTAGES, Math.min),
    reduced(frames, VOLTAGES, Math.max),
  ];
}

/** Combines the measured values of some fields of each frame into one number; NaN if none was measured. */
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

/** Frames of a meter by column, in ascending order of time. */
export interface Frames {
  /** Epoch ms. */
  readonly at: Float64Array;
  /** Values in the unit of the field, increments in whole thousandths; NaN: not in this frame; absent column: in no frame. */
  readonly columns: Readonly<Partial<Record<FrameField, Float64Array>>>;
}

/** The frames of [from, to), as views of the same columns. */
export function framesWithin(frames: Frames, from: number, to: number): Frames {
  return framesBetween(frames, indexOf(frames.at, from), indexOf(frames.at, to));
}

/** The newest `maximum` frames after skipping the `skip` newest ones, as views of the same columns. */
export function lastFrames(frames: Frames, skip: number, maximum: number): Frames {
  const end = Math.max(0, frames.at.length - skip);
  return framesBetween(frames, Math.max(0, end - maximum), end);
}

/** Joins consecutive parts, in ascending order of time. */
export function joinFrames(parts: readonly Frames[]): Frames {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const count = parts.reduce((sum, { at }) => sum + at.length, 0);
  const at = new Float64Array(count);
  const columns: Partial<Record<FrameField, Float64Array>> = {};
  let offset = 0;
  for (const part of parts) {
    at.set(part.at, offset);
    for (const field of FRAME_FIELDS) {
      const column = part.columns[field];
      if (column === undefined) continue;
      columns[field] ??= new Float64Array(count).fill(Number.NaN);
      columns[field].set(column, offset);
    }
    offset += part.at.length;
  }
  return { at, columns };
}

/** Index of the first frame at or after an instant. */
function indexOf(at: Float64Array, instant: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] as number) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The frames with indexes [first, end). */
function framesBetween({ at, columns }: Frames, first: number, end: number): Frames {
  if (first === 0 && end === at.length) return { at, columns };
  const cut = Object.entries(columns).map(([field, column]) => [field, column.subarray(first, end)]);
  return { at: at.subarray(first, end), columns: Object.fromEntries(cut) };
}
