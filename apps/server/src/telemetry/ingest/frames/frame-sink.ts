import type { FrameBatch } from './frame-batch.ts';

export interface Appended {
  /** Positions in the batch of frames that were known already; they changed nothing. */
  readonly repeated: ReadonlySet<number>;
}

/** Where frames go. The edge that calls it does not know what durable means. */
export interface FrameSink {
  /**
   * Resolves when every frame of the batch is durable; waits out failures of the store, however long. The batch
   * is the sink's until then.
   */
  append(batch: FrameBatch): Promise<Appended>;
}
