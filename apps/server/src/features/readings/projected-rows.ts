import type { RowLength } from '@nascente/contract/telemetry';
import { civilDateAt, startOfDay } from '@nascente/domain/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, instant, MINUTE_MS, offsetMsAt, type Zone } from '@nascente/domain/time/zone';
import { FRAME_COLUMNS, type FrameField, type Frames } from '../series/index.ts';

export type Row = Record<string, string | number | null>;

interface RowsAsked {
  readonly fields: readonly FrameField[];
  readonly limit: number;
  readonly zone: Zone;
}

/** Where the stretch of time begins in which an instant lies: hours and days are those of the local clock. */
const STARTS: Readonly<Record<RowLength, (at: Instant, zone: Zone) => number>> = {
  '1m': (at) => Math.floor(at / MINUTE_MS) * MINUTE_MS,
  '15m': (at) => Math.floor(at / QUARTER_MS) * QUARTER_MS,
  '1h': (at, zone) => at - ((at + offsetMsAt(at, zone)) % HOUR_MS),
  '1d': (at, zone) => startOfDay(civilDateAt(at, zone), zone),
};

/** The first frame of each stretch of time, and where the stretch begins. */
interface Stretch {
  readonly start: number;
  readonly first: number;
}

/** No stretch begins within a minute. */
const stretchesOf = ({ at }: Frames, every: RowLength, zone: Zone): Stretch[] => {
  const stretches: Stretch[] = [];
  let minute = Number.NaN;
  for (const [place, instantOfFrame] of at.entries()) {
    const itsMinute = Math.floor(instantOfFrame / MINUTE_MS);
    if (itsMinute === minute) continue;
    minute = itsMinute;
    const start = STARTS[every](instant(instantOfFrame), zone);
    if (stretches.at(-1)?.start !== start) stretches.push({ start, first: place });
  }
  return stretches;
};

/** Increments are kept in thousandths and answered in the meter's own unit. */
const inUnit = (field: FrameField, number: number): number =>
  FRAME_COLUMNS[field].isIncrement ? number / 1000 : number;

/** Of what is measured at an instant the mean, of increments the sum; null: not measured. */
const meanOrSum = (field: FrameField, column: Float64Array | undefined): number | null => {
  const measured = column?.filter((number) => !Number.isNaN(number)) ?? new Float64Array();
  if (measured.length === 0) return null;
  const sum = measured.reduce((total, number) => total + number, 0);
  return FRAME_COLUMNS[field].isIncrement ? inUnit(field, sum) : sum / measured.length;
};

const rowOf = (
  start: number,
  fields: readonly FrameField[],
  measuredIn: (field: FrameField) => number | null,
): Row => ({
  date: new Date(start).toISOString(),
  ...Object.fromEntries(fields.map((field) => [field, measuredIn(field)])),
});

/** Each frame as a row, the newest first. */
export const rowsOfFrames = ({ at, columns }: Frames, { fields }: Pick<RowsAsked, 'fields'>): Row[] =>
  Array.from(at, (start, place) =>
    rowOf(start, fields, (field) => {
      const number = columns[field]?.[place] ?? Number.NaN;
      return Number.isNaN(number) ? null : inUnit(field, number);
    }),
  ).reverse();

/** Means and sums of stretches of time, so many of the newest, the newest first. */
export const rowsOfStretches = (
  frames: Frames,
  every: RowLength,
  { fields, limit, zone }: RowsAsked,
): Row[] => {
  const stretches = stretchesOf(frames, every, zone);
  const ends = [...stretches.slice(1).map(({ first }) => first), frames.at.length];
  return stretches
    .map(
      ({ start, first }, index) =>
        [
          start,
          (field: FrameField) => meanOrSum(field, frames.columns[field]?.subarray(first, ends[index])),
        ] as const,
    )
    .slice(-limit)
    .map(([start, measuredIn]) => rowOf(start, fields, measuredIn))
    .reverse();
};
