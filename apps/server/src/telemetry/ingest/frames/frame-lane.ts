import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import type { IngestMetrics } from '../ingest-metrics.ts';
import { type LiveFeed, settle, type Ticket } from '../ticket.ts';
import { createFrameBatch, type FrameBatch, type Freshness } from './frame-batch.ts';
import type { Appended, FrameSink } from './frame-sink.ts';

/** A batch with this many frames is sent without `LINGER_MS`, as soon as no other batch is being stored. */
const EAGER_FRAMES = 200;
/** Wait of a smaller batch. */
const LINGER_MS = 8;

export type FrameLane = ReturnType<typeof createFrameLane>;

/** A batch with the tickets that wait for it. */
interface Load {
  readonly batch: FrameBatch;
  readonly tickets: Ticket[];
  /** Frames for viewers after the commit, by position in the batch; `null` without viewers. */
  readonly shown: (Frame | null)[];
  since: number;
}

/** Collects frames and passes them to the sink batch by batch; frames that arrive meanwhile form the next batches. */
export const createFrameLane = (needs: {
  freshness: Freshness;
  sink: FrameSink;
  feed: LiveFeed;
  metrics: IngestMetrics;
  largestBatch: number;
  stored: (installations: readonly number[]) => void;
}) => {
  const { freshness, sink, feed, metrics, largestBatch, stored } = needs;
  const newLoad = (): Load => ({ batch: createFrameBatch(freshness), tickets: [], shown: [], since: 0 });
  const spare: Load[] = [];
  const full: Load[] = [];
  let gathering = newLoad();
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  const finish = ({ tickets, shown }: Load, { repeated }: Appended): void => {
    for (const [position, ticket] of tickets.entries()) {
      const frame = shown[position] ?? null;
      if (frame !== null && !repeated.has(position)) ticket.showing?.frames.push(frame);
      settle(ticket, feed);
    }
  };

  const reuse = (load: Load): void => {
    load.batch.clear();
    load.tickets.length = 0;
    load.shown.length = 0;
    spare.push(load);
  };

  const next = (): Load => {
    const waiting = full.shift();
    if (waiting !== undefined) return waiting;
    const load = gathering;
    gathering = spare.pop() ?? newLoad();
    return load;
  };

  const send = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const load = next();
    underWay = load.batch.size();
    const appendedAt = performance.now();
    const appended = await sink.append(load.batch);
    const now = performance.now();
    metrics.stored(freshness, {
      frames: underWay,
      repeated: appended.repeated.size,
      oldestWaitedMs: now - load.since,
      commitTookMs: now - appendedAt,
      measuredAt: load.batch.instants[0] ?? null,
    });
    underWay = 0;
    if (freshness === 'live') stored(load.batch.installations);
    finish(load, appended);
    reuse(load);
  };

  const flush = (): void => {
    // Only a closed sink gives up; the boards got no acknowledgement and send again.
    send().then(proceed, metrics.laneEnded);
  };

  const proceed = (): void => {
    const count = gathering.batch.size();
    if (full.length > 0 || count >= EAGER_FRAMES) flush();
    else if (count > 0) timer = setTimeout(flush, LINGER_MS);
    else {
      for (const resolve of idle) resolve();
      idle = [];
    }
  };

  const waiting = (): number => full.length * largestBatch + gathering.batch.size() + underWay;

  return {
    push(installationId: number, frame: Frame, ticket: Ticket) {
      if (gathering.batch.size() === 0) gathering.since = performance.now();
      gathering.batch.add(installationId, frame);
      gathering.tickets.push(ticket);
      gathering.shown.push(ticket.showing === null ? null : frame);
      const count = gathering.batch.size();
      if (count === largestBatch) {
        full.push(gathering);
        gathering = spare.pop() ?? newLoad();
      }
      if (underWay > 0) return;
      if (count === EAGER_FRAMES) flush();
      else if (timer === undefined) timer = setTimeout(flush, LINGER_MS);
    },
    /** Resolves when no frame is waiting or being stored. */
    drained: (): Promise<void> =>
      waiting() === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
    waiting,
  };
};
