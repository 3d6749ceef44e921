import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
} from '@nascente/domain/consumption/quarter-days';
import { type Frames, framesWithin, joinFrames } from '@nascente/domain/metering/frame-columns';
import type { FrameField } from '@nascente/domain/metering/frame-fields';
import { POWER_FACTOR_FIELDS, qualityOf, VOLTAGE_FIELDS } from '@nascente/domain/metering/hourly-quality';
import { openParts, type TimeSpan } from '@nascente/domain/time/span';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import { encodeDayFrames, type FrameBlocks } from '../encoding/frame-blocks.ts';
import { type DayHalfHours, encodeHalfHours, HALF_HOURS_OF_DAY } from '../encoding/half-hours.ts';
import { encodeQuality } from '../encoding/quality.ts';
import { encodeCounts, encodeGrids, type PhaseGrids } from '../encoding/quarters.ts';
import { dayNumber } from '../utc-day.ts';
import { asPrinted } from './sent-frames.ts';

const HOURS_OF_DAY = 24;
const QUARTERS_OF_HALF_HOUR = QUARTERS_OF_DAY / HALF_HOURS_OF_DAY;

/** What a day holds that closes. */
export interface OpenDay {
  /** Epoch ms. */
  readonly midnight: number;
  /** All of them; columns as they were measured, or as they were kept. */
  readonly frames: Frames;
  /** The same as they were closed before, where nothing of them has changed since. */
  readonly kept: FrameBlocks | null;
  /** What an operator has marked as wrong, ascending. */
  readonly excluded: readonly TimeSpan[];
  /** Quarter-hours of the day with data, 0 to 95. */
  readonly indexes: Float64Array;
  /** How many frames that count began in each of the 96 quarter-hours, none in those of an import. */
  readonly counts: Float64Array;
  /** The import that each quarter-hour is from, 0: measured; null: of all. */
  readonly imports: Float64Array | null;
  /** Thousandths, 96 numbers a phase. */
  readonly quantities: Readonly<Record<QuarterQuantity, PhaseGrids>>;
}

/** A closed day as its row holds it. */
export interface EncodedDay {
  /** All of them, also those that do not count. */
  readonly frames: number;
  readonly counts: Buffer;
  readonly imports: readonly number[] | null;
  readonly present: string | null;
  readonly quantities: Readonly<Record<QuarterQuantity, Buffer | null>>;
  readonly halfHours: Buffer;
  readonly quality: Buffer | null;
  readonly blocks: FrameBlocks;
}

/** The frames that count. */
const countedIn = ({ midnight, frames, excluded }: OpenDay): Frames => {
  const day: TimeSpan = { from: instant(midnight), to: instant(midnight + DAY_MS) };
  return joinFrames(openParts(day, excluded).map(({ from, to }) => framesWithin(frames, from, to)));
};

/** A character of each quarter-hour; null: all have data. */
const presentOf = (indexes: Float64Array): string | null => {
  if (indexes.length === QUARTERS_OF_DAY) return null;
  const present = Array.from({ length: QUARTERS_OF_DAY }, () => '0');
  for (const index of indexes) present[index] = '1';
  return present.join('');
};

/** What was consumed in each half hour of UTC, or the volume. */
const halfHoursOf = ({ midnight, indexes, quantities: { consumed, volume } }: OpenDay): DayHalfHours => {
  const [totals, quarters] = [new Float64Array(HALF_HOURS_OF_DAY), new Uint8Array(HALF_HOURS_OF_DAY)];
  const slotOf = (index: number): number => Math.floor(index / QUARTERS_OF_HALF_HOUR);
  for (const index of indexes) quarters[slotOf(index)] = (quarters[slotOf(index)] as number) + 1;
  for (const grid of [...consumed, ...volume])
    for (const [index, number] of grid?.entries() ?? [])
      totals[slotOf(index)] = (totals[slotOf(index)] as number) + number;
  return { day: dayNumber(midnight), totals, quarters };
};

const isOfQuality = (field: FrameField): boolean =>
  POWER_FACTOR_FIELDS.has(field) || VOLTAGE_FIELDS.has(field);

/** Of frames as they were measured what their quality needs, as it is read where a day is open. */
const printedQuality = ({ at, columns }: Frames): Frames => {
  const asked = Object.entries(columns).filter(([field]) => isOfQuality(field as FrameField));
  return asPrinted({ at, columns: Object.fromEntries(asked) });
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
    halfHours: encodeHalfHours(halfHoursOf(day)),
    quality: encodeQuality(
      qualityOf(day.kept === null ? printedQuality(counted) : counted, day.midnight, HOURS_OF_DAY),
    ),
    blocks: day.kept ?? encodeDayFrames(day.midnight, day.frames),
  };
};
