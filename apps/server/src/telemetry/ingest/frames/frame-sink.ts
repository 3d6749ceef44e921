import type { FrameBatch } from './frame-batch.ts';

export interface Appended {
  /** Positions in the batch of frames that were already stored. */
  readonly repeated: ReadonlySet<number>;
}

/** Destination of frames: PostgreSQL or the message log. */
export interface FrameSink {
  /**
   * Resolves when every frame of the batch is durable. Store failures are retried without a time limit. The caller must not change
   * the batch before that.
   */
  append(batch: FrameBatch): Promise<Appended>;
}
