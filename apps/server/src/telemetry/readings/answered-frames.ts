import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { MAX_FRAMES } from '@nascente/contract/telemetry/telemetry';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import { curveMeasures } from '@nascente/domain/telemetry/frames/frame-columns';
import { FRAME_FIELDS, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import { thin } from '@nascente/domain/telemetry/intervals/thinning';

/** Energies and volumes are kept in thousandths, and answered in the unit of the meter. */
const THOUSANDTHS = 1000;

/** What was not measured is null. Filled in copies of one frame, thousands of which are made in half of the time. */
const BLANK: Readonly<Record<string, string | number | null>> = Object.fromEntries(
  ['date', ...FRAME_FIELDS].map((field) => [field, null]),
);

/** The frames at these indexes as the contract names their fields. */
const framesAt = ({ at, columns }: Frames, indexes: readonly number[]): AnsweredFrame[] => {
  const answered = indexes.map((index) => ({
    ...BLANK,
    date: new Date(at[index] as number).toISOString(),
  }));
  for (const field of FRAME_FIELDS) {
    const divisor = isIncrement(field) ? THOUSANDTHS : 1;
    const values = columns[field];
    if (values === undefined) continue;
    for (const [row, index] of indexes.entries()) {
      const value = values[index] as number;
      if (Number.isFinite(value)) (answered[row] as Record<string, unknown>)[field] = value / divisor;
    }
  }
  return answered as AnsweredFrame[];
};

/** All of them, the newest first. */
export const newestFirst = (frames: Frames): AnsweredFrame[] =>
  framesAt(frames, [...frames.at.keys()].reverse());

/** The frames of a day that its curve needs, oldest first. */
export const thinned = (frames: Frames): AnsweredFrame[] =>
  framesAt(frames, thin(frames.at, curveMeasures(frames), MAX_FRAMES));
