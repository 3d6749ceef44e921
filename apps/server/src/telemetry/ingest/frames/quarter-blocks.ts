import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { createBinaryColumns } from '../../../platform/database/binary-column.ts';
import type { FrameBatch } from './frame-batch.ts';

/** Six hours: a row of `quarter` is about 200 bytes, so a block fills about one page at fillfactor 70. */
export const QUARTERS_PER_BLOCK = 24;
const BLOCK_MS = QUARTERS_PER_BLOCK * QUARTER_MS;
/** Blocks since 1970 stay below 2^17 until 2059; installation ids below 2^31. */
const BLOCKS_BITS = 1_048_576;
const REMEMBERED = 200_000;

export interface QuarterBlocks {
  /** Blocks that these frames touch and that this process has not opened yet. */
  unopened(batch: FrameBatch): readonly number[];
  /** Installation and start of each, in key order, as columns. */
  columns(blocks: readonly number[]): Buffer[];
  opened(blocks: readonly number[]): void;
}

/** Remembers which blocks are open; forgetting one costs an insert that changes nothing. */
export const createQuarterBlocks = (): QuarterBlocks => {
  let current = new Set<number>();
  let previous = new Set<number>();
  /** Newest opened block of an installation: the answer for nearly every frame. */
  const recent = new Map<number, number>();

  return {
    unopened({ installations, instants }) {
      const missing = new Set<number>();
      for (const [position, at] of instants.entries()) {
        const installationId = installations[position] ?? 0;
        const block = Math.floor(at / BLOCK_MS);
        if (recent.get(installationId) === block) continue;
        const key = installationId * BLOCKS_BITS + block;
        if (!current.has(key) && !previous.has(key)) missing.add(key);
      }
      return [...missing].sort((a, b) => a - b);
    },
    columns(blocks) {
      const columns = createBinaryColumns(['int4', 'timestamptz']);
      for (const key of blocks) {
        columns[0]?.push(Math.floor(key / BLOCKS_BITS));
        columns[1]?.push((key % BLOCKS_BITS) * BLOCK_MS);
      }
      return columns.map((column) => column.encoded());
    },
    opened(blocks) {
      for (const key of blocks) {
        current.add(key);
        recent.set(Math.floor(key / BLOCKS_BITS), key % BLOCKS_BITS);
      }
      if (current.size > REMEMBERED) {
        previous = current;
        current = new Set();
      }
    },
  };
};
