import { MOST_FRAMES } from '@nascente/contract/telemetry';
import { thin } from '@nascente/domain/consumption/thinning';
import { curveMeasures } from '@nascente/domain/metering/curve-measures';
import type { Frames } from '@nascente/domain/metering/frame-columns';
import { FRAME_FIELDS, isIncrement } from '@nascente/domain/metering/frame-fields';

/** Energies and volumes are kept in thousandths, and answered in the unit of the meter. */
const THOUSANDTHS = 1000;

/** A field of every frame, after the comma: what it is answered as, by the place of the frame. */
interface WrittenColumn {
  readonly key: string;
  readonly values: Float64Array | undefined;
  readonly divisor: number;
}

const columnsOf = ({ columns }: Frames): readonly WrittenColumn[] =>
  FRAME_FIELDS.map((field) => ({
    key: `,"${field}":`,
    values: columns[field],
    divisor: isIncrement(field) ? THOUSANDTHS : 1,
  }));

/** A number that is none would not be JSON: what was not measured is null. */
const valueAt = ({ values, divisor }: WrittenColumn, index: number): string => {
  const value = values?.[index];
  return value === undefined || !Number.isFinite(value) ? 'null' : String(value / divisor);
};

const writeFrame = (at: number, columns: readonly WrittenColumn[], index: number): string => {
  let json = `{"date":"${new Date(at).toISOString()}"`;
  for (const column of columns) json += column.key + valueAt(column, index);
  return `${json}}`;
};

/** The frames in these places as JSON of the contract's `frame`, with commas between them. */
const writeFramesAt = (frames: Frames, indexes: readonly number[]): string => {
  const columns = columnsOf(frames);
  return indexes.map((index) => writeFrame(frames.at[index] as number, columns, index)).join();
};

/** All of them, the newest first. */
export const writeNewestFirst = (frames: Frames): string =>
  writeFramesAt(frames, [...frames.at.keys()].reverse());

/** The frames of a day that its curve needs, oldest first. */
export const writeThinned = (frames: Frames): string =>
  writeFramesAt(frames, thin(frames.at, curveMeasures(frames), MOST_FRAMES));
