import { DAY_MS } from '@nascente/domain/time/zone';
import { FRAME_FIELDS, type FrameField } from '../frames/frame-fields.ts';
import { decodeFrames, encodeFrames, type Frames } from './frames.ts';

/** A day's frames are kept in blocks, each opened by itself: a page of them needs one or two. */
export const BLOCKS_OF_DAY = 4;
export const BLOCK_MS = DAY_MS / BLOCKS_OF_DAY;

const LENGTH_BYTES = 4;

/** The first frame at or after an instant. */
const placeOf = (at: Float64Array, instant: number): number => {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] as number) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Those in the places [first, end), as views of the same columns. */
const framesBetween = ({ at, columns }: Frames, first: number, end: number): Frames => {
  if (first === 0 && end === at.length) return { at, columns };
  const cut = Object.entries(columns).map(([field, column]) => [field, column.subarray(first, end)]);
  return { at: at.subarray(first, end), columns: Object.fromEntries(cut) };
};

/** Those of [from, to). */
export const framesWithin = (frames: Frames, from: number, to: number): Frames =>
  framesBetween(frames, placeOf(frames.at, from), placeOf(frames.at, to));

/** So many of the newest, without those that `skip` passes over. */
export const lastFrames = (frames: Frames, skip: number, most: number): Frames => {
  const end = Math.max(0, frames.at.length - skip);
  return framesBetween(frames, Math.max(0, end - most), end);
};

/** Frames that follow one another in time, as one. */
export const joinFrames = (parts: readonly Frames[]): Frames => {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const count = parts.reduce((sum, { at }) => sum + at.length, 0);
  const at = new Float64Array(count);
  const columns: Partial<Record<FrameField, Float64Array>> = {};
  let offset = 0;
  for (const part of parts) {
    at.set(part.at, offset);
    for (const field of FRAME_FIELDS) {
      const column = part.columns[field];
      if (column === undefined) continue;
      columns[field] ??= new Float64Array(count).fill(Number.NaN);
      columns[field].set(column, offset);
    }
    offset += part.at.length;
  }
  return { at, columns };
};

/** Blocks one after the other, and where each of them ends. */
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

/** Some blocks that follow one another. */
export const decodeBlocks = (bytes: Buffer, fields: ReadonlySet<FrameField> | 'all'): Frames => {
  const parts: Frames[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
    parts.push(decodeFrames(bytes.subarray(at + LENGTH_BYTES, end), fields));
    at = end;
  }
  return joinFrames(parts);
};
