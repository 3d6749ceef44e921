import type { FrameBatch } from './frame-batch.ts';

export interface Appended {
  /** Positions in the batch of frames that were already stored. */
  readonly repeated: ReadonlySet<number>;
}

/** Destination of frames. */
export interface FrameSink {
  /**
   * Resolves when every frame of the batch is durable; the caller must not change the batch until then. Failures of the store are
   * retried without a time limit.
   */
  append(batch: FrameBatch): Promise<Appended>;
}
