import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { createBatchTotals } from './batch-totals.ts';
import { createFrameColumns } from './frame-columns.ts';

/**
 * `live`: each frame is newer than all earlier ones of its installation, so none should be stored yet. `late`: backlogs,
 * repetitions and out-of-order frames, which may be stored already.
 */
export type Freshness = 'live' | 'late';

export interface RoutedFrame {
  readonly installationId: number;
  readonly frame: Frame;
}

/**
 * Frames of one batch, encoded as they are added: waiting values take a few bytes outside the heap instead of objects for the
 * garbage collector.
 */
export interface FrameBatch {
  readonly freshness: Freshness;
  readonly size: () => number;
  readonly add: (installationId: number, frame: Frame) => void;
  /** The installation of each frame, by its position. */
  readonly installations: readonly number[];
  readonly instants: readonly number[];
  /** Encoded columns of `reading`. `totals` and `newest` have rows only in a live batch. */
  readonly readings: () => Buffer[];
  readonly totals: () => Buffer[];
  readonly newest: () => Buffer[];
  readonly clear: () => void;
}

export const createFrameBatch = (freshness: Freshness): FrameBatch => {
  const columns = createFrameColumns();
  const totals = createBatchTotals();
  const installations: number[] = [];
  const instants: number[] = [];
  return {
    freshness,
    installations,
    instants,
    size: () => instants.length,
    add(installationId, frame) {
      installations.push(installationId);
      instants.push(frame.at);
      columns.push(installationId, frame);
      // The database sums the totals of late frames, because only newly inserted ones count.
      if (freshness === 'live') totals.add(installationId, frame);
    },
    readings: columns.encoded,
    totals: totals.quarters,
    newest: totals.newest,
    clear() {
      installations.length = 0;
      instants.length = 0;
      columns.clear();
      totals.clear();
    },
  };
};

export const frameBatchOf = (freshness: Freshness, frames: Iterable<RoutedFrame>): FrameBatch => {
  const batch = createFrameBatch(freshness);
  for (const { installationId, frame } of frames) batch.add(installationId, frame);
  return batch;
};
