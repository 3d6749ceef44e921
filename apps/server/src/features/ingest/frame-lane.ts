import type { Frame } from '@nascente/domain/metering/frame';
import type { FrameSink, Freshness, RoutedFrame } from './frame-sink.ts';
import type { IngestMeters } from './ingest-meters.ts';
import type { RefusalLane } from './refusal-lane.ts';
import { type LiveFeed, settle, type Ticket } from './ticket.ts';

/** Enough to make a statement worth its while: with so many waiting, a batch leaves at once. */
const EAGER_FRAMES = 200;
/** What a small batch waits for company. */
const LINGER_MS = 8;

export interface FrameLane {
  push(installationId: number, frame: Frame, ticket: Ticket, topic: string): void;
  /** Resolves when nothing is waiting or under way. */
  drained(): Promise<void>;
  waiting(): number;
}

/** Batches frames and gives them to the sink one batch after another; what gathers meanwhile is the next batch. */
export const createFrameLane = (needs: {
  freshness: Freshness;
  sink: FrameSink;
  refusals: RefusalLane;
  feed: LiveFeed;
  meters: IngestMeters;
  largestBatch: number;
}): FrameLane => {
  const { freshness, sink, refusals, feed, meters, largestBatch } = needs;
  let frames: RoutedFrame[] = [];
  let tickets: Ticket[] = [];
  let topics: string[] = [];
  let since = 0;
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  const finish = (batch: readonly RoutedFrame[], owners: readonly Ticket[]): void => {
    for (const [position, ticket] of owners.entries()) {
      const routed = batch[position];
      if (ticket.showing !== null && routed !== undefined) ticket.showing.frames.push(routed.frame);
      settle(ticket, feed);
    }
  };

  const finishMixed = (
    batch: readonly RoutedFrame[],
    owners: readonly Ticket[],
    batchTopics: readonly string[],
    repeated: ReadonlySet<number>,
    rejected: ReadonlySet<number>,
  ): void => {
    for (const [position, ticket] of owners.entries()) {
      const routed = batch[position];
      if (routed === undefined) continue;
      if (rejected.has(position)) {
        refusals.push(
          { reason: 'bad-number', mac: null, topic: batchTopics[position] ?? '', payload: null },
          ticket,
        );
        continue;
      }
      if (!repeated.has(position)) ticket.showing?.frames.push(routed.frame);
      settle(ticket, feed);
    }
  };

  const send = async (): Promise<void> => {
    const batch = frames.length > largestBatch ? frames.splice(0, largestBatch) : frames;
    const owners = batch === frames ? tickets : tickets.splice(0, batch.length);
    const batchTopics = batch === frames ? topics : topics.splice(0, batch.length);
    if (batch === frames) [frames, tickets, topics] = [[], [], []];
    underWay = batch.length;
    const began = since;
    since = performance.now();
    const { repeated, rejected } = await sink.append({ freshness, frames: batch });
    meters.stored(freshness, batch.length, repeated.size, performance.now() - began);
    underWay = 0;
    if (repeated.size === 0 && rejected.size === 0) finish(batch, owners);
    else finishMixed(batch, owners, batchTopics, repeated, rejected);
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    send().then(next, (failure: unknown) => {
      // Only a sink that was closed gives up; the boards were told nothing and will send again.
      meters.abandoned(failure);
    });
  };

  const next = (): void => {
    if (frames.length >= EAGER_FRAMES) flush();
    else if (frames.length > 0) timer = setTimeout(flush, LINGER_MS);
    else {
      for (const resolve of idle) resolve();
      idle = [];
    }
  };

  return {
    push(installationId, frame, ticket, topic) {
      if (frames.length === 0) since = performance.now();
      frames.push({ installationId, frame });
      tickets.push(ticket);
      topics.push(topic);
      if (underWay > 0) return;
      if (timer === undefined) timer = setTimeout(flush, LINGER_MS);
      else if (frames.length === EAGER_FRAMES) flush();
    },
    drained: () =>
      frames.length + underWay === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
    waiting: () => frames.length + underWay,
  };
};
