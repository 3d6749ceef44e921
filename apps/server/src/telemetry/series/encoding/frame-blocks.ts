import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { type Frames, framesWithin, joinFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import { FRAME_FIELDS, isIncrement } from '@nascente/domain/telemetry/frames/frame-fields';
import { type ScaledColumn, scaleOf, shortestDecimal, toScaled } from './decimals.ts';

/** Writes integers one after the other; small ones take fewer bytes. */
type NumberWriter = ReturnType<typeof createNumberWriter>;

const SEVEN_BITS = 0x80;
const LOW_BITS = 0x7f;

const createNumberWriter = (room = 1024) => {
  let target = Buffer.allocUnsafe(room);
  let at = 0;
  const makeRoom = (bytes: number): void => {
    if (at + bytes <= target.length) return;
    const larger = Buffer.allocUnsafe(Math.max(target.length * 2, at + bytes));
    target.copy(larger, 0, 0, at);
    target = larger;
  };
  const natural = (number: number): void => {
    makeRoom(8);
    let rest = number;
    while (rest >= SEVEN_BITS) {
      target[at++] = (rest % SEVEN_BITS) + SEVEN_BITS;
      rest = Math.floor(rest / SEVEN_BITS);
    }
    target[at++] = rest;
  };
  return {
    /** Writes an integer from 0 to 2^53 − 1: seven bits a byte, the lowest first. */
    natural,
    /** Writes a signed integer, encoded as 0, 1, −1, 2, −2, … */
    signed: (number: number) => natural(number < 0 ? -2 * number - 1 : 2 * number),
    bytes(bytes: Uint8Array) {
      makeRoom(bytes.length);
      target.set(bytes, at);
      at += bytes.length;
    },
    /** The written bytes. */
    written: (): Buffer => target.subarray(0, at),
  };
};

/** Reads the output of a {@link NumberWriter} in the same order. */
type NumberReader = ReturnType<typeof createNumberReader>;

const createNumberReader = (source: Buffer) => {
  let at = 0;
  const natural = (): number => {
    let byte = source[at++] as number;
    if (byte < SEVEN_BITS) return byte;
    let number = byte & LOW_BITS;
    for (let factor = SEVEN_BITS; byte >= SEVEN_BITS; factor *= SEVEN_BITS) {
      byte = source[at++] as number;
      number += (byte & LOW_BITS) * factor;
    }
    return number;
  };
  const signed = (): number => {
    const number = natural();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  };
  return {
    natural,
    signed,
    bytes(length: number): Buffer {
      at += length;
      return source.subarray(at - length, at);
    },
    skip(length: number) {
      at += length;
    },
    /** Fills an array with running totals of whole numbers, each divided by a divisor. */
    runningTotals(into: Float64Array, divisor: number) {
      let total = 0;
      let position = at;
      // A day has a quarter of a million of them, nearly all of one byte or two: those are read without a call.
      for (let index = 0; index < into.length; index++) {
        const first = source[position] as number;
        const second = source[position + 1] as number;
        if (first < SEVEN_BITS) {
          total += (first >>> 1) ^ -(first & 1);
          position += 1;
        } else if (second < SEVEN_BITS) {
          const number = (first & LOW_BITS) | (second << 7);
          total += (number >>> 1) ^ -(number & 1);
          position += 2;
        } else {
          at = position;
          total += signed();
          position = at;
        }
        into[index] = total / divisor;
      }
      at = position;
    },
  };
};

/** Encodings of a column: empty, integers of the last decimal, or floats of 32 or 64 bits. */
const EMPTY = 0;
const SCALED = 1;
const AS_32_BITS = 2;
const AS_64_BITS = 3;

/** Integers up to this limit have differences that are exact when doubled. */
const MAX_STEPPED = 2 ** 50;

/** Times are mostly equidistant, so the changes of their distances are mostly zero. */
const writeInstants = (at: Float64Array, writer: NumberWriter): void => {
  let [before, distance] = [0, 0];
  for (const instant of at) {
    const next = instant - before;
    writer.signed(next - distance);
    [before, distance] = [instant, next];
  }
};

const readInstants = (count: number, reader: NumberReader): Float64Array => {
  const at = new Float64Array(count);
  let [before, distance] = [0, 0];
  for (let index = 0; index < count; index++) {
    distance += reader.signed();
    before += distance;
    at[index] = before;
  }
  return at;
};

/** One bit for each frame: measured or not. */
const bitsOf = (column: Float64Array): Uint8Array => {
  const bits = new Uint8Array(Math.ceil(column.length / 8));
  for (const [index, number] of column.entries()) {
    if (!Number.isNaN(number)) bits[index >> 3] = (bits[index >> 3] as number) | (1 << (index & 7));
  }
  return bits;
};

/** Writes each value as the difference from the previous one. */
const writeSteps = (column: Float64Array, writer: NumberWriter): void => {
  let before = 0;
  for (const number of column) {
    if (Number.isNaN(number)) continue;
    writer.signed(number - before);
    before = number;
  }
};

const isMeasured = (number: number): boolean => !Number.isNaN(number);

const thousandths = (column: Float64Array): ScaledColumn | null =>
  column.some((number) => Math.abs(number) > MAX_STEPPED) ? null : { decimals: 0, integer: column };

const bytesOf = (numbers: Float64Array, kind: typeof AS_32_BITS | typeof AS_64_BITS): Uint8Array =>
  new Uint8Array(kind === AS_32_BITS ? Float32Array.from(numbers).buffer : numbers.buffer);

const writeColumn = (column: Float64Array, isIncrement: boolean): Buffer => {
  const writer = createNumberWriter(column.length * 2);
  const isComplete = column.every(isMeasured);
  const scaled = isIncrement ? thousandths(column) : toScaled(column);
  const unscaled = isIncrement ? AS_64_BITS : AS_32_BITS;
  writer.natural(scaled === null ? unscaled : SCALED);
  writer.natural(isComplete ? 1 : 0);
  if (!isComplete) writer.bytes(bitsOf(column));
  if (scaled === null) writer.bytes(bytesOf(column.filter(isMeasured), unscaled));
  else {
    writer.natural(scaled.decimals);
    writeSteps(scaled.integer, writer);
  }
  return writer.written();
};

/** Distributes the measured values of a column to the positions of their frames. */
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
 * Encodes and compresses frames.
 *
 * @param frames - ascending; columns as they were measured: 32-bit numbers, and whole thousandths
 */
export const encodeFrames = ({ at, columns }: Frames): Buffer => {
  const writer = createNumberWriter(at.length * 32);
  writer.natural(at.length);
  writeInstants(at, writer);
  for (const field of FRAME_FIELDS) {
    const column = columns[field];
    if (column === undefined || !column.some(isMeasured)) writer.natural(EMPTY);
    else {
      const written = writeColumn(column, isIncrement(field));
      writer.natural(written.length);
      writer.bytes(written);
    }
  }
  return zstdCompressSync(writer.written());
};

/** @param fields - requested fields: others are skipped */
export const decodeFrames = (bytes: Buffer, fields: ReadonlySet<FrameField> | 'all' = 'all'): Frames => {
  const reader = createNumberReader(zstdDecompressSync(bytes));
  const count = reader.natural();
  const at = readInstants(count, reader);
  const columns: Partial<Record<FrameField, Float64Array>> = {};
  for (const field of FRAME_FIELDS) {
    const length = reader.natural();
    if (length === EMPTY) continue;
    if (fields !== 'all' && !fields.has(field)) reader.skip(length);
    else columns[field] = readColumn(reader.bytes(length), count);
  }
  return { at, columns };
};

/** The frames of a day are stored in blocks that are decoded separately. A page of frames needs one or two blocks. */
export const BLOCKS_OF_DAY = 4;
export const BLOCK_MS = DAY_MS / BLOCKS_OF_DAY;

const LENGTH_BYTES = 4;

/** Consecutive blocks, and the end of each. */
export interface FrameBlocks {
  readonly bytes: Buffer;
  readonly ends: readonly number[];
}

/**
 * @param midnight - of the UTC day, epoch ms
 * @param frames - of that day; columns as they were measured
 */
export const encodeDayFrames = (midnight: number, frames: Frames): FrameBlocks => {
  const pieces: Buffer[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let block = 0; block < BLOCKS_OF_DAY; block++) {
    const from = midnight + block * BLOCK_MS;
    const bytes = encodeFrames(framesWithin(frames, from, from + BLOCK_MS));
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    pieces.push(length, bytes);
    end += LENGTH_BYTES + bytes.length;
    ends.push(end);
  }
  return { bytes: Buffer.concat(pieces), ends };
};

export const decodeBlocks = (bytes: Buffer, fields: ReadonlySet<FrameField> | 'all'): Frames => {
  const parts: Frames[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
    parts.push(decodeFrames(bytes.subarray(at + LENGTH_BYTES, end), fields));
    at = end;
  }
  return joinFrames(parts);
};
