import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import {
  FRAME_FIELDS,
  type FrameField,
  frameColumn,
  isIncrement,
} from '@nascente/domain/telemetry/frames/frame-fields';
import { sentArray, sentNumbers } from '../../../platform/database/sent-array.ts';
import { shortestDecimals } from '../encoding/decimals.ts';

/** Frames as the database sends them, column by column. */
export type SentFrames = Readonly<Partial<Record<FrameField | 'instants', string | null>>>;

const AT_MS = "(date_part('epoch', at) * 1000)::bigint";

/** Increments are whole thousandths; all other fields are 32-bit numbers. */
const typeOf = (field: FrameField): 'float4' | 'float8' => (isIncrement(field) ? 'float8' : 'float4');

const sentColumn = (field: FrameField): string => {
  const column = frameColumn(field);
  return `case when count(${column}) > 0 then ${sentArray(column, typeOf(field))} end as "${field}"`;
};

/** SQL that returns these columns of readings as arrays in the order of the rows. */
export const sentFrames = (fields: readonly FrameField[]): string =>
  [`${sentArray(AT_MS)} as instants`, ...fields.map(sentColumn)].join(',\n  ');

export const FRAMES_SENT = sentFrames(FRAME_FIELDS);

/** Decodes columns to measured values: 32-bit numbers and whole thousandths. */
export const columnsOfSent = (sent: SentFrames | undefined): Frames => {
  const columns: Partial<Record<FrameField, Float64Array>> = {};
  for (const field of FRAME_FIELDS) {
    const column = sent?.[field];
    if (column) columns[field] = sentNumbers(column, typeOf(field));
  }
  return { at: sentNumbers(sent?.instants ?? null), columns };
};

/** Converts 32-bit numbers to the shortest decimals that they represent: 219.8, as the meter sent it, and not 219.80000305. */
export const asPrinted = ({ at, columns }: Frames): Frames => {
  const printed = Object.entries(columns).map(([field, column]) => {
    return [field, isIncrement(field as FrameField) ? column : shortestDecimals(column)];
  });
  return { at, columns: Object.fromEntries(printed) };
};
