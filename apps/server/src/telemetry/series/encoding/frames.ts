import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import { FRAME_FIELDS, type FrameField, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import {
  createNumberReader,
  createNumberWriter,
  type NumberReader,
  type NumberWriter,
} from './byte-columns.ts';
import { type ScaledColumn, scaleOf, shortestDecimal, toScaled } from './decimals.ts';

/** How a column is written: not at all, in whole ones of its last decimal, or as numbers of 32 or 64 bits. */
const NOTHING = 0;
const SCALED = 1;
const AS_32_BITS = 2;
const AS_64_BITS = 3;

/** Steps between whole numbers up to this are whole numbers that are exact when doubled. */
const MAX_STEPPED = 2 ** 50;

/** Instants are even, so how the distance between two of them changes is mostly zero. */
const writeInstants = (at: Float64Array, writer: NumberWriter): void => {
  let [before, distance] = [0, 0];
  for (const instant of at) {
    const next = instant - before;
    writer.whole(next - distance);
    [before, distance] = [instant, next];
  }
};

const readInstants = (count: number, reader: NumberReader): Float64Array => {
  const at = new Float64Array(count);
  let [before, distance] = [0, 0];
  for (let index = 0; index < count; index++) {
    distance += reader.whole();
    before += distance;
    at[index] = before;
  }
  return at;
};

/** A bit a frame: measured or not. */
const bitsOf = (column: Float64Array): Uint8Array => {
  const bits = new Uint8Array(Math.ceil(column.length / 8));
  for (const [index, number] of column.entries()) {
    if (!Number.isNaN(number)) bits[index >> 3] = (bits[index >> 3] as number) | (1 << (index & 7));
  }
  return bits;
};

/** Each as what it is more than the one before. */
const writeSteps = (column: Float64Array, writer: NumberWriter): void => {
  let before = 0;
  for (const number of column) {
    if (Number.isNaN(number)) continue;
    writer.whole(number - before);
    before = number;
  }
};

const isMeasured = (number: number): boolean => !Number.isNaN(number);

const thousandths = (column: Float64Array): ScaledColumn | null =>
  column.some((number) => Math.abs(number) > MAX_STEPPED) ? null : { decimals: 0, whole: column };

const bytesOf = (numbers: Float64Array, kind: typeof AS_32_BITS | typeof AS_64_BITS): Uint8Array =>
  new Uint8Array(kind === AS_32_BITS ? Float32Array.from(numbers).buffer : numbers.buffer);

const writeColumn = (column: Float64Array, isIncrement: boolean): Buffer => {
  const writer = createNumberWriter(column.length * 2);
  const isWhole = column.every(isMeasured);
  const scaled = isIncrement ? thousandths(column) : toScaled(column);
  const unscaled = isIncrement ? AS_64_BITS : AS_32_BITS;
  writer.natural(scaled === null ? unscaled : SCALED);
  writer.natural(isWhole ? 1 : 0);
  if (!isWhole) writer.bytes(bitsOf(column));
  if (scaled === null) writer.bytes(bytesOf(column.filter(isMeasured), unscaled));
  else {
    writer.natural(scaled.decimals);
    writeSteps(scaled.whole, writer);
  }
  return writer.written();
};

/** The numbers of a column that were measured, to where their frames are among all. */
const spread = (measured: Float64Array, bits: Uint8Array, count: number): Float64Array => {
  const column = new Float64Array(count).fill(Number.NaN);
  let next = 0;
  for (let index = 0; index < count; index++) {
    if (((bits[index >> 3] as number) & (1 << (index & 7))) !== 0) column[index] = measured[next++] as number;
  }
  return column;
};

const bitsIn = (bits: Uint8Array): number => {
  let count = 0;
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
};

const readColumn = (bytes: Buffer, count: number): Float64Array => {
  const reader = createNumberReader(bytes);
  const kind = reader.natural();
  const bits = reader.natural() === 1 ? null : reader.bytes(Math.ceil(count / 8));
  const measured = new Float64Array(bits === null ? count : bitsIn(bits));
  if (kind === SCALED) reader.runningTotals(measured, scaleOf(reader.natural()));
  else
    for (const index of measured.keys())
      measured[index] =
        kind === AS_32_BITS
          ? shortestDecimal(reader.bytes(4).readFloatLE(0))
          : reader.bytes(8).readDoubleLE(0);
  return bits === null ? measured : spread(measured, bits, count);
};

/**
 * Frames as they are kept, compressed.
 *
 * @param frames - ascending; columns as they were measured: 32-bit numbers, and whole thousandths
 */
export const encodeFrames = ({ at, columns }: Frames): Buffer => {
  const writer = createNumberWriter(at.length * 32);
  writer.natural(at.length);
  writeInstants(at, writer);
  for (const field of FRAME_FIELDS) {
    const column = columns[field];
    if (column === undefined || !column.some(isMeasured)) writer.natural(NOTHING);
    else {
      const written = writeColumn(column, isIncrement(field));
      writer.natural(written.length);
      writer.bytes(written);
    }
  }
  return zstdCompressSync(writer.written());
};

/** @param fields - what is asked of them: the rest is passed over */
export const decodeFrames = (bytes: Buffer, fields: ReadonlySet<FrameField> | 'all' = 'all'): Frames => {
  const reader = createNumberReader(zstdDecompressSync(bytes));
  const count = reader.natural();
  const at = readInstants(count, reader);
  const columns: Partial<Record<FrameField, Float64Array>> = {};
  for (const field of FRAME_FIELDS) {
    const length = reader.natural();
    if (length === NOTHING) continue;
    if (fields !== 'all' && !fields.has(field)) reader.skip(length);
    else columns[field] = readColumn(reader.bytes(length), count);
  }
  return { at, columns };
};
