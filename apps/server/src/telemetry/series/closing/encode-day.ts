import { openParts, type TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { type Frames, framesWithin, joinFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import {
  type DayTotals,
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import {
  POWER_FACTOR_FIELDS,
  qualityOf,
  VOLTAGE_FIELDS,
} from '@nascente/domain/telemetry/quality/hourly-quality';
import { encodeDayTotals } from '../encoding/day-totals.ts';
import { encodeDayFrames, type FrameBlocks } from '../encoding/frame-blocks.ts';
import { encodeQuality } from '../encoding/quality.ts';
import { encodeCounts, encodeGrids, type PhaseGrids } from '../encoding/quarters.ts';
import { dayNumber } from '../interval-queries.repository.ts';
import { asPrinted } from './sent-frames.ts';

const HOURS_OF_DAY = 24;

/** The data of a closing day. */
export interface OpenDay {
  /** Epoch ms. */
  readonly midnight: number;
  /** All frames of the day, with measured or decoded values. */
  readonly frames: Frames;
  /** The stored blocks of the same frames, if the frames have not changed since the day was closed; else `null`. */
  readonly storedFrames: FrameBlocks | null;
  /** Excluded intervals, ascending. */
  readonly excluded: readonly TimeSpan[];
  /** Quarter-hours of the day with data, 0 to 95. */
  readonly indexes: Float64Array;
  /** Number of counting frames in each of the 96 quarter-hours; 0 in imported ones. */
  readonly counts: Float64Array;
  /** The import of each quarter-hour; 0: measured. `null`: all are measured. */
  readonly imports: Float64Array | null;
  /** Thousandths of Wh, varh or litres: 96 numbers for each phase. */
  readonly quantities: Readonly<Record<QuarterQuantity, PhaseGrids>>;
}

/** The columns of a closed day's row. */
export interface EncodedDay {
  /** Number of all frames, including excluded ones. */
  readonly frames: number;
  readonly counts: Buffer;
  readonly imports: readonly number[] | null;
  readonly present: string | null;
  readonly quantities: Readonly<Record<QuarterQuantity, Buffer | null>>;
  readonly totals: Buffer;
  readonly quality: Buffer | null;
  readonly blocks: FrameBlocks;
}

/** The frames outside excluded intervals. */
const countedIn = ({ midnight, frames, excluded }: OpenDay): Frames => {
  const day: TimeSpan = { from: instant(midnight), to: instant(midnight + DAY_MS) };
  return joinFrames(openParts(day, excluded).map(({ from, to }) => framesWithin(frames, from, to)));
};

/** One character for each quarter-hour, '1' if it has data; `null`: all have data. */
const presentOf = (indexes: Float64Array): string | null => {
  if (indexes.length === QUARTERS_OF_DAY) return null;
  const present = Array.from({ length: QUARTERS_OF_DAY }, () => '0');
  for (const index of indexes) present[index] = '1';
  return present.join('');
};

/** Consumption or volume of each quarter-hour. */
const totalsOf = ({ midnight, indexes, quantities: { consumed, volume } }: OpenDay): DayTotals => {
  const totals = new Float64Array(QUARTERS_OF_DAY);
  for (const grid of [...consumed, ...volume])
    for (const [index, number] of grid?.entries() ?? []) totals[index] = (totals[index] as number) + number;
  const present = new Uint8Array(QUARTERS_OF_DAY);
  for (const index of indexes) present[index] = 1;
  return { day: dayNumber(midnight), totals, present: indexes.length === QUARTERS_OF_DAY ? null : present };
};

const isOfQuality = (field: FrameField): boolean =>
  POWER_FACTOR_FIELDS.has(field) || VOLTAGE_FIELDS.has(field);

/** The fields needed for quality, with the values that queries of an open day return. */
const printedQuality = ({ at, columns }: Frames): Frames => {
  const requested = Object.entries(columns).filter(([field]) => isOfQuality(field as FrameField));
  return asPrinted({ at, columns: Object.fromEntries(requested) });
};

export const encodeDay = (day: OpenDay): EncodedDay => {
  const counted = countedIn(day);
  const quantities = QUARTER_QUANTITIES.map((name) => [name, encodeGrids(day.quantities[name])] as const);
  return {
    frames: day.frames.at.length,
    counts: encodeCounts(Uint16Array.from(day.counts)),
    imports: day.imports === null ? null : [...day.imports],
    present: presentOf(day.indexes),
    quantities: Object.fromEntries(quantities) as EncodedDay['quantities'],
    totals: encodeDayTotals(totalsOf(day)),
    quality: encodeQuality(
      qualityOf(day.storedFrames === null ? printedQuality(counted) : counted, day.midnight, HOURS_OF_DAY),
    ),
    blocks: day.storedFrames ?? encodeDayFrames(day.midnight, day.frames),
  };
};
