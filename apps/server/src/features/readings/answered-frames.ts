import type { AnsweredFrame } from '@nascente/contract/readings';
import { MOST_FRAMES } from '@nascente/contract/telemetry';
import { thin } from '@nascente/domain/consumption/thinning';
import { curveMeasures } from '@nascente/domain/metering/curve-measures';
import type { Frames } from '@nascente/domain/metering/frame-columns';
import { FRAME_FIELDS, isIncrement } from '@nascente/domain/metering/frame-fields';

/** Energies and volumes are kept in thousandths, and answered in the unit of the meter. */
const THOUSANDTHS = 1000;

interface AnsweredColumn {
  readonly field: (typeof FRAME_FIELDS)[number];
  readonly values: Float64Array | undefined;
  readonly divisor: number;
}

const columnsOf = ({ columns }: Frames): readonly AnsweredColumn[] =>
  FRAME_FIELDS.map((field) => ({
    field,
    values: columns[field],
    divisor: isIncrement(field) ? THOUSANDTHS : 1,
  }));

/** The frames at these indexes as the contract names their fields; what was not measured is null. */
const framesAt = (frames: Frames, indexes: readonly number[]): AnsweredFrame[] => {
  const columns = columnsOf(frames);
  return indexes.map((index) => {
    const answered: Record<string, string | number | null> = {
      date: new Date(frames.at[index] as number).toISOString(),
    };
    for (const { field, values, divisor } of columns) {
      const value = values?.[index];
      answered[field] = value === undefined || !Number.isFinite(value) ? null : value / divisor;
    }
    return answered as AnsweredFrame;
  });
};

/** All of them, the newest first. */
export const newestFirst = (frames: Frames): AnsweredFrame[] =>
  framesAt(frames, [...frames.at.keys()].reverse());

/** The frames of a day that its curve needs, oldest first. */
export const thinned = (frames: Frames): AnsweredFrame[] =>
  framesAt(frames, thin(frames.at, curveMeasures(frames), MOST_FRAMES));
