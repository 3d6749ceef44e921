import { type DayTotals, QUARTERS_OF_DAY } from '@nascente/domain/telemetry/intervals/quarter-days';

const DAY_BYTES = 3;
const HEAD_BYTES = DAY_BYTES + 1;
const [FOUR, EIGHT] = [4, 8];
const IS_PARTIAL = 0x80;
const PRESENT_BYTES = QUARTERS_OF_DAY / 8;

/**
 * A record that contains its day, so that records of many days may be joined in any order. Little-endian: the day (three bytes),
 * the size of a number (a byte, its highest bit set if data are missing; four, or eight of a float8), the total of the day, the
 * total before each of its quarter-hours but the first, and with missing data a bit a quarter-hour, the first one lowest. With
 * running totals, any interval is the difference of two numbers.
 */
export const encodeDayTotals = ({ day, totals, present }: DayTotals): Buffer => {
  const running = new Float64Array(QUARTERS_OF_DAY + 1);
  for (const [index, total] of totals.entries()) running[index + 1] = (running[index] as number) + total;
  running[0] = running[QUARTERS_OF_DAY] as number;
  const width = (running[0] as number) < 2 ** (8 * FOUR) ? FOUR : EIGHT;
  const length = HEAD_BYTES + QUARTERS_OF_DAY * width;
  const record = Buffer.alloc(length + (present === null ? 0 : PRESENT_BYTES));
  record.writeUIntLE(day, 0, DAY_BYTES);
  record[DAY_BYTES] = width | (present === null ? 0 : IS_PARTIAL);
  let at = HEAD_BYTES;
  for (const number of running.subarray(0, QUARTERS_OF_DAY))
    at = width === FOUR ? record.writeUInt32LE(number, at) : record.writeDoubleLE(number, at);
  for (const [index, one] of present?.entries() ?? [])
    record[length + (index >> 3)] = (record[length + (index >> 3)] as number) | (one << (index & 7));
  return record;
};

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const numberAt = (view: DataView, at: number, width: number): number =>
  width === FOUR ? view.getUint32(at, true) : view.getFloat64(at, true);

const headAt = (view: DataView, at: number) => {
  const head = view.getUint8(at + DAY_BYTES);
  return {
    day: view.getUint32(at, true) & 0xff_ff_ff,
    width: head & ~IS_PARTIAL,
    isPartial: (head & IS_PARTIAL) !== 0,
  };
};

/** Decodes the quarter-hours of the record at an index. @returns the index after the record */
const readRecord = (view: DataView, at: number, totals: Float64Array, bits: Uint8Array): number => {
  const { width, isPartial } = headAt(view, at);
  const end = at + HEAD_BYTES + QUARTERS_OF_DAY * width;
  const last = QUARTERS_OF_DAY - 1;
  let before = 0;
  for (let index = 0; index < last; index++) {
    const until = numberAt(view, at + HEAD_BYTES + (index + 1) * width, width);
    totals[index] = until - before;
    before = until;
  }
  totals[last] = numberAt(view, at + HEAD_BYTES, width) - before;
  if (!isPartial) return end;
  for (let index = 0; index < QUARTERS_OF_DAY; index++)
    bits[index] = (view.getUint8(end + (index >> 3)) >> (index & 7)) & 1;
  return end + PRESENT_BYTES;
};

interface TakeTotals {
  /** Receives a day; the object is reused for the next day. */
  readonly take: (day: DayTotals) => void;
  /** Whether only head, total and one running total of a day are present. */
  readonly isCut: (day: number) => boolean;
  readonly takeCut: (day: number, total: number, before: number) => void;
}

/** Decodes consecutive records, some of them cut. @returns their days */
export const readCutTotals = (records: Buffer, { take, isCut, takeCut }: TakeTotals): Float64Array => {
  const view = viewOf(records);
  const totals = new Float64Array(QUARTERS_OF_DAY);
  const bits = new Uint8Array(QUARTERS_OF_DAY);
  const days: number[] = [];
  for (let at = 0; at < records.length; ) {
    const { day, width, isPartial } = headAt(view, at);
    days.push(day);
    if (!isPartial && isCut(day)) {
      const numbers = at + HEAD_BYTES;
      takeCut(day, numberAt(view, numbers, width), numberAt(view, numbers + width, width));
      at = numbers + 2 * width;
    } else {
      at = readRecord(view, at, totals, bits);
      take({ day, totals, present: isPartial ? bits : null });
    }
  }
  return Float64Array.from(days);
};

/** Decodes consecutive complete records. @returns their days @param take - see `TakeTotals` */
export const readDayTotals = (records: Buffer, take: TakeTotals['take']): Float64Array =>
  readCutTotals(records, { take, isCut: () => false, takeCut: () => undefined });
