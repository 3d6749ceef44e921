import type { Frame } from '@nascente/domain/metering/frame';

/** A frame with the installation whose history it belongs to. */
export interface RoutedFrame {
  readonly installationId: number;
  readonly frame: Frame;
}

/**
 * `live`: each frame is newer than everything its installation has sent, so none should be known yet.
 * `late`: backlogs, repetitions and frames out of order; any of them may be known.
 */
export type Freshness = 'live' | 'late';

export interface FrameBatch {
  readonly freshness: Freshness;
  readonly frames: readonly RoutedFrame[];
}

/** What became of a batch. */
export interface Appended {
  /** Positions in the batch of frames that were known already; they changed nothing. */
  readonly repeated: ReadonlySet<number>;
  /** Positions of frames that the store cannot represent; nothing is kept of them. */
  readonly rejected: ReadonlySet<number>;
}

/** Where frames go. The edge that calls it does not know what durable means. */
export interface FrameSink {
  /** Resolves when every frame of the batch is durable; waits out failures of the store, however long. */
  append(batch: FrameBatch): Promise<Appended>;
}
