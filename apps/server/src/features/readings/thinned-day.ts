import { MOST_FRAMES } from '@nascente/contract/telemetry';
import { thin } from '@nascente/domain/consumption/thinning';
import type { FrameField, Frames } from '../series/index.ts';
import { writeFramesAt } from './frame-json.ts';

type Reduce = (one: number, other: number) => number;

/** Of each frame one number of some fields, of those that were measured; NaN where none was. */
const reduced = ({ at, columns }: Frames, fields: readonly FrameField[], reduce: Reduce): Float64Array => {
  const measures = new Float64Array(at.length).fill(Number.NaN);
  for (const field of fields)
    for (const [place, measured] of columns[field]?.entries() ?? []) {
      if (Number.isNaN(measured)) continue;
      const before = measures[place] as number;
      measures[place] = Number.isNaN(before) ? measured : reduce(before, measured);
    }
  return measures;
};

const POWERS: readonly FrameField[] = ['wa', 'wb', 'wc'];
const VOLTAGES: readonly FrameField[] = ['va', 'vb', 'vc'];

/** What a day's curve must not lose: the power of all phases or the flow, the lowest voltage and the highest. */
const measuresOf = (frames: Frames): readonly Float64Array[] => {
  const power = reduced(frames, POWERS, (one, other) => one + other);
  const flow = reduced(frames, ['flow'], Math.max);
  return [
    power.map((watts, place) => (Number.isNaN(watts) ? (flow[place] as number) : watts)),
    reduced(frames, VOLTAGES, Math.min),
    reduced(frames, VOLTAGES, Math.max),
  ];
};

/** The frames of a day that its curve needs, oldest first, as JSON with commas between them. */
export const writeThinned = (frames: Frames): string =>
  writeFramesAt(frames, thin(frames.at, measuresOf(frames), MOST_FRAMES));
