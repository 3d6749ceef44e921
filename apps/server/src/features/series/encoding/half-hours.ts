export const HALF_HOURS_OF_DAY = 48;
const WORD_BYTES = 4;
const BEYOND_WORD = 2 ** 32;
const DAY_BITS = 0xff_ff_ff;
const IS_WIDE = 1 << 24;
const IS_PARTIAL = 1 << 25;
const QUARTERS_OF_HALF_HOUR = 2;

/** Where the parts of a record begin, in words. */
const TOTALS = 1;
const WIDE_WORDS = HALF_HOURS_OF_DAY / 2;
const PARTIAL_WORDS = HALF_HOURS_OF_DAY / 4;

/** A UTC day by its half hours, at which hours and tariff periods of all Brazilian distributors begin. */
export interface DayHalfHours {
  /** Since 1970. */
  readonly day: number;
  /** What was consumed in each, or the volume: whole numbers ≥ 0, below 2^48. */
  readonly totals: Float64Array;
  /** How many quarter-hours of each have data. */
  readonly quarters: Uint8Array;
}

/**
 * A record that says its day, so that those of many days may stand one after the other in any order: little-endian words,
 * the day with two flags, the lower 32 bits of each half hour, where any needs more the upper 16, and where data lack the
 * quarter-hours of each.
 */
export const encodeHalfHours = ({ day, totals, quarters }: DayHalfHours): Buffer => {
  const isWide = totals.some((total) => total >= BEYOND_WORD);
  const isPartial = quarters.some((count) => count !== QUARTERS_OF_HALF_HOUR);
  const words = TOTALS + HALF_HOURS_OF_DAY + (isWide ? WIDE_WORDS : 0) + (isPartial ? PARTIAL_WORDS : 0);
  const record = Buffer.alloc(words * WORD_BYTES);
  record.writeUInt32LE(day | (isWide ? IS_WIDE : 0) | (isPartial ? IS_PARTIAL : 0));
  let at = WORD_BYTES;
  for (const total of totals) at = record.writeUInt32LE(total % BEYOND_WORD, at);
  if (isWide) for (const total of totals) at = record.writeUInt16LE(Math.floor(total / BEYOND_WORD), at);
  if (isPartial) record.set(quarters, at);
  return record;
};

/** Takes in a half hour of UTC, counted from 1970. */
type TakeHalfHour = (halfHour: number, total: number, quarters: number) => void;

/** Reads records that stand one after the other. Answers their days, in the same order. */
export const readHalfHours = (records: Buffer, take: TakeHalfHour): number[] => {
  // Words are read where they lie, which must be at a multiple of their length.
  const bytes = records.byteOffset % WORD_BYTES === 0 ? records : new Uint8Array(records);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD_BYTES);
  const halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const days: number[] = [];
  for (let at = 0; at < words.length; ) {
    const head = words[at] as number;
    const day = head & DAY_BITS;
    const isWide = (head & IS_WIDE) !== 0;
    const isPartial = (head & IS_PARTIAL) !== 0;
    const upper = at + TOTALS + HALF_HOURS_OF_DAY;
    const counts = upper + (isWide ? WIDE_WORDS : 0);
    for (let index = 0; index < HALF_HOURS_OF_DAY; index++) {
      const low = words[at + TOTALS + index] as number;
      const total = isWide ? low + (halves[upper * 2 + index] as number) * BEYOND_WORD : low;
      const quarters = isPartial ? (bytes[counts * WORD_BYTES + index] as number) : QUARTERS_OF_HALF_HOUR;
      take(day * HALF_HOURS_OF_DAY + index, total, quarters);
    }
    days.push(day);
    at = counts + (isPartial ? PARTIAL_WORDS : 0);
  }
  return days;
};
