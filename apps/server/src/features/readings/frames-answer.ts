import { createBufferPool } from '../../platform/http/buffer-pool.ts';
import { freeMemory } from '../../platform/http/free-memory.ts';
import { WrittenAnswer } from '../../platform/http/written-answer.ts';
import { answerOf, type WrittenFrames } from './written-frames.ts';

/** A page of 1,000 frames has 400 kB: four at once, and more come and go. */
const pool = createBufferPool(4, 1024 * 1024);
const SMALL = 64 * 1024;

/** Frames between what comes before and after them in the answer; they are not to be read again. */
export const framesAnswer = (before: string, frames: WrittenFrames, after: string): WrittenAnswer => {
  let pooled: Buffer | null = null;
  const json = answerOf(before, frames, after, (bytes) => {
    if (bytes <= SMALL) return Buffer.allocUnsafe(bytes);
    pooled = pool.take(bytes);
    return pooled;
  });
  frames.pieces.forEach(freeMemory);
  return new WrittenAnswer(json, () => {
    if (pooled !== null) pool.give(pooled);
  });
};
