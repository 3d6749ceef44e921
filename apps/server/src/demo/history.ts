import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { VirtualBoard } from '@nascente/virtual-meters/board/virtual-board';
import { type FrameSink, frameBatchOf, type RoutedFrame } from '../telemetry/ingest/index.ts';

/** A board and an interval of its missing history. */
export interface MissingHistory {
  readonly installationId: number;
  readonly board: VirtualBoard;
  /** Instant of its newest frame, or of its installation. */
  readonly from: number;
  readonly to: number;
}

const FRAMES_A_BATCH = 2_000;
/** Small, because the server does nothing else while it generates frames. */
const BACKFILL_BATCH = 500;
const DAYS_A_CHAPTER = 8;
/** A week and a day, so that the last seven days have every ten-minute reading that PRODIST requires. */
const RECENT_MS = 8 * DAY_MS;
const COARSE_MS = 15 * MINUTE_MS;
const FINE_MS = 5 * MINUTE_MS;
/** The newest minutes have frames as dense as those of real boards. */
const NEWEST_MS = 16 * MINUTE_MS;
const NEWEST_SPACING_MS = 10_000;
const SAMPLE_MS = 150_000;
/** A frame is sent just before its quarter-hour ends, so that its energy lies in that quarter-hour. */
const BEFORE_END_MS = 1_000;
/** Shorter missing intervals are sent by the boards themselves. */
const MIN_MS = MINUTE_MS;
/** An interval ends with a frame, unless another frame is this close to its end. */
const NEAREST_MS = 5_000;

const spacingBefore = (end: number, at: number): number => {
  if (at >= end - NEWEST_MS) return NEWEST_SPACING_MS;
  return at >= end - RECENT_MS ? FINE_MS : COARSE_MS;
};

/**
 * Instants of the frames in an interval: every quarter of an hour, in the last days every five minutes, in the last
 * minutes every ten seconds.
 */
function* frameInstants(from: number, to: number): Generator<number> {
  let at = from;
  for (;;) {
    const spacing = spacingBefore(to, at);
    const end = (Math.floor((at + BEFORE_END_MS) / spacing) + 1) * spacing - BEFORE_END_MS;
    if (end >= to) break;
    at = end;
    yield at;
  }
  if (to - at >= NEAREST_MS) yield to;
}

function* framesOf(
  { installationId, board, from, to }: MissingHistory,
  until: number,
): Generator<RoutedFrame> {
  let previous = from;
  for (const at of frameInstants(from, to)) {
    if (at > until) return;
    yield { installationId, frame: board.frame(previous, at, SAMPLE_MS) };
    previous = at;
  }
}

/** One frame for each quarter-hour of a chapter. */
function* coarseFrames(
  { installationId, board }: MissingHistory,
  from: number,
  to: number,
): Generator<RoutedFrame> {
  for (let start = from; start < to; start += COARSE_MS) {
    const [after, at] = [start - BEFORE_END_MS, start + COARSE_MS - BEFORE_END_MS];
    yield { installationId, frame: board.frame(after, at, SAMPLE_MS) };
  }
}

/** The newest chapter comes first, so that months appear in the order of looking back. */
function* backwards(missing: readonly MissingHistory[]): Generator<RoutedFrame> {
  const first = Math.min(...missing.map(({ from }) => from));
  const last = Math.max(...missing.map(({ to }) => to));
  for (let end = last; end > first; end -= DAYS_A_CHAPTER * DAY_MS) {
    const begin = end - DAYS_A_CHAPTER * DAY_MS;
    for (const one of missing) yield* coarseFrames(one, Math.max(begin, one.from), Math.min(end, one.to));
  }
}

/**
 * Writes history before the oldest stored frame while the server already runs, at most half of the time. Every batch is
 * durable before the next, so a later start goes on where this one was stopped. Returns the number of frames.
 */
export async function backfillHistory(
  missing: readonly MissingHistory[],
  sink: FrameSink,
  signal: AbortSignal,
): Promise<number> {
  if (missing.length === 0) return 0;
  let written = 0;
  let frames: RoutedFrame[] = [];
  const flush = async () => {
    const startedAt = performance.now();
    await sink.append(frameBatchOf('late', frames));
    written += frames.length;
    frames = [];
    await delay(performance.now() - startedAt, undefined, { signal });
  };
  for (const routed of backwards(missing)) {
    frames.push(routed);
    if (frames.length === BACKFILL_BATCH) await flush();
  }
  await flush();
  return written;
}

/** Writes one chapter of all meters before the next chapter, so that all meters have the same days. */
function* inChapters(pending: readonly MissingHistory[]): Generator<RoutedFrame> {
  const resumed = new Map(pending.map((one) => [one, one.from]));
  const first = Math.min(...pending.map(({ from }) => from));
  const last = Math.max(...pending.map(({ to }) => to));
  for (let end = first + DAYS_A_CHAPTER * DAY_MS; ; end += DAYS_A_CHAPTER * DAY_MS) {
    for (const one of pending) {
      for (const routed of framesOf({ ...one, from: resumed.get(one) ?? one.from }, end)) {
        resumed.set(one, routed.frame.at);
        yield routed;
      }
    }
    if (end >= last) return;
  }
}

/** Writes the history of boards through the sink of live messages. Returns the number of frames. */
export async function writeHistory(pending: readonly MissingHistory[], sink: FrameSink): Promise<number> {
  const due = pending.filter(({ from, to }) => to - from >= MIN_MS);
  if (due.length === 0) return 0;
  let written = 0;
  let frames: RoutedFrame[] = [];
  let storing: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    await storing;
    const stored = sink.append(frameBatchOf('late', frames));
    // Awaited before the next batch; a failure until then is not an unhandled one.
    stored.catch(() => undefined);
    storing = stored;
    frames = [];
  };
  for (const routed of inChapters(due)) {
    frames.push(routed);
    written += 1;
    if (frames.length === FRAMES_A_BATCH) await flush();
  }
  await flush();
  await storing;
  return written;
}
