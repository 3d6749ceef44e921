import { DAY_MS } from '@nascente/domain/base/time/zone';
import { type Frames, framesWithin, joinFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import { decodeFrames, encodeFrames } from './frames.ts';

/** A day's frames are kept in blocks, each opened by itself: a page of them needs one or two. */
export const BLOCKS_OF_DAY = 4;
export const BLOCK_MS = DAY_MS / BLOCKS_OF_DAY;

const LENGTH_BYTES = 4;

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
