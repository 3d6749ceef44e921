import type { Instant } from '@nascente/domain/base/time/zone';
import type { RefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RecordSpan } from '../../platform/traces/record-spans.ts';
import type { Freshness } from './frames/frame-batch.ts';

interface StoredBatch {
  readonly frames: number;
  readonly repeated: number;
  /** Time from the arrival of the oldest frame until the commit, in ms. */
  readonly oldestWaitedMs: number;
  /** Time from passing the batch to the store until its commit, in ms. */
  readonly commitTookMs: number;
  /** Device time of the first frame of the batch; null for batches of registers. It shows how far boards lag behind. */
  readonly measuredAt: number | null;
}

export type IngestMetrics = ReturnType<typeof createIngestMetrics>;

/** The state of ingest, for readiness checks and the status page. */
export interface IngestState {
  /** True if the latest attempt to store failed; boards wait. */
  readonly stalled: boolean;
  /** Wait of the oldest frame of the newest batch, ms. */
  readonly lagMs: number;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Histogram limits from fractions of a second to hours, because boards buffer for hours and their clocks differ by seconds. */
const DEVICE_SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600];
const BATCHES = [1, 10, 50, 100, 250, 500, 1_000, 2_000, 4_000];

export const createIngestMetrics = (
  registry: Registry,
  waiting: () => number,
  clock: () => Instant,
  record: RecordSpan,
) => {
  const registers = [registry];
  const frames = new Counter({
    name: 'nascente_ingest_frames_total',
    help: 'Frames stored durably; repeated ones were known already and changed nothing. Messages of registers all count as new.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'nascente_ingest_refused_total',
    help: 'Frames that were not accepted, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const lag = new Histogram({
    name: 'nascente_ingest_lag_seconds',
    help: 'From the arrival of the oldest frame of a batch to its commit.',
    labelNames: ['freshness'],
    buckets: SECONDS,
    registers,
  });
  const sizes = new Histogram({
    name: 'nascente_ingest_batch_frames',
    help: 'Frames a batch.',
    labelNames: ['freshness'],
    buckets: BATCHES,
    registers,
  });
  const commits = new Histogram({
    name: 'nascente_ingest_commit_seconds',
    help: 'From giving a batch to the store to its commit.',
    labelNames: ['freshness'],
    buckets: SECONDS,
    registers,
  });
  const fromDevice = new Histogram({
    name: 'nascente_ingest_device_lag_seconds',
    help: 'From the instant at which a frame was measured, by the clock of its board, to its commit: one frame of each live batch.',
    buckets: DEVICE_SECONDS,
    registers,
  });
  const stall = new Gauge({
    name: 'nascente_ingest_stalled',
    help: '1 while the store takes nothing and boards wait.',
    registers,
  });
  new Gauge({
    name: 'nascente_ingest_waiting_frames',
    help: 'Frames received and not yet durable.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  let isStalled = false;
  let lagMs = 0;
  return {
    stored(
      freshness: Freshness,
      { frames: count, repeated, oldestWaitedMs, commitTookMs, measuredAt }: StoredBatch,
    ) {
      lagMs = oldestWaitedMs;
      frames.inc({ outcome: 'new' }, count - repeated);
      if (repeated > 0) frames.inc({ outcome: 'repeated' }, repeated);
      lag.observe({ freshness }, oldestWaitedMs / 1000);
      commits.observe({ freshness }, commitTookMs / 1000);
      sizes.observe({ freshness }, count);
      record({
        name: 'ingest batch',
        kind: 'internal',
        parent: null,
        tookMs: oldestWaitedMs,
        hasFailed: false,
        attributes: {
          'nascente.freshness': freshness,
          'nascente.frames': count,
          'nascente.repeated': repeated,
          'nascente.commit_ms': commitTookMs,
        },
      });
      if (freshness === 'live' && measuredAt !== null)
        fromDevice.observe(Math.max(0, clock() - measuredAt) / 1000);
    },
    refused: (reason: RefusalReason, times: number) => refusals.inc({ reason }, times),
    stalled(now: boolean) {
      if (now === isStalled) return;
      isStalled = now;
      stall.set(now ? 1 : 0);
    },
    /** A lane has ended, because its store is closed. Sets the gauge to 1; `state` does not change. */
    laneEnded() {
      stall.set(1);
    },
    state: (): IngestState => ({ stalled: isStalled, lagMs }),
  };
};
